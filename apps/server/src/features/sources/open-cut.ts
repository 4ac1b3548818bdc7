import {
  type ExposureStore,
  HeldAccountStore,
  HeldCoinStore,
  type LabelsOf,
  type RawTransaction,
} from '@assay/exposure';
import { coinShelfStore } from './coins.store.ts';
import { historiesOfCut } from './cut-accounts.ts';
import type { KeptAccount } from './kept-account.ts';
import { readTransaction } from './kept-coins.ts';
import type { CutCoins, LiveCut } from './live-records.ts';
import { neighbourhoodStore } from './neighbourhoods.store.ts';

type Db = Parameters<(typeof neighbourhoodStore)['find']>[0];

/**
 * The records a check read live, as they were then: a walk over them under the same labels comes to the same bytes,
 * however much was read since. Null where what was kept does not reach as far any more.
 */
export async function openCut(db: Db, cut: LiveCut, labelsOf: LabelsOf): Promise<ExposureStore | null> {
  const { network, subject } = cut;
  if (cut.coins !== null) return openCoins(db, cut, cut.coins, labelsOf);
  const kept = new Map<string, KeptAccount>();
  for (const { address } of cut.accounts) {
    const account = await neighbourhoodStore.find(db, cut, address, null);
    if (account !== null) kept.set(address, account);
  }
  const histories = historiesOfCut(cut, kept);
  if (histories === null) return null;
  return new HeldAccountStore({ network, subject, histories, contracts: new Set(cut.contracts), labelsOf });
}

async function openCoins(db: Db, cut: LiveCut, coins: CutCoins, labelsOf: LabelsOf): Promise<ExposureStore | null> {
  const { network, subject } = cut;
  const loose: readonly unknown[] = JSON.parse(cut.loose);
  const above = new Map<string, RawTransaction>();
  for (const one of loose) {
    const transaction = readTransaction(JSON.stringify(one));
    above.set(transaction.transactionId, transaction);
  }
  const settled = await coinShelfStore.findTransactions(
    db,
    network,
    coins.transactions.filter((id) => !above.has(id)),
    null,
  );
  const transactions: RawTransaction[] = [];
  for (const id of coins.transactions) {
    const transaction = above.get(id) ?? settled.get(id)?.transaction;
    if (transaction === undefined) return null;
    transactions.push(transaction);
  }
  return new HeldCoinStore({
    network,
    subject,
    own: coins.own,
    from: coins.from,
    unread: { received: BigInt(coins.unread.received), sent: BigInt(coins.unread.sent) },
    transactions,
    spends: new Map(coins.spends),
    labelsOf,
  });
}
