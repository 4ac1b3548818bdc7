import { RandomWords } from '../walk/graph/random-words.ts';
import type { Netted } from './netted.ts';
import { transactionIdOf } from './rows.ts';
import type { Transactions } from './transactions.ts';

/** A wallet or an account that takes part in a late record has fewer records. */
const MOST_RECORDS = 20_000;
/** Draws until the transactions asked for are found. */
const MOST_DRAWS = 1_000_000;

/** A transaction of which another record comes late. */
export interface Picked {
  readonly transactionId: string;
  readonly second: number;
  readonly to: number;
  readonly amount: number;
}

/** Services that money passes through, by their account: pages of those are asked too, which have nearly no flows. */
export const SERVICES_ASKED: readonly (readonly [name: string, nodes: readonly number[]])[] = [
  ['10 routers', Array.from({ length: 10 }, (_, index) => 701 + index)],
  ['10 bots', Array.from({ length: 10 }, (_, index) => 740 + index)],
];

function recordsByAccount({ records, accounts, from, to }: Transactions): Uint32Array {
  const counts = new Uint32Array(accounts);
  for (let record = 0; record < records; record += 1) {
    for (const account of [from[record] ?? 0, to[record] ?? 0]) counts[account] = (counts[account] ?? 0) + 1;
  }
  return counts;
}

/** Users to ask for, as rows name them: half drawn by activity, half evenly. Seeded. */
export function pickWallets(all: Transactions, count: number): readonly number[] {
  const random = new RandomWords(7);
  const counts = recordsByAccount(all);
  const picked = new Set<number>();
  while (picked.size < count) {
    const record = random.below(all.records);
    const active = (random.below(2) === 0 ? all.from[record] : all.to[record]) ?? 0;
    const account = picked.size < count / 2 ? active : all.firstUser + random.below(all.accounts - all.firstUser);
    const own = counts[account] ?? 0;
    if (account >= all.firstUser && own > 0 && own < MOST_RECORDS) picked.add(account + 1);
  }
  return [...picked];
}

/**
 * Transactions of which another record comes late: of one record, and of two that are netted. None shares its second with
 * an account of many records, since a late record replays all accounts of its second, today too. Seeded.
 */
export function lateTransactions(all: Transactions, { additions }: Netted, count: number) {
  const random = new RandomWords(11);
  const counts = recordsByAccount(all);
  const found = { payment: new Map<number, Picked>(), netted: new Map<number, Picked>() };
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    if (found.payment.size >= count && found.netted.size >= count) break;
    const transaction = random.below(all.transactions);
    const records = (all.first[transaction + 1] ?? 0) - (all.first[transaction] ?? 0);
    const group = additions.has(transaction) ? found.netted : found.payment;
    if (group.size >= count || records !== (group === found.netted ? 2 : 1)) continue;
    const second = all.time[transaction] ?? 0;
    if (accountsOfSecond(all, transaction).some((account) => (counts[account] ?? 0) >= MOST_RECORDS)) continue;
    const to = all.firstUser + random.below(all.accounts - all.firstUser) + 1;
    group.set(transaction, { transactionId: transactionIdOf(transaction), second, to, amount: 1_000_000 });
  }
  return { 'to a payment': [...found.payment.values()], 'to a netted transaction': [...found.netted.values()] };
}

function accountsOfSecond(all: Transactions, transaction: number): readonly number[] {
  const second = all.time[transaction];
  let [from, end] = [transaction, transaction + 1];
  while (from > 0 && all.time[from - 1] === second) from -= 1;
  while (end < all.transactions && all.time[end] === second) end += 1;
  const records = [all.first[from] ?? 0, all.first[end] ?? 0] as const;
  return [...all.from.subarray(...records), ...all.to.subarray(...records)];
}
