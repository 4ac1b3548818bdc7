// Made by `npm run rows` of the migrated database: the row of each statement of this module. Not edited by hand.

declare module '../../platform/db/rows.ts' {
  interface Rows {
    "SELECT ledger_id, last_position, changed_from FROM segment_sets WHERE id = $1":
      { ledger_id: number; last_position: string; changed_from: string | null };
    "SELECT pg_try_advisory_xact_lock(hashtext('assay segments'), $1) AS claimed":
      { claimed: boolean | null };
    [text: `SELECT block FROM ${string} WHERE ledger_id = $1 ORDER BY position DESC LIMIT 1`]:
      { block: string };
    [text: `SELECT f.position, (SELECT min(position) FROM ${string} t\n                          WHERE t.ledger_id = $1 AND t.position > f.position) AS later\n       FROM (SELECT max(position) AS position FROM ${string}\n              WHERE ledger_id = $1 AND block <= $2) f`]:
      { position: string | null; later: string | null };
    [text: `SELECT position FROM ${string} WHERE ledger_id = $1 AND position > $2 AND position < $3\n      ORDER BY position OFFSET $4 LIMIT 1`]:
      { position: string };
    [text: `SELECT max(position) AS position FROM ${string} WHERE ledger_id = $1 AND position > $2 AND position < $3`]:
      { position: string | null };
    [text: `SELECT id, address, role, opening, opening_unread FROM ${string}\n      WHERE ledger_id = $1 AND id = ANY ($2::bigint[]) AND (first_time >= $3 OR role <> 'account')`]:
      { id: string; address: string; role: 'account' | 'fee' | 'issuer'; opening: string; opening_unread: boolean };
  }
}

export {};
