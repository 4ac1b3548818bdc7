import { type Db, oneOf } from '../../../platform/db/index.ts';
import { type FactorKind, SIGN_IN_METHODS, type SignInMethod } from '../../../platform/kernel/who/assurance.ts';
import type { CompanyProof } from './auth.ports.ts';

/** A sign-in that waits for the second factor. It opens nothing by itself. */
export interface PendingSignIn {
  readonly id: string;
  readonly sub: string;
  readonly tokenHash: Buffer;
  /** What was proven so far. */
  readonly method: SignInMethod;
  readonly device: string;
  /** The magic link, for the check that was requested with it. */
  readonly linkId: string | null;
  readonly isSameBrowser: boolean;
  /** The company whose provider proved who it is; null by other ways. */
  readonly company: CompanyProof | null;
  readonly expiresAt: Date;
}

export async function insertPending(db: Db, pending: PendingSignIn & { readonly createdAt: Date }): Promise<void> {
  await db.query(
    `INSERT INTO pending_sign_ins (id, sub, token_hash, method, device, link_id, same_browser, created_at, expires_at,
       company, issuer, subject)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      pending.id,
      pending.sub,
      pending.tokenHash,
      pending.method,
      pending.device,
      pending.linkId,
      pending.isSameBrowser,
      pending.createdAt,
      pending.expiresAt,
      pending.company?.workspace ?? null,
      pending.company?.issuer ?? null,
      pending.company?.subject ?? null,
    ],
  );
}

export async function findPending(db: Db, id: string, now: Date): Promise<PendingSignIn | null> {
  const { rows } = await db.query('SELECT * FROM pending_sign_ins WHERE id = $1 AND expires_at > $2', [id, now]);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    id: row.id,
    sub: row.sub,
    tokenHash: row.token_hash,
    method: oneOf(SIGN_IN_METHODS, row.method),
    device: row.device,
    linkId: row.link_id,
    isSameBrowser: row.same_browser,
    company: companyOf(row),
    expiresAt: row.expires_at,
  };
}

function companyOf({
  company,
  issuer,
  subject,
}: Readonly<Record<'company' | 'issuer' | 'subject', string | null>>): CompanyProof | null {
  return company === null || issuer === null || subject === null ? null : { workspace: company, issuer, subject };
}

/** Consumes a pending sign-in; false when it was already consumed or has expired. */
export async function usePending(db: Db, id: string, now: Date): Promise<boolean> {
  const used = await db.query('DELETE FROM pending_sign_ins WHERE id = $1 AND expires_at > $2', [id, now]);
  return used.rowCount === 1;
}

export async function deletePendingBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM pending_sign_ins WHERE expires_at < $1', [before]);
}

/** Kinds of factors that the account has; empty without any. */
export async function factorKindsOf(db: Db, sub: string): Promise<readonly FactorKind[]> {
  const { rows } = await db.query('SELECT DISTINCT kind FROM factors WHERE sub = $1 ORDER BY kind', [sub]);
  return rows.map(({ kind }) => kind);
}
