import { type LabelsOf, PartialAccountStore, PartialCoinStore, type RawTransaction } from '@assay/exposure';
import { coinCacheStore } from './coins.store.ts';
import { historiesOfCutOff, paymentOfCutOff } from './cut-off-accounts.ts';
import type { KeptAccount } from './kept/kept-account.ts';
import { readTransactions } from './kept/kept-coins.ts';
import { neighbourhoodStore } from './neighbourhoods.store.ts';
import {
  CUT_OFF_VERSION,
  type CutOffCoins,
  type OnDemandCutOff,
  type OnDemandRecords,
  type OpenOptions,
} from './on-demand-records.ts';

type Db = Parameters<(typeof neighbourhoodStore)['find']>[0];

/** No provider is called. */
const NO_CALLS = { made: 0, budget: 0 };

/**
 * The records of a check's on-demand read, as they were then: a walk over them under the same labels produces the same
 * bytes, regardless of later reads. Null where the cache does not reach as far any more, or the text has a form that
 * this version does not read.
 *
 * @param text A `OnDemandCutOff` as JSON, as it was stored with its check
 */
export async function openCutOff(db: Db, text: string): Promise<OnDemandRecords | null> {
  const cut: OnDemandCutOff = JSON.parse(text);
  if (cut.version !== CUT_OFF_VERSION) return null;
  const opened = cut.coins === null ? await openAccounts(db, cut) : await openCoins(db, cut, cut.coins);
  return opened === null ? null : { tip: cut.tip, calls: NO_CALLS, providers: cut.providers, gaps: [], cut, ...opened };
}

type Opened = Pick<OnDemandRecords, 'records' | 'histories' | 'open' | 'paid'>;

async function openAccounts(db: Db, cut: OnDemandCutOff): Promise<Opened | null> {
  const { network, subject } = cut;
  const kept = new Map<string, KeptAccount>();
  for (const { address } of cut.accounts) {
    const account = await neighbourhoodStore.find(db, cut, address, null);
    if (account !== null) kept.set(address, account);
  }
  const histories = historiesOfCutOff(cut, kept);
  if (histories === null) return null;
  const contracts = new Set(cut.contracts);
  const payment = paymentOfCutOff(cut);
  const open = (labelsOf: LabelsOf, options?: OpenOptions) =>
    new PartialAccountStore({ network, subject, histories, contracts, labelsOf, payment, ...options });
  const records = open(async (addresses) => addresses.map(() => [])).size;
  const read = { records, histories: () => histories };
  if (payment === undefined) return { ...read, open };
  return {
    ...read,
    open,
    paid: { ledger: 'account', transfers: payment.transfers, isWhole: cut.payment?.isWhole ?? true },
  };
}

async function openCoins(db: Db, cut: OnDemandCutOff, coins: CutOffCoins): Promise<Opened | null> {
  const { network, subject } = cut;
  const above = new Map(readTransactions(cut.loose).map((one) => [one.transactionId, one]));
  const settled = await coinCacheStore.findTransactions(
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
  const { own, from, isWhole = true } = coins;
  const paid = transactions.find(({ transactionId }) => transactionId === cut.payment?.transactionId);
  return {
    ...(paid === undefined ? {} : { paid: { ledger: 'utxo', transaction: paid } }),
    records: transactions.length,
    histories: () => [],
    open: (labelsOf) =>
      new PartialCoinStore({ network, subject, own, from, isWhole, unread, transactions, spends, labelsOf }),
  };
}
