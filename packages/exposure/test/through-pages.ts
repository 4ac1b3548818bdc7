import type { AccountStore } from '../src/index.ts';

/**
 * The same answers through pages alone, as every store gives them that has no walk of its own.
 *
 * @param mostRecords a page holds, however many are asked for
 */
export function throughPages(store: AccountStore, mostRecords = Number.POSITIVE_INFINITY): AccountStore {
  return {
    ledger: 'account',
    network: store.network,
    subject: (address) => store.subject(address),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    page: (direction, asks, limit) => store.page(direction, asks, Math.min(limit, mostRecords)),
  };
}
