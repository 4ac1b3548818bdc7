// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT ledger_id, last_position, changed_from FROM segment_sets WHERE id = $1":
      { ledger_id: number; last_position: string; changed_from: string | null };
    "SELECT pg_try_advisory_xact_lock(hashtext('assay segments'), $1) AS claimed":
      { claimed: boolean | null };
  }
}

export {};
