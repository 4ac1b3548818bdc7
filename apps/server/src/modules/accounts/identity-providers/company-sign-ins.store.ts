import type { Db } from '../../../platform/db/index.ts';

/** A login that is under way at a provider. */
export interface StoredCompanySignIn {
  readonly id: string;
  readonly stateHash: Buffer;
  /** Of the mark of the browser that began it. */
  readonly browserHash: Buffer;
  readonly workspace: string;
  /** The provider as it was when the login began. */
  readonly issuer: string;
  readonly clientId: string;
  readonly acceptsTerms: boolean;
  readonly expiresAt: Date;
}

export const companySignInsStore = {
  async insert(db: Db, signIn: StoredCompanySignIn): Promise<void> {
    await db.query(
      `INSERT INTO company_sign_ins (id, state_hash, browser_hash, workspace, issuer, client_id, accepts_terms, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        signIn.id,
        signIn.stateHash,
        signIn.browserHash,
        signIn.workspace,
        signIn.issuer,
        signIn.clientId,
        signIn.acceptsTerms,
        signIn.expiresAt,
      ],
    );
  },

  /** Removes logins that ended before then without being taken. Run as service work. */
  async removeBefore(db: Db, before: Date): Promise<void> {
    await db.query('DELETE FROM company_sign_ins WHERE expires_at < $1', [before]);
  },

  /**
   * Takes a login, once, for the browser that began it: in another one it stays as it is, so that nobody ends it who has
   * only seen its address.
   */
  async take(
    db: Db,
    wanted: { readonly stateHash: Buffer; readonly browserHash: Buffer },
    now: Date,
  ): Promise<StoredCompanySignIn | null> {
    const { rows } = await db.query(
      'DELETE FROM company_sign_ins WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3 RETURNING *',
      [wanted.stateHash, wanted.browserHash, now],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      id: row.id,
      stateHash: row.state_hash,
      browserHash: row.browser_hash,
      workspace: row.workspace,
      issuer: row.issuer,
      clientId: row.client_id,
      acceptsTerms: row.accepts_terms,
      expiresAt: row.expires_at,
    };
  },
};
