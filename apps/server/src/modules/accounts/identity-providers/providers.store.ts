import type { InvitedRole } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { StoredProvider } from './identity.ports.ts';

interface ProviderRow {
  readonly workspace: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed_secret: Buffer;
  readonly requires_factor: boolean;
  readonly joining_role: InvitedRole | null;
  readonly tried_at: Date | null;
  readonly updated_at: Date;
}

export const providersStore = {
  async find(db: Db, workspace: string): Promise<StoredProvider | null> {
    const { rows } = await db.query('SELECT * FROM identity_providers WHERE workspace = $1', [workspace]);
    return providerOf(rows[0]);
  },

  /** The provider of the workspace that has proven a domain of mail. */
  async findByDomain(db: Db, domain: string): Promise<StoredProvider | null> {
    const { rows } = await db.query(
      `SELECT p.* FROM identity_domains d JOIN identity_providers p USING (workspace)
        WHERE d.domain = $1 AND d.proven_at IS NOT NULL`,
      [domain],
    );
    return providerOf(rows[0]);
  },

  async save(db: Db, provider: StoredProvider): Promise<void> {
    await db.query(
      `INSERT INTO identity_providers (workspace, issuer, client_id, sealed_secret, requires_factor, joining_role,
         tried_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (workspace) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
         sealed_secret = excluded.sealed_secret, requires_factor = excluded.requires_factor,
         joining_role = excluded.joining_role, tried_at = excluded.tried_at, updated_at = excluded.updated_at`,
      [
        provider.workspace,
        provider.issuer,
        provider.clientId,
        provider.sealedSecret,
        provider.requiresFactor,
        provider.joiningRole,
        provider.triedAt,
        provider.updatedAt,
      ],
    );
  },

  async tried(db: Db, workspace: string, now: Date): Promise<void> {
    await db.query('UPDATE identity_providers SET tried_at = $2 WHERE workspace = $1 AND tried_at IS NULL', [
      workspace,
      now,
    ]);
  },

  /** With the accounts that are linked by it. */
  async remove(db: Db, workspace: string): Promise<void> {
    await db.query('DELETE FROM identities WHERE workspace = $1', [workspace]);
    await db.query('DELETE FROM identity_providers WHERE workspace = $1', [workspace]);
    await db.query('UPDATE identity_domains SET is_required = false WHERE workspace = $1', [workspace]);
  },
};

function providerOf(row: ProviderRow | undefined): StoredProvider | null {
  if (row === undefined) return null;
  return {
    workspace: row.workspace,
    issuer: row.issuer,
    clientId: row.client_id,
    sealedSecret: row.sealed_secret,
    requiresFactor: row.requires_factor,
    joiningRole: row.joining_role,
    triedAt: row.tried_at,
    updatedAt: row.updated_at,
  };
}
