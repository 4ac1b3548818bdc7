import type { Asset, Category, NetworkId } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import type { PartyRole } from '@assay/wording';
import type { LedgerKey, Pool, Transaction } from '../../../platform/db/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { LabelStates } from '../checks/compute/label-states.ts';
import type { CheckPrices } from '../checks/flows/value-flows.ts';

/** An asset whose records Assay follows. */
export type FollowedAsset = Pick<Asset, 'ticker' | 'decimals'> & { readonly network: NetworkId };

/** Whose counterparties are listed, and up to which record. */
export interface ListSubject {
  readonly asset: FollowedAsset;
  /** Canonical form. */
  readonly address: string;
  /** The last record of the transfer ledger that counts, as a result states it; null for all records. */
  readonly until: { readonly time: Date; readonly block: string | null } | null;
}

/** One party that paid the subject, or that it paid. Amounts are base units, times Unix seconds. */
export interface Counterparty {
  readonly id: number;
  readonly role: PartyRole;
  readonly address: string | null;
  readonly amount: bigint;
  /** Transfers; on UTXO networks transactions. */
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Of the direction's amount, 0..1. */
  readonly share: number;
  /** At the prices of the days of its records, in cents exact; null where one has none. */
  readonly usd: number | null;
  readonly label: CounterpartyLabel | null;
}

/** The label that absorbs at a party in a check, at the time of its last record. */
export interface CounterpartyLabel {
  readonly entity: string;
  readonly category: Category;
  readonly source: string;
  readonly confidence: number;
  readonly isDerived: boolean;
}

export interface DirectionTotals {
  readonly amount: bigint;
  readonly records: number;
  readonly usd: number | null;
  readonly parties: number;
}

/** A list that is computed, and what it is of. */
export interface ReadyList {
  readonly asset: LedgerKey;
  readonly id: number;
  readonly decimals: number;
  /** Time of the last record of the subject that is counted, Unix seconds. */
  readonly untilTime: number;
  readonly untilPosition: number;
  readonly totals: Readonly<Record<Direction, DirectionTotals>>;
}

export type ListState =
  | { readonly is: 'ready'; readonly list: ReadyList }
  /** Part of it is computed; `progress` is 0..1. */
  | { readonly is: 'building'; readonly progress: number }
  | { readonly is: 'not built' }
  /** No record up to there names the address. */
  | { readonly is: 'no records' };

export const SORTS = ['amount', 'records', 'first', 'last', 'label'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListFilter {
  /** A category, or those without a label. */
  readonly category?: Category | 'none';
  /** Base units. */
  readonly leastAmount?: bigint;
  /** Only parties with a record at this time or later, and at that time or earlier: Unix seconds. */
  readonly seenFrom?: number;
  readonly seenUntil?: number;
  /** The beginning of an address, or a part of an entity's name in any case. */
  readonly text?: string;
}

export interface PageQuery extends ListFilter {
  readonly direction: Direction;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Where the last page ended; null for the first. */
  readonly after: PageEnd | null;
}

/** The last row of a page: its value in the order asked for, as text, and its party. */
export interface PageEnd {
  readonly value: string;
  readonly party: number;
}

export interface CounterpartyPage {
  readonly items: readonly Counterparty[];
  /** Null on the last page. */
  readonly next: PageEnd | null;
}

/** An asset that records name an address in. */
export interface SeenAsset {
  readonly network: NetworkId;
  readonly ticker: string;
  /** Network of a token; null for the coin of a network. */
  readonly parent: string | null;
  readonly records: number;
  readonly firstTime: number;
  readonly lastTime: number;
}

/** How much one step of computing a list does. */
export interface StepSizes {
  /** Records of an account network that one statement sums. */
  readonly transfers: number;
  readonly transactions: number;
  readonly parties: number;
}

export interface CounterpartiesDeps {
  /** For single statements. */
  readonly db: Pool;
  /**
   * Transactions on the server of the asset's transfer ledger, each statement within a time, in milliseconds; work
   * rejects with AppError Overloaded where one took longer.
   */
  readonly transactionsOf: (asset: LedgerKey, withinMs: number) => Transaction;
  readonly labels: LabelStates;
  readonly prices: CheckPrices | undefined;
  readonly clock: Clock;
  /** Smaller in tests. */
  readonly sizes?: Partial<StepSizes>;
}
