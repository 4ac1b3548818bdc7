import { HeldAccountStore, HeldCoinStore, type LabelsOf, type RawTransaction } from '@assay/exposure';
import { coinShelfStore } from './coins.store.ts';
import { historiesOfCut } from './cut-accounts.ts';
import type { KeptAccount } from './kept-account.ts';
import { readTransactions } from './kept-coins.ts';
import { CUT_VERSION, type CutCoins, type LiveCut, type LiveRecords } from './live-records.ts';
import { neighbourhoodStore } from './neighbourhoods.store.ts';

type Db = Parameters<(typeof neighbourhoodStore)['find']>[0];

/** Nobody is asked. */
const NO_CALLS = { made: 0, budget: 0 };

/**
 * The records a check read live, as they were then: a walk over them under the same labels comes to the same bytes,
 * however much was read since. Null where what was kept does not reach as far any more, or was written in a form that
 * this version does not read.
 *
 * @param text A `LiveCut` as JSON, as it was stored with its check
 */
export async function openCut(db: Db, text: string): Promise<LiveRecords | null> {
  const cut: LiveCut = JSON.parse(text);
  if (cut.version !== CUT_VERSION) return null;
  const opened = cut.coins === null ? await openAccounts(db, cut) : await openCoins(db, cut, cut.coins);
  return opened === null ? null : { tip: cut.tip, calls: NO_CALLS, providers: cut.providers, cut, ...opened };
}

type Opened = Pick<LiveRecords, 'records' | 'open'>;

async function openAccounts(db: Db, cut: LiveCut): Promise<Opened | null> {
  const { network, subject } = cut;
  const kept = new Map<string, KeptAccount>();
  for (const { address } of cut.accounts) {
    const account = await neighbourhoodStore.find(db, cut, address, null);
    if (account !== null) kept.set(address, account);
  }
  const histories = historiesOfCut(cut, kept);
  if (histories === null) return null;
  const contracts = new Set(cut.contracts);
  const open = (labelsOf: LabelsOf) => new HeldAccountStore({ network, subject, histories, contracts, labelsOf });
  return { records: open(async (addresses) => addresses.map(() => [])).size, open };
}

async function openCoins(db: Db, cut: LiveCut, coins: CutCoins): Promise<Opened | null> {
  const { network, subject } = cut;
  const above = new Map(readTransactions(cut.loose).map((one) => [one.transactionId, one]));
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
  const unread = { received: BigInt(coins.unread.received), sent: BigInt(coins.unread.sent) };
  const spends = new Map(coins.spends);
  const { own, from } = coins;
  return {
    records: transactions.length,
    open: (labelsOf) => new HeldCoinStore({ network, subject, own, from, unread, transactions, spends, labelsOf }),
  };
}
