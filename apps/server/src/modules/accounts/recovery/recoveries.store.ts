import type { Db } from '../../../platform/db/index.ts';

export type RecoveryOutcome = 'cancelled' | 'completed' | 'expired';

export interface Recovery {
  readonly id: string;
  readonly sub: string;
  readonly begunAt: Date;
  /** The end of the waiting period. */
  readonly readyAt: Date;
  /** Until when it can be completed. */
  readonly expiresAt: Date;
}

interface RecoveryRow {
  readonly id: string;
  readonly sub: string;
  readonly begun_at: Date;
  readonly ready_at: Date;
  readonly expires_at: Date;
}

/** The recovery of an account that has not ended; null when there is none. */
export async function findOpenRecovery(db: Db, sub: string): Promise<Recovery | null> {
  const { rows } = await db.query('SELECT * FROM recoveries WHERE sub = $1 AND ended_at IS NULL', [sub]);
  return rows[0] === undefined ? null : recoveryOf(rows[0]);
}

export async function insertRecovery(db: Db, recovery: Recovery, nextMailAt: Date): Promise<void> {
  await db.query(
    `INSERT INTO recoveries (id, sub, begun_at, ready_at, expires_at, next_mail_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [recovery.id, recovery.sub, recovery.begunAt, recovery.readyAt, recovery.expiresAt, nextMailAt],
  );
}

/** Ends an open recovery; false when it has ended already. */
export async function endRecovery(db: Db, id: string, outcome: RecoveryOutcome, now: Date): Promise<boolean> {
  const ended = await db.query('UPDATE recoveries SET ended_at = $2, outcome = $3 WHERE id = $1 AND ended_at IS NULL', [
    id,
    now,
    outcome,
  ]);
  return ended.rowCount === 1;
}

/** When the newest ended recovery of an account ended; null without one. */
export async function timeOfLastEnd(db: Db, sub: string): Promise<Date | null> {
  const { rows } = await db.query(
    'SELECT ended_at FROM recoveries WHERE sub = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1',
    [sub],
  );
  return rows[0]?.ended_at ?? null;
}

/** Begin of the `most`th newest recovery of the account since `since`; null when there are fewer. */
export async function timeOfNthRecovery(db: Db, sub: string, since: Date, most: number): Promise<Date | null> {
  const { rows } = await db.query(
    'SELECT begun_at FROM recoveries WHERE sub = $1 AND begun_at > $2 ORDER BY begun_at DESC OFFSET $3 LIMIT 1',
    [sub, since, most - 1],
  );
  return rows[0]?.begun_at ?? null;
}

/** Accounts with an open recovery whose next mail is due. */
export async function subsWithMailDue(db: Db, now: Date): Promise<readonly string[]> {
  const { rows } = await db.query(
    'SELECT sub FROM recoveries WHERE ended_at IS NULL AND next_mail_at <= $1 ORDER BY next_mail_at LIMIT 500',
    [now],
  );
  return rows.map(({ sub }) => sub);
}

/** The open recovery of an account if its next mail is due, locked. */
export async function lockDueRecovery(db: Db, sub: string, now: Date): Promise<Recovery | null> {
  const { rows } = await db.query(
    'SELECT * FROM recoveries WHERE sub = $1 AND ended_at IS NULL AND next_mail_at <= $2 FOR UPDATE',
    [sub, now],
  );
  return rows[0] === undefined ? null : recoveryOf(rows[0]);
}

export async function setNextMail(db: Db, id: string, at: Date): Promise<void> {
  await db.query('UPDATE recoveries SET next_mail_at = $2 WHERE id = $1', [id, at]);
}

export async function deleteRecoveriesBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM recoveries WHERE ended_at < $1', [before]);
}

function recoveryOf({ id, sub, begun_at, ready_at, expires_at }: RecoveryRow): Recovery {
  return { id, sub, begunAt: begun_at, readyAt: ready_at, expiresAt: expires_at };
}
