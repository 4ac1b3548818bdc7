import type { RawTransaction } from '@assay/exposure';
import type { GatherTask } from './best-first.ts';
import { isComplete } from './history-gaps.ts';
import { type KeptOwner, type KeptTransaction, writeTransactions } from './kept-coins.ts';
import { CUT_OFF_VERSION, type OnDemandCutOff } from './on-demand-records.ts';
import type { SourceTip } from './sources.ports.ts';

/** What was read of an owner and around it. */
export interface PartialCoins {
  readonly own: readonly string[];
  readonly from: number | null;
  readonly isWhole: boolean;
  readonly unread: { readonly received: bigint; readonly sent: bigint };
  readonly transactions: readonly RawTransaction[];
  readonly spends: ReadonlyMap<string, readonly (string | null)[]>;
}

export function partialCoinsOf(
  owner: KeptOwner,
  unread: PartialCoins['unread'],
  held: readonly KeptTransaction[],
): PartialCoins {
  return {
    own: owner.own.map(([id]) => id).sort(),
    from: owner.from,
    isWhole: isComplete(owner.gaps, owner.comparison),
    unread,
    transactions: held.map(({ transaction }) => transaction),
    spends: new Map(
      held.flatMap(({ transaction, spends }) => (spends === null ? [] : [[transaction.transactionId, spends]])),
    ),
  };
}

/** Records which transactions were read, and what was known of their spenders. */
export function cutOffOfCoins(
  { network, ticker }: GatherTask['asset'],
  { address, provider }: KeptOwner,
  tip: SourceTip,
  { own, from, isWhole, unread, transactions, spends }: PartialCoins,
  /** The id of the transaction whose payment was walked; null for the address. */
  payment: string | null,
): OnDemandCutOff {
  return {
    version: CUT_OFF_VERSION,
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
      isWhole,
      unread: { received: unread.received.toString(), sent: unread.sent.toString() },
      transactions: transactions.map(({ transactionId }) => transactionId).sort(),
      spends: [...spends].sort(([a], [b]) => (a < b ? -1 : 1)),
    },
    loose: writeTransactions(transactions.filter(({ block }) => block > tip.finalBlock)),
    ...(payment === null ? {} : { payment: { transactionId: payment, transfers: null } }),
  };
}
