import type { Note } from './assessment.ts';
import { compareText } from './compare-text.ts';
import type { NoteRecord } from './notes-record.ts';

const PEEL_SPENDS = 3;
const DUST_USD = 1;
/** Where no price is known, dust is under a millionth of the wallet's largest transfer. */
const DUST_PARTS = 1_000_000n;
const LOOKALIKE_CHARACTERS = 4;

/**
 * Three or more successive spends, each of over 70% of what the wallet then held, to an address it had no record with
 * before (docs/method, section 6.8).
 */
export function findPeelChain(records: readonly NoteRecord[]): Note | null {
  const known = new Set<string>();
  let balance = 0n;
  let run = 0;
  let longest = 0;
  for (const { direction, amount, counterparty } of records) {
    if (direction === 'bwd') {
      balance += amount;
    } else {
      const peels = balance > 0n && 10n * amount > 7n * balance && !known.has(counterparty);
      run = peels ? run + 1 : 0;
      longest = Math.max(longest, run);
      balance = amount > balance ? 0n : balance - amount;
    }
    known.add(counterparty);
  }
  if (longest < PEEL_SPENDS) return null;
  return {
    kind: 'peel_chain',
    text: `Peel chain: ${longest} spends in a row sent over 70% of the balance to an address not seen before.`,
  };
}

/** An address that sent nothing or dust and looks like a real counterparty. */
export interface Lookalike {
  readonly address: string;
  /** The real counterparty; the first by address where several look the same. */
  readonly resembles: string;
}

/**
 * Senders of zero or dust that share the first and last four characters of a real counterparty, told apart from it only
 * by the middle (docs/method, section 6.8). By address.
 *
 * @example
 * findLookalikes(records); // [{ address: '0xabcd9…1234', resembles: '0xabcd0…1234' }]
 */
export function findLookalikes(records: readonly NoteRecord[]): readonly Lookalike[] {
  let largest = 0n;
  for (const { amount } of records) {
    if (amount > largest) largest = amount;
  }
  const isDust = ({ amount, usd }: NoteRecord) =>
    amount === 0n || (usd === null ? amount * DUST_PARTS < largest : usd < DUST_USD);
  const realByLook = new Map<string, Set<string>>();
  for (const record of records) {
    if (isDust(record)) continue;
    const look = lookOf(record.counterparty);
    realByLook.set(look, (realByLook.get(look) ?? new Set()).add(record.counterparty));
  }
  const copies = new Map<string, string>();
  for (const record of records) {
    const real = realByLook.get(lookOf(record.counterparty));
    if (record.direction !== 'bwd' || real === undefined || real.has(record.counterparty) || !isDust(record)) continue;
    const [resembles = ''] = [...real].sort(compareText);
    copies.set(record.counterparty, resembles);
  }
  return [...copies]
    .map(([address, resembles]) => ({ address, resembles }))
    .sort((a, b) => compareText(a.address, b.address));
}

/** The note on what `findLookalikes` finds. */
export function findPoisoning(records: readonly NoteRecord[]): Note | null {
  const { length } = findLookalikes(records);
  if (length === 0) return null;
  const senders = length === 1 ? 'an address that looks' : `${length} addresses that look`;
  return {
    kind: 'poisoning_target',
    text: `Poisoning target: tiny transfers came from ${senders} like one it deals with. Compare every character before paying.`,
  };
}

/** First and last four characters behind what every address of the network starts with. */
function lookOf(address: string): string {
  const own = address.replace(/^(?:[a-z]+:|0x|(?:bc|ltc|tb|terra)1[qp]?)/, '');
  return `${own.slice(0, LOOKALIKE_CHARACTERS)}…${own.slice(-LOOKALIKE_CHARACTERS)}`;
}
