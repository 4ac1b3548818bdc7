import type { RawTransaction } from '@assay/exposure';
import type { GatherTask } from './best-first.ts';
import { type KeptOwner, type KeptTransaction, writeTransactions } from './kept-coins.ts';
import { CUT_VERSION, type LiveCut } from './live-records.ts';
import type { SourceTip } from './sources.ports.ts';

/** What is held of an owner and around it. */
export interface HeldCoins {
  readonly own: readonly string[];
  readonly from: number | null;
  readonly unread: { readonly received: bigint; readonly sent: bigint };
  readonly transactions: readonly RawTransaction[];
  readonly spends: ReadonlyMap<string, readonly (string | null)[]>;
}

export function heldCoinsOf(
  owner: KeptOwner,
  unread: HeldCoins['unread'],
  held: readonly KeptTransaction[],
): HeldCoins {
  return {
    own: owner.own.map(([id]) => id).sort(),
    from: owner.from,
    unread,
    transactions: held.map(({ transaction }) => transaction),
    spends: new Map(
      held.flatMap(({ transaction, spends }) => (spends === null ? [] : [[transaction.transactionId, spends]])),
    ),
  };
}

/** Writes down which transactions were held, and what was known of their spenders. */
export function cutOfCoins(
  { network, ticker }: GatherTask['asset'],
  { address, provider }: KeptOwner,
  tip: SourceTip,
  { own, from, unread, transactions, spends }: HeldCoins,
): LiveCut {
  return {
    version: CUT_VERSION,
    network,
    ticker,
    subject: address,
    tip,
    providers: [provider],
    accounts: [],
    contracts: [],
    coins: {
      own,
      from,
      unread: { received: unread.received.toString(), sent: unread.sent.toString() },
      transactions: transactions.map(({ transactionId }) => transactionId).sort(),
      spends: [...spends].sort(([a], [b]) => (a < b ? -1 : 1)),
    },
    loose: writeTransactions(transactions.filter(({ block }) => block > tip.finalBlock)),
  };
}
