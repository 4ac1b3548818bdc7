import { type Db, knownOf, oneOf } from '../../../platform/db/index.ts';
import {
  type FactorKind,
  type FactorMethod,
  SIGN_IN_METHODS,
  type SignInMethod,
} from '../../../platform/kernel/who/assurance.ts';

import { LONGEST_IDLE } from './session-policy.store.ts';

export type EndReason = 'logout' | 'ended' | 'reuse';

export interface StoredSession {
  readonly id: string;
  readonly sub: string;
  readonly refreshHash: Buffer;
  readonly previousHash: Buffer | null;
  readonly rotatedAt: Date;
  /** When the user signed in. */
  readonly createdAt: Date;
}

/** What a session can be opened by: any method but those that only complete a login. */
export type OpenedBy = Exclude<SignInMethod, 'totp' | 'recovery_code'>;

const OPENED_BY: readonly OpenedBy[] = ['link', 'provider', 'demo', 'passkey'];

export interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly openedBy: OpenedBy;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export async function insertSession(
  db: Db,
  session: {
    id: string;
    sub: string;
    refreshHash: Buffer;
    device: string;
    methods: readonly SignInMethod[];
    steppedUpAt: Date | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at, methods,
       stepped_up_at)
     VALUES ($1, $2, $3, $4, $5, $4, $4, $6, $7, $8)`,
    [
      session.id,
      session.sub,
      session.refreshHash,
      session.now,
      session.device,
      session.expiresAt,
      session.methods,
      session.steppedUpAt,
    ],
  );
}

/** The session if it is active, locked until the transaction ends so that refreshes are serialised. */
export async function lockSession(db: Db, id: string, now: Date): Promise<StoredSession | null> {
  const { rows } = await db.query(
    `SELECT id, sub, refresh_hash, previous_hash, rotated_at, created_at FROM sessions
      WHERE id = $1 AND ended_at IS NULL AND expires_at > $2 FOR UPDATE`,
    [id, now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    sub: row.sub,
    refreshHash: row.refresh_hash,
    previousHash: row.previous_hash,
    rotatedAt: row.rotated_at,
    createdAt: row.created_at,
  };
}

export async function rotateSession(
  db: Db,
  { id, refreshHash, now, expiresAt }: { id: string; refreshHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query(
    `UPDATE sessions SET previous_hash = refresh_hash, refresh_hash = $2, rotated_at = $3, last_seen_at = $3,
       longest_idle_seconds = ${LONGEST_IDLE('$3')}, expires_at = $4 WHERE id = $1`,
    [id, refreshHash, now, expiresAt],
  );
}

/** What an active session proves; null when it is not active. */
export async function findProof(db: Db, id: string, now: Date): Promise<StoredProof | null> {
  const { rows } = await db.query(
    `SELECT ${PROOF_COLUMNS} FROM sessions WHERE id = $1 AND ended_at IS NULL AND expires_at > $2`,
    [id, now],
  );
  return rows[0] === undefined ? null : proofOf(rows[0]);
}

export interface ProofRow {
  readonly methods: string[];
  readonly signed_in_at: Date;
  readonly stepped_up_at: Date | null;
  readonly factors: FactorKind[];
}

export interface StoredProof {
  readonly methods: readonly SignInMethod[];
  readonly signedInAt: Date;
  readonly steppedUpAt: Date | null;
  readonly factors: readonly FactorKind[];
}

/** Columns of a {@link ProofRow}, from `sessions`. */
export const PROOF_COLUMNS = `sessions.methods, sessions.created_at AS signed_in_at, sessions.stepped_up_at,
  ARRAY(SELECT DISTINCT kind FROM factors WHERE factors.sub = sessions.sub ORDER BY kind) AS factors`;

export function proofOf(row: ProofRow): StoredProof {
  return {
    methods: knownOf(SIGN_IN_METHODS, row.methods),
    signedInAt: row.signed_in_at,
    steppedUpAt: row.stepped_up_at,
    factors: row.factors,
  };
}

/** Records that a factor was given in an active session; false when it is not active. */
export async function stepUpSession(
  db: Db,
  { id, sub, method, now }: { id: string; sub: string; method: FactorMethod; now: Date },
): Promise<boolean> {
  const changed = await db.query(
    `UPDATE sessions SET stepped_up_at = $4, last_seen_at = $4, longest_idle_seconds = 0,
       methods = CASE WHEN $3 = ANY (methods) THEN methods ELSE methods || $3::text END
      WHERE id = $1 AND sub = $2 AND ended_at IS NULL AND expires_at > $4`,
    [id, sub, method, now],
  );
  return changed.rowCount === 1;
}

/** Ends an active session; `sub` limits it to one user's sessions. False when there was none to end. */
export async function endSession(
  db: Db,
  { id, sub, reason, now }: { id: string; sub: string; reason: EndReason; now: Date },
): Promise<boolean> {
  const ended = await db.query(
    'UPDATE sessions SET ended_at = $3, end_reason = $4 WHERE id = $1 AND sub = $2 AND ended_at IS NULL',
    [id, sub, now, reason],
  );
  return ended.rowCount === 1;
}

/** Ends all active sessions of a user, but the one with the id `except`. */
export async function endSessionsOf(db: Db, sub: string, now: Date, except: string | null = null): Promise<void> {
  await db.query(
    `UPDATE sessions SET ended_at = $2, end_reason = 'ended'
      WHERE sub = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3`,
    [sub, now, except],
  );
}

export async function listSessions(db: Db, sub: string, now: Date): Promise<readonly ListedSession[]> {
  const { rows } = await db.query(
    `SELECT id, device, methods[1] AS opened_by, created_at, last_seen_at FROM sessions
      WHERE sub = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id LIMIT 100`,
    [sub, now],
  );
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    openedBy: oneOf(OPENED_BY, row.opened_by ?? ''),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Deletes sessions that expired, or would have expired, before `before`. */
export async function deleteSessionsBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM sessions WHERE expires_at < $1', [before]);
}
