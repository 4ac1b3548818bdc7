import type { Note } from './assessment.ts';
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

/**
 * Zero or dust transfers from an address that shares the first and last four characters of a real counterparty, told
 * apart from it only by the middle (docs/method, section 6.8).
 */
export function findPoisoning(records: readonly NoteRecord[]): Note | null {
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
  const copies = new Set<string>();
  for (const record of records) {
    const real = realByLook.get(lookOf(record.counterparty));
    if (record.direction !== 'bwd' || real === undefined || real.has(record.counterparty) || !isDust(record)) continue;
    copies.add(record.counterparty);
  }
  if (copies.size === 0) return null;
  const senders = copies.size === 1 ? 'an address that looks' : `${copies.size} addresses that look`;
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
