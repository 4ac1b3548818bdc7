import type { Db } from '../../../platform/db/index.ts';

export interface PositionedEntry {
  readonly position: number;
  /** As JSON: a `RestoreLogLine`, which is written as the database has it. */
  readonly line: { readonly id: string; readonly at: string; readonly entry: unknown };
}

/** Which state of which database this is; a restore begins a new timeline. */
export async function timelineOf(db: Db): Promise<string> {
  const { rows } = await db.query('SELECT timeline FROM installation');
  const [row] = rows;
  if (row === undefined) throw new Error('The table installation has no row');
  return row.timeline;
}

/** Acts after a position, oldest first. A position is given before its transaction ends: later ones may show earlier. */
export async function actsAfter(db: Db, position: number, most: number): Promise<readonly PositionedEntry[]> {
  const { rows } = await db.query(
    `SELECT seq::integer AS position,
            jsonb_build_object('id', id, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'entry', entry) AS line
       FROM restore_log WHERE seq > $1 ORDER BY seq LIMIT $2`,
    [position, most],
  );
  return rows;
}

/** Bookings that a balance depends on, after a position. Those of accounts that are gone stay out. */
export async function bookingsAfter(db: Db, position: number, most: number): Promise<readonly PositionedEntry[]> {
  const { rows } = await db.query(
    `SELECT e.id::integer AS position,
            jsonb_build_object('id', 'ledger:' || e.key,
              'at', to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'entry', jsonb_build_object('kind', 'booked', 'sub', h.sub, 'series', t.series,
                'plan_id', coalesce(e.plan_id, t.plan_id), 'booking', e.kind, 'checks', e.checks, 'reason', e.reason,
                'reference', e.reference, 'key', e.key, 'expires_at', e.expires_at)) AS line
       FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff JOIN ledger_holders h ON h.id = t.holder
      WHERE e.id > $1 AND h.sub IS NOT NULL AND e.kind IN ('grant', 'revoke', 'commit', 'refund')
      ORDER BY e.id LIMIT $2`,
    [position, most],
  );
  return rows;
}

/** The last position of both, from which a new log goes on. */
export async function lastPositions(db: Db): Promise<{ readonly acts: number; readonly bookings: number }> {
  const { rows } = await db.query(
    `SELECT coalesce((SELECT max(seq) FROM restore_log), 0)::integer AS acts,
            coalesce((SELECT max(id) FROM ledger_entries), 0)::integer AS bookings`,
  );
  return rows[0] ?? { acts: 0, bookings: 0 };
}

/** Acts older than this are in the files, and in every backup that is kept. */
export async function removeActsBefore(db: Db, oldest: Date): Promise<void> {
  await db.query('DELETE FROM restore_log WHERE at < $1', [oldest]);
}
