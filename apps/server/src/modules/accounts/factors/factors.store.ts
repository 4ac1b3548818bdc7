import { type Db, LOCK_SPACES } from '../../../platform/db/index.ts';
import type { FactorKind } from '../../../platform/kernel/who/assurance.ts';

interface FactorFacts {
  readonly id: string;
  readonly sub: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface TotpFactor extends FactorFacts {
  readonly kind: 'totp';
  readonly sealedSecret: Buffer;
  readonly lastStep: number | null;
}

export interface PasskeyFactor extends FactorFacts {
  readonly kind: 'passkey';
  /** Base64url, as WebAuthn writes it in JSON. */
  readonly credentialId: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
}

export type StoredFactor = TotpFactor | PasskeyFactor;

interface FactorRow {
  readonly id: string;
  readonly sub: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly sealed_secret: Buffer | null;
  readonly last_step: string | null;
  readonly credential_id: string | null;
  readonly public_key: Buffer | null;
  readonly sign_count: string | null;
  readonly transports: string[] | null;
}

/** Serialises everything about the factors of an account until the transaction ends: proofs, changes and limits. */
export async function lockFactors(db: Db, sub: string): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACES.factors, sub]);
}

/** The factors of an account, the oldest first. */
export async function listFactors(db: Db, sub: string): Promise<readonly StoredFactor[]> {
  const { rows } = await db.query('SELECT * FROM factors WHERE sub = $1 ORDER BY created_at, id', [sub]);
  return rows.map(factorOf);
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyFactor | null> {
  const { rows } = await db.query('SELECT * FROM factors WHERE credential_id = $1', [credentialId]);
  const factor = rows[0] === undefined ? null : factorOf(rows[0]);
  return factor?.kind === 'passkey' ? factor : null;
}

export async function insertTotp(db: Db, factor: Omit<TotpFactor, 'kind' | 'lastUsedAt'>): Promise<void> {
  await db.query(
    `INSERT INTO factors (id, sub, kind, name, created_at, sealed_secret, last_step)
     VALUES ($1, $2, 'totp', $3, $4, $5, $6)`,
    [factor.id, factor.sub, factor.name, factor.createdAt, factor.sealedSecret, factor.lastStep],
  );
}

/** False when the passkey is enrolled already, for this or another account. */
export async function insertPasskey(db: Db, factor: Omit<PasskeyFactor, 'kind' | 'lastUsedAt'>): Promise<boolean> {
  const inserted = await db.query(
    `INSERT INTO factors (id, sub, kind, name, created_at, credential_id, public_key, sign_count, transports)
     VALUES ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING`,
    [
      factor.id,
      factor.sub,
      factor.name,
      factor.createdAt,
      factor.credentialId,
      factor.publicKey,
      factor.signCount,
      factor.transports,
    ],
  );
  return inserted.rowCount === 1;
}

export async function noteTotpUse(db: Db, id: string, { step, now }: { step: number; now: Date }): Promise<void> {
  await db.query('UPDATE factors SET last_step = $2, last_used_at = $3 WHERE id = $1', [id, step, now]);
}

export async function notePasskeyUse(
  db: Db,
  id: string,
  { signCount, now }: { signCount: number; now: Date },
): Promise<void> {
  await db.query('UPDATE factors SET sign_count = $2, last_used_at = $3 WHERE id = $1', [id, signCount, now]);
}

/** The removed factor; null when the account has none with this id. */
export async function deleteFactor(db: Db, sub: string, id: string): Promise<StoredFactor | null> {
  const { rows } = await db.query('DELETE FROM factors WHERE sub = $1 AND id = $2 RETURNING *', [sub, id]);
  return rows[0] === undefined ? null : factorOf(rows[0]);
}

function factorOf(row: FactorRow): StoredFactor {
  const { id, sub, name, created_at: createdAt, last_used_at: lastUsedAt } = row;
  const facts = { id, sub, name, createdAt, lastUsedAt };
  if (row.kind === 'totp' && row.sealed_secret !== null) {
    const lastStep = row.last_step === null ? null : Number(row.last_step);
    return { ...facts, kind: 'totp', sealedSecret: row.sealed_secret, lastStep };
  }
  if (row.credential_id === null || row.public_key === null) throw new Error('A factor without its key');
  return {
    ...facts,
    kind: 'passkey',
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports ?? [],
  };
}

export async function insertFailure(db: Db, sub: string, now: Date): Promise<void> {
  await db.query('INSERT INTO factor_failures (sub, failed_at) VALUES ($1, $2)', [sub, now]);
}

/** Time of the `most`th newest failure of the account since `since`; null when there are fewer. */
export async function timeOfNthFailure(db: Db, sub: string, since: Date, most: number): Promise<Date | null> {
  const { rows } = await db.query(
    `SELECT failed_at FROM factor_failures WHERE sub = $1 AND failed_at > $2
      ORDER BY failed_at DESC OFFSET $3 LIMIT 1`,
    [sub, since, most - 1],
  );
  return rows[0]?.failed_at ?? null;
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM factor_failures WHERE failed_at < $1', [before]);
}
