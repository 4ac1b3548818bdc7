import type { Asset, NetworkId } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';

/**
 * Chains read live: what a check asks of a provider, whoever it is. One adapter speaks one provider's wire format; a
 * chain of several providers for one network is itself a `TransferSource` and decides who is asked (order, quota,
 * breaker, hedging), so that the walk knows only this file.
 *
 * What every answer keeps to:
 * - addresses in canonical form, transaction ids as the network writes them; mint and burn addresses and the fee sink as
 *   `ISSUER` and `FEE_SINK` of `@assay/exposure`;
 * - only what is confirmed and succeeded; amounts in base units; times are the block's, in Unix seconds;
 * - token transfers of nothing are told too: they are no records, but the note on poisoning reads them;
 * - `block`, `transactionIndex`, `kind`, `index` as the network counts them, null (or block 0) where the provider does
 *   not tell; `ordinal` tells apart records that agree in everything else, counted from 0 within their transaction;
 * - a field that is missing or of the wrong type is `malformed`, never a default.
 *
 * Every method throws `SourceError` and nothing else. Whether an issuer froze an address is asked elsewhere: through
 * `IssuerFreezeSource` of the feature `freezes`.
 */
export type TransferSource = AccountSource | CoinSource;

/** Why a source gave no answer. `provider` is the short lasting name of whoever was asked, such as `etherscan`. */
export type SourceFault =
  | { readonly kind: 'rate-limited'; readonly provider: string; readonly retryAfterMs: number | null }
  /** No answer, a refused connection, a time-out, a status of 500 and above, an open breaker, a spent quota. */
  | { readonly kind: 'unavailable'; readonly provider: string; readonly reason: string }
  /** An answer that is not what the provider's format says; `field` is the path in the answer. */
  | { readonly kind: 'malformed'; readonly provider: string; readonly field: string }
  | { readonly kind: 'not-supported'; readonly provider: string; readonly what: string }
  /** Whoever asked went away, or has spent what the question may cost. */
  | { readonly kind: 'cancelled'; readonly by: 'signal' | 'budget' };

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly fault: SourceFault;

  constructor(fault: SourceFault, options?: ErrorOptions) {
    super(describeFault(fault), options);
    this.fault = fault;
  }
}

/** One sentence without addresses, keys or bodies: it may stand in logs and on a health page. */
function describeFault(fault: SourceFault): string {
  switch (fault.kind) {
    case 'rate-limited':
      return `${fault.provider} allows no more requests for now`;
    case 'unavailable':
      return `${fault.provider} cannot be asked: ${fault.reason}`;
    case 'malformed':
      return `${fault.provider} answered something else than its format: ${fault.field}`;
    case 'not-supported':
      return `${fault.provider} cannot tell ${fault.what}`;
    case 'cancelled':
      return fault.by === 'signal' ? 'The question was cancelled' : 'The question has spent its calls';
  }
}

/** Who asks, and what it may cost. Handed to every method. */
export interface SourceCall {
  readonly signal: AbortSignal;
  /**
   * Asked right before each request that leaves this machine, retries and hedges included, and counts it. False: the
   * budget is spent; nothing is sent and the method throws `cancelled` by `budget`.
   */
  spend(): boolean;
}

interface SourceFacts {
  readonly network: NetworkId;
  /** Providers in the order they are asked, for the reader. */
  readonly providers: readonly string[];
  /** Questions that may be open at once. */
  readonly concurrency: number;
}

/** Where the chain stands. What is above the final mark may still be undone and is never kept. */
export interface SourceTip {
  readonly block: number;
  readonly time: number;
  /** Height and time of the newest block that counts as final (the network's finality depth below the tip). */
  readonly finalBlock: number;
  readonly finalTime: number;
  readonly provider: string;
}

/** What a provider counts of an account; null where it does not. */
export interface AccountCounters {
  readonly transactions: number | null;
  /** Distinct accounts it had transfers with. */
  readonly counterparties: number | null;
  readonly isContract: boolean | null;
  /** Base units ever received and sent, whole history, where the provider adds them up. */
  readonly received: bigint | null;
  readonly sent: bigint | null;
  readonly provider: string;
}

/** A network that moves balances. */
export interface AccountSource extends SourceFacts {
  readonly ledger: 'account';
  /** Whether transfers of this asset can be asked for. */
  canAsk(asset: Asset): boolean;
  tip(call: SourceCall): Promise<SourceTip>;
  /** Transfers of one account in one asset, newest first. */
  transfers(ask: TransfersAsk, call: SourceCall): Promise<TransfersPage>;
  /** Present balance, with the time it is of. */
  balance(asset: Asset, account: string, call: SourceCall): Promise<AccountBalance>;
  /** `not-supported` where a provider counts nothing. */
  counters(asset: Asset, account: string, call: SourceCall): Promise<AccountCounters>;
}

export interface TransfersAsk {
  readonly asset: Asset;
  readonly account: string;
  /** A filter that saves rows where the provider has one; otherwise both directions come, and the asker filters. */
  readonly direction: 'both' | 'in' | 'out';
  /** Seconds, both inclusive; null is open. Providers that cannot filter may give more. */
  readonly since: number | null;
  readonly until: number | null;
  /**
   * `next` of the page before, all else as it was asked then; null starts. A chain sends it to the provider that gave
   * it.
   */
  readonly cursor: string | null;
}

export interface TransfersPage {
  readonly records: readonly RawTransfer[];
  /** Null when nothing older is left within `since`. */
  readonly next: string | null;
  /**
   * Every record from this second on (up to `until`) is in this page and those before it; null when that is all there
   * is. A page that ends inside a second names the second after.
   */
  readonly completeFrom: number | null;
  /** Parts of the history the provider cannot tell, such as internal transfers; their absence makes it incomplete. */
  readonly lacks: readonly ('internal' | 'fee')[];
  /** Accounts in these records the provider calls contracts, and those it says are none, where it tells by the way. */
  readonly contracts: readonly string[];
  readonly plainAccounts: readonly string[];
  readonly provider: string;
}

export interface AccountBalance {
  readonly amount: bigint;
  /** Second of the block the balance is of; null where the provider only says 'now'. */
  readonly time: number | null;
  readonly provider: string;
}

/** A network that spends coins. Its asset is its own coin. */
export interface CoinSource extends SourceFacts {
  readonly ledger: 'utxo';
  canAsk(asset: Asset): boolean;
  tip(call: SourceCall): Promise<SourceTip>;
  /** Confirmed transactions that pay or are paid by an address, newest first. */
  transactionsOf(ask: CoinsAsk, call: SourceCall): Promise<CoinsPage>;
  /** Transactions by id, in the order asked; null for one the provider does not know. */
  transactions(ids: readonly string[], call: SourceCall): Promise<readonly (CoinTransaction | null)[]>;
  /** Who spends the outputs of a transaction. */
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
 * One confirmed transaction. Every input tells its amount, and its owner unless nobody can be named for it; inputs and
 * outputs stand in the transaction's own order.
 */
export interface CoinTransaction {
  readonly transaction: RawTransaction;
  /** Where the provider tells it with the transaction; else null. */
  readonly spends: Spends | null;
}

/** By output index: the confirmed transaction that spends it, null while it is unspent. */
export type Spends = readonly (string | null)[];

export interface CoinsPage {
  readonly transactions: readonly CoinTransaction[];
  readonly next: string | null;
  /** As for accounts, as a height. */
  readonly completeFrom: number | null;
  readonly provider: string;
}

/** The sources of this installation. */
export interface TransferSources {
  /** Who can be asked for the transfers of an asset; null where nobody can, or the operator said no. */
  sourceOf(asset: Asset): TransferSource | null;
}
