import type { AskedBy } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';

/** A finished check as the history lists it. */
export interface HistoryRow {
  readonly subId: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly subticker: string | null;
  readonly name: string;
  readonly address: string;
  readonly riskscore: number;
  readonly createdAt: Date;
  /** Null for the owner of a personal workspace. */
  readonly askedBy: AskedBy | null;
  /** Of a check of a transaction; null for one of an address. */
  readonly transactionId: string | null;
  readonly paymentDirection: 'deposit' | 'withdrawal' | null;
  /** Of a payment that was not confirmed when it was checked; null otherwise. */
  readonly isPending: boolean | null;
  /** Number of the dispute after which it was checked again; null for other checks. */
  readonly afterDispute: number | null;
  /** 1, 2, 3 … in the order the owner's results came. */
  readonly position: number;
}

/** From `from` on and before `to`. */
export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** One part of a search: a text to be found, or times in which the check was made. Either is enough. */
export interface SearchPart {
  /** Lower case, as stored in the search column. */
  readonly text: string;
  readonly spans: readonly TimeSpan[];
}

export interface PageOfHistory {
  readonly rows: readonly HistoryRow[];
  readonly total: number;
}

export interface HistoryStore {
  /** Newest first, without a search: a range of the numbers, however long the history is. */
  page(db: Db, owner: string, size: number, page: number): Promise<PageOfHistory>;
  /** Newest first, only what every part matches. */
  search(db: Db, owner: string, parts: readonly SearchPart[], size: number, page: number): Promise<PageOfHistory>;
  /** Newest first, those numbered below `before`, of what every part matches. */
  below(
    db: Db,
    owner: string,
    before: number,
    size: number,
    parts?: readonly SearchPart[],
  ): Promise<readonly HistoryRow[]>;
  /** When the first and the last check of a history were made; null when there is none. */
  span(db: Db, owner: string): Promise<TimeSpan | null>;
  /** Id of the newest finished check of one of these texts of an address, payments left out. */
  newestOf(db: Db, owner: string, addresses: readonly string[]): Promise<string | null>;
}
