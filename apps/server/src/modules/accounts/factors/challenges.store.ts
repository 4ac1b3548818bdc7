import type { Db } from '../../../platform/db/index.ts';

export type ChallengePurpose = 'enrol_totp' | 'enrol_passkey' | 'sign_in' | 'second_step' | 'step_up';

export interface StoredChallenge {
  /** Base64url; null for an authenticator app. */
  readonly challenge: string | null;
  /** Secret of the new authenticator app, sealed; null otherwise. */
  readonly sealedSecret: Buffer | null;
}

export interface NewChallenge extends StoredChallenge {
  readonly id: string;
  readonly purpose: ChallengePurpose;
  /** Null for signing in by a passkey. */
  readonly sub: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** False where the account was deleted meanwhile. */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<boolean> {
  const inserted = await db.query(
    `INSERT INTO factor_challenges (id, purpose, sub, challenge, sealed_secret, created_at, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7
      WHERE $3::text IS NULL OR EXISTS (SELECT FROM users WHERE sub = $3 FOR KEY SHARE)`,
    [
      challenge.id,
      challenge.purpose,
      challenge.sub,
      challenge.challenge,
      challenge.sealedSecret,
      challenge.createdAt,
      challenge.expiresAt,
    ],
  );
  return inserted.rowCount === 1;
}

export interface WantedChallenge {
  readonly id: string;
  readonly purpose: ChallengePurpose;
  readonly sub: string | null;
}

/** Reads a challenge without consuming it; null for one that is unknown, expired or of another purpose or account. */
export async function findChallenge(db: Db, wanted: WantedChallenge, now: Date): Promise<StoredChallenge | null> {
  const { rows } = await db.query(
    `SELECT challenge, sealed_secret FROM factor_challenges
      WHERE id = $1 AND purpose = $2 AND sub IS NOT DISTINCT FROM $3 AND expires_at > $4`,
    [wanted.id, wanted.purpose, wanted.sub, now],
  );
  return challengeOf(rows[0]);
}

/** Consumes a challenge, whatever is answered to it; null as {@link findChallenge}. */
export async function takeChallenge(db: Db, wanted: WantedChallenge, now: Date): Promise<StoredChallenge | null> {
  const { rows } = await db.query(
    `DELETE FROM factor_challenges
      WHERE id = $1 AND purpose = $2 AND sub IS NOT DISTINCT FROM $3 AND expires_at > $4
      RETURNING challenge, sealed_secret`,
    [wanted.id, wanted.purpose, wanted.sub, now],
  );
  return challengeOf(rows[0]);
}

export async function deleteChallengesBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM factor_challenges WHERE expires_at < $1', [before]);
}

interface ChallengeRow {
  readonly challenge: string | null;
  readonly sealed_secret: Buffer | null;
}

function challengeOf(row: ChallengeRow | undefined): StoredChallenge | null {
  return row === undefined ? null : { challenge: row.challenge, sealedSecret: row.sealed_secret };
}
