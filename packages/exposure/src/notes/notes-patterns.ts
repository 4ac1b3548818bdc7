import { METHOD_REVISION, type MethodRevision } from '../method/method-revision.ts';
import { DUST_PARTS, DUST_USD, LOOKALIKE_CHARACTERS, PEEL_PERCENT, PEEL_SPENDS } from '../method/numbers.ts';
import { compareText } from '../records/compare-text.ts';
import type { NoteFinding } from '../score/assessment.ts';
import type { NoteRecord } from './notes-record.ts';

/**
 * Three or more successive spends, each of over 70% of what the wallet then held, to an address it had no record with
 * before (docs/method, section 6.8).
 */
export function findPeelChain(records: readonly NoteRecord[]): NoteFinding | null {
  const known = new Set<string>();
  let balance = 0n;
  let run = 0;
  let longest = 0;
  for (const { direction, amount, counterparty } of records) {
    if (direction === 'bwd') {
      balance += amount;
    } else {
      const peels = balance > 0n && 100n * amount > BigInt(PEEL_PERCENT) * balance && !known.has(counterparty);
      run = peels ? run + 1 : 0;
      longest = Math.max(longest, run);
      balance = amount > balance ? 0n : balance - amount;
    }
    known.add(counterparty);
  }
  if (longest < PEEL_SPENDS) return null;
  return { kind: 'peel_chain', spends: longest, percent: PEEL_PERCENT };
}

/** An address that sent nothing or dust and looks like a real counterparty. */
export interface Lookalike {
  readonly address: string;
  /** The real counterparty; the first by address where several look the same. */
  readonly resembles: string;
}

/**
 * Senders of zero or dust that share the first and last four characters of a real counterparty and differ from it only
 * in the middle (docs/method, section 6.8). By address.
 *
 * @param revision of version 1; the first one did not leave out what addresses of Tron and others all start with
 * @example
 * findLookalikes(records); // [{ address: '0xabcd9…1234', resembles: '0xabcd0…1234' }]
 */
export function findLookalikes(
  records: readonly NoteRecord[],
  revision: MethodRevision = METHOD_REVISION,
): readonly Lookalike[] {
  let largest = 0n;
  for (const { amount } of records) {
    if (amount > largest) largest = amount;
  }
  const isDust = ({ amount, usd }: NoteRecord) =>
    amount === 0n || (usd === null ? amount * BigInt(DUST_PARTS) < largest : usd < DUST_USD);
  const realByLook = new Map<string, Set<string>>();
  for (const record of records) {
    if (isDust(record)) continue;
    const look = lookOf(record.counterparty, revision);
    realByLook.set(look, (realByLook.get(look) ?? new Set()).add(record.counterparty));
  }
  const copies = new Map<string, string>();
  for (const record of records) {
    const real = realByLook.get(lookOf(record.counterparty, revision));
    if (record.direction !== 'bwd' || real === undefined || real.has(record.counterparty) || !isDust(record)) continue;
    const [resembles = ''] = [...real].sort(compareText);
    copies.set(record.counterparty, resembles);
  }
  return [...copies]
    .map(([address, resembles]) => ({ address, resembles }))
    .sort((a, b) => compareText(a.address, b.address));
}

/** The note on what `findLookalikes` finds. */
export function findPoisoning(records: readonly NoteRecord[], revision: MethodRevision): NoteFinding | null {
  const { length } = findLookalikes(records, revision);
  if (length === 0) return null;
  return { kind: 'poisoning_target', senders: length };
}

/** What all addresses of a network, or of one kind of it, start with. */
const COMMON_START = /^(?:[a-z]+:|0x|(?:bc|ltc|tb|terra)1[qp]?)/;
/** The same in base58 and base32: Tron's T, the r of the XRP Ledger, Zcash's t1 and t3, Stellar's G. */
const COMMON_LETTER =
  /^(?:T(?=[1-9A-Za-z]{33}$)|r(?=[1-9A-Za-z]{24,34}$)|t[13](?=[1-9A-Za-z]{33}$)|G(?=[A-Z2-7]{55}$))/;

/** First and last four characters behind what every address of the network starts with. */
function lookOf(address: string, revision: MethodRevision): string {
  const plain = address.replace(COMMON_START, '');
  const own = revision > 1 && plain === address ? address.replace(COMMON_LETTER, '') : plain;
  return `${own.slice(0, LOOKALIKE_CHARACTERS)}…${own.slice(-LOOKALIKE_CHARACTERS)}`;
}
