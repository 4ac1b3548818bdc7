import type { LedgerKey, Pool, PoolClient } from '../../../../platform/db/index.ts';

/** Rows of tables that are stored of a ledger; `where` null for whole tables. */
export type LedgerRowsOf = readonly { readonly table: string; readonly where: string | null }[];

export interface NumberedLedger extends LedgerKey {
  readonly id: number;
}

/** A first load that is not done yet. */
export interface FirstLoad {
  readonly ticker: string;
  /** Its last block that is read. */
  readonly height: number;
}

/** What a move needs to know of the tables of transfer ledgers; the feature `transfers` provides it. */
export interface LedgerTables {
  rowsOf(ledger: NumberedLedger): LedgerRowsOf;
  /** The tables that every ledger has, created where they are missing. */
  ensureTables(client: PoolClient, ledgerId: number): Promise<void>;
  makeCopyTables(client: PoolClient, ledgerId: number): Promise<void>;
  attachCopyTables(client: PoolClient, ledgerId: number): Promise<void>;
  /** On a server, a first load that will replace tables which the ledger shares with others; null for none. */
  firstLoadBeside(server: Pool, ledger: LedgerKey): Promise<FirstLoad | null>;
  estimateRows(db: Pool, ledgerId: number): Promise<number>;
  /** Marks new pages as visible to all, so that index-only reads need not read the tables. */
  vacuum(pool: Pool, ledgerId: number): Promise<void>;
  removeLedger(pool: Pool, ledger: NumberedLedger, signal: AbortSignal): Promise<void>;
  /** Removes rows that came along with those of the ledger and belong to none of the server. */
  sweep(pool: Pool, ledger: NumberedLedger, signal: AbortSignal): Promise<void>;
}
