import type { Asset, NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';
import type { HistoryGap } from './history-gaps.ts';
import type { SeenTransaction } from './seen-transaction.ts';

/**
 * On-demand reads: what a check requests from any provider. One source reads one provider's wire format. Several
 * providers for one network form a `TransferSource` that chooses the provider (order, quota, breaker, hedging), so that
 * the walk depends on this file only.
 *
 * Every answer follows these rules:
 * - addresses in canonical form, transaction ids as the network writes them; mint and burn addresses and the fee sink as
 *   `ISSUER` and `FEE_SINK` of `@assay/exposure`;
 * - only what is confirmed and succeeded; amounts in base units; times are the block's, in Unix seconds;
 * - token transfers of zero are returned too: they are not records, but the note on poisoning reads them;
 * - `block`, `transactionIndex`, `kind`, `index` as the network counts them, null (or block 0) where the provider does
 *   not give them; `ordinal` distinguishes records that agree in everything else, from 0 within their transaction;
 * - an answer that is not of the provider's format is `malformed`, a field that is missing never a default; a row of a
 *   history that cannot be read is left out, counted and named among the page's `gaps`;
 * - what has no owner that can be named (an anchor, data, several keys) has the owner null, and the rest counts;
 * - absence only where the provider says so in its own words.
 *
 * Every method throws `SourceError` and nothing else. Issuer freezes are read through another port:
 * `IssuerFreezeSource` of the feature `freezes`.
 */
export type TransferSource = AccountSource | CoinSource;

/** Why a source gave no answer. `provider` is the short stable name of the provider, such as `etherscan`. */
export type SourceFault =
  | { readonly kind: 'rate-limited'; readonly provider: string; readonly retryAfterMs: number | null }
  /** No answer, a refused connection, a time-out, a status of 500 and above, an open breaker, a spent quota. */
  | { readonly kind: 'unavailable'; readonly provider: string; readonly reason: string }
  /** An answer that does not follow the provider's format; `field` is the path in the answer. */
  | { readonly kind: 'malformed'; readonly provider: string; readonly field: string }
  | { readonly kind: 'not-supported'; readonly provider: string; readonly what: string }
  /** The caller aborted, or has spent the budget of the request. */
  | { readonly kind: 'cancelled'; readonly by: 'signal' | 'budget' };

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly fault: SourceFault;

  constructor(fault: SourceFault, options?: ErrorOptions) {
    super(describeFault(fault), options);
    this.fault = fault;
  }
}

/** One sentence without addresses, keys or bodies, so that it may appear in logs and on a health page. */
function describeFault(fault: SourceFault): string {
  switch (fault.kind) {
    case 'rate-limited':
      return `${fault.provider} allows no more requests for now`;
    case 'unavailable':
      return `Could not reach ${fault.provider}: ${fault.reason}`;
    case 'malformed':
      return `${fault.provider} answered something else than its format: ${fault.field}`;
    case 'not-supported':
      return `${fault.provider} does not provide ${fault.what}`;
    case 'cancelled':
      return fault.by === 'signal' ? 'The question was cancelled' : 'The question has spent its calls';
  }
}

/** The caller's signal and budget. Passed to every method. */
export interface SourceCall {
  readonly signal: AbortSignal;
  /**
   * Called right before each request that leaves this machine, including retries and hedges, and counts it. False: the
   * budget is spent; nothing is sent and the method throws `cancelled` by `budget`.
   */
  spend(): boolean;
}

interface SourceFacts {
  readonly network: NetworkId;
  /** Providers in the order they are tried, for display. */
  readonly providers: readonly string[];
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /**
   * What the provider says of a transaction, whether it is confirmed or not.
   *
   * @param id as the network writes it
   */
  lookUp(id: string, call: SourceCall): Promise<SeenTransaction>;
}

/** The tip of the chain. What is above the final mark may still be undone and is never stored permanently. */
export interface SourceTip {
  readonly block: number;
  readonly time: number;
  /** Height and time of the newest block that counts as final (the network's finality depth below the tip). */
  readonly finalBlock: number;
  readonly finalTime: number;
  readonly provider: string;
}

/** A provider's counters of an account; null where it has none. */
export interface AccountCounters {
  readonly transactions: number | null;
  /** Number of distinct accounts it had transfers with. */
  readonly counterparties: number | null;
  readonly isContract: boolean | null;
  /** Base units ever received and sent, whole history, where the provider has totals. */
  readonly received: bigint | null;
  readonly sent: bigint | null;
  readonly provider: string;
}

/** An account network. */
export interface AccountSource extends SourceFacts {
  readonly ledger: 'account';
  /** Whether transfers of this asset can be read. */
  canAsk(asset: Asset): boolean;
  tip(call: SourceCall): Promise<SourceTip>;
  /** Transfers of one account in one asset, newest first. */
  transfers(ask: TransfersAsk, call: SourceCall): Promise<TransfersPage>;
  /** Present balance, with its time. */
  balance(asset: Asset, account: string, call: SourceCall): Promise<AccountBalance>;
  /** `not-supported` where a provider has no counters. */
  counters(asset: Asset, account: string, call: SourceCall): Promise<AccountCounters>;
}

export interface TransfersAsk {
  readonly asset: Asset;
  readonly account: string;
  /** Saves rows where the provider has such a filter; otherwise both directions come back, and the caller filters. */
  readonly direction: 'both' | 'in' | 'out';
  /** Seconds, both inclusive; null is open. Providers that cannot filter may return more. */
  readonly since: number | null;
  readonly until: number | null;
  /**
   * `next` of the page before, with all other fields unchanged; null starts. A chain of providers sends it to the
   * provider that returned it.
   */
  readonly cursor: string | null;
}

export interface TransfersPage {
  readonly records: readonly RawTransfer[];
  /** Null when nothing older is left within `since`. */
  readonly next: string | null;
  /**
   * Every record from this second on (up to `until`) is in this page and those before it; null when there are no
   * others. A page that ends inside a second names the second after.
   */
  readonly completeFrom: number | null;
  /** Parts of the history the provider cannot provide, such as internal transfers; without them it is incomplete. */
  readonly lacks: readonly ('internal' | 'fee')[];
  /** Rows that could not be read, or came twice, and from when the provider holds a history; without it there are none. */
  readonly gaps?: readonly HistoryGap[];
  /** Accounts in these records that are contracts, and those that are not, where the provider's answer states this. */
  readonly contracts: readonly string[];
  readonly plainAccounts: readonly string[];
  readonly provider: string;
}

export interface AccountBalance {
  readonly amount: bigint;
  /** Second of the block of the balance; null where the provider says only 'now'. */
  readonly time: number | null;
  readonly provider: string;
}

/** A UTXO network. Its asset is its own coin. */
export interface CoinSource extends SourceFacts {
  readonly ledger: 'utxo';
  canAsk(asset: Asset): boolean;
  tip(call: SourceCall): Promise<SourceTip>;
  /** Confirmed transactions with the address among their inputs or outputs, newest first. */
  transactionsOf(ask: CoinsAsk, call: SourceCall): Promise<CoinsPage>;
  /** Transactions by id, in the order of `ids`; null for one the provider does not know. */
  transactions(ids: readonly string[], call: SourceCall): Promise<readonly (CoinTransaction | null)[]>;
  /** The spenders of the outputs of a transaction. */
  spends(id: string, call: SourceCall): Promise<Spends>;
  counters(address: string, call: SourceCall): Promise<AccountCounters>;
}

export interface CoinsAsk {
  readonly address: string;
  /** Heights, both inclusive; null is open. */
  readonly since: number | null;
  readonly until: number | null;
  readonly cursor: string | null;
}

/**
 * One confirmed transaction. Every input has its amount, and its owner unless none can be named; inputs and outputs are
 * in the transaction's own order.
 */
export interface CoinTransaction {
  readonly transaction: RawTransaction;
  /** Where the provider includes it in the transaction; else null. */
  readonly spends: Spends | null;
}

/** By output index: the confirmed transaction that spends it, null while it is unspent. */
export type Spends = readonly (string | null)[];

export interface CoinsPage {
  readonly transactions: readonly CoinTransaction[];
  readonly next: string | null;
  /** As for accounts, as a height. */
  readonly completeFrom: number | null;
  readonly gaps?: readonly HistoryGap[];
  readonly provider: string;
}

/** The sources of this installation. */
export interface TransferSources {
  /** The source of an asset's transfers; null where there is none, or the operator switched it off. */
  sourceOf(asset: Asset): TransferSource | null;
}
