import { type Db, lockNamed } from '../../../platform/db/index.ts';
import type { StoredDomain } from './identity.ports.ts';

interface DomainRow {
  readonly id: string;
  readonly workspace: string;
  readonly domain: string;
  readonly token: string;
  readonly proven_at: Date | null;
  readonly is_required: boolean;
}

export const domainsStore = {
  async ofWorkspace(db: Db, workspace: string): Promise<readonly StoredDomain[]> {
    const { rows } = await db.query('SELECT * FROM identity_domains WHERE workspace = $1 ORDER BY domain', [workspace]);
    return rows.map(domainOf);
  },

  async find(db: Db, workspace: string, id: string): Promise<StoredDomain | null> {
    const { rows } = await db.query('SELECT * FROM identity_domains WHERE workspace = $1 AND id = $2', [workspace, id]);
    return rows[0] === undefined ? null : domainOf(rows[0]);
  },

  /** The claim that has proven the domain, locked until the transaction ends. */
  async holdProven(db: Db, domain: string): Promise<StoredDomain | null> {
    // Two workspaces that prove one domain at once: the second waits here.
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockNamed('identityDomain', domain)]);
    const { rows } = await db.query(
      'SELECT * FROM identity_domains WHERE domain = $1 AND proven_at IS NOT NULL FOR UPDATE',
      [domain],
    );
    return rows[0] === undefined ? null : domainOf(rows[0]);
  },

  /** The claim of a workspace to a domain, if it has proven it. */
  async proofOf(db: Db, workspace: string, domain: string): Promise<StoredDomain | null> {
    const { rows } = await db.query(
      'SELECT * FROM identity_domains WHERE workspace = $1 AND domain = $2 AND proven_at IS NOT NULL',
      [workspace, domain],
    );
    return rows[0] === undefined ? null : domainOf(rows[0]);
  },

  /** Proven domains of all workspaces whose record was last seen before a time, the longest ago first. */
  async lookedAtBefore(db: Db, before: Date): Promise<readonly StoredDomain[]> {
    const { rows } = await db.query(
      `SELECT * FROM identity_domains WHERE proven_at IS NOT NULL AND coalesce(looked_at, proven_at) < $1
        ORDER BY coalesce(looked_at, proven_at), id`,
      [before],
    );
    return rows.map(domainOf);
  },

  /** The record was there. */
  async noteLook(db: Db, id: string, now: Date): Promise<void> {
    await db.query('UPDATE identity_domains SET looked_at = $2 WHERE id = $1', [id, now]);
  },

  /** The workspace whose login the domain must use; null where any may be used. */
  async requiredBy(db: Db, domain: string): Promise<string | null> {
    const { rows } = await db.query(
      'SELECT workspace FROM identity_domains WHERE domain = $1 AND proven_at IS NOT NULL AND is_required',
      [domain],
    );
    return rows[0]?.workspace ?? null;
  },

  async insert(db: Db, domain: StoredDomain, now: Date): Promise<void> {
    await db.query(
      'INSERT INTO identity_domains (id, workspace, domain, token, created_at) VALUES ($1, $2, $3, $4, $5)',
      [domain.id, domain.workspace, domain.domain, domain.token, now],
    );
  },

  /** Null takes the proof away, and with it the requirement. */
  async setProven(db: Db, id: string, provenAt: Date | null): Promise<void> {
    await db.query(
      `UPDATE identity_domains SET proven_at = $2, looked_at = $2, is_required = is_required AND $2::timestamptz IS NOT NULL
        WHERE id = $1`,
      [id, provenAt],
    );
  },

  async setRequired(db: Db, id: string, isRequired: boolean): Promise<void> {
    await db.query('UPDATE identity_domains SET is_required = $2 WHERE id = $1', [id, isRequired]);
  },

  async remove(db: Db, id: string): Promise<void> {
    await db.query('DELETE FROM identity_domains WHERE id = $1', [id]);
  },

  /**
   * Ends the sessions of people with the domain that were opened in another way than by the workspace's login, but for its
   * owners.
   */
  async endOtherSessions(db: Db, { domain, workspace }: StoredDomain, now: Date): Promise<void> {
    await db.query(
      `UPDATE sessions s SET ended_at = $3, end_reason = 'ended' FROM users u
        WHERE u.sub = s.sub AND s.ended_at IS NULL AND s.methods[1] <> 'provider'
          AND split_part(u.email, '@', 2) = $1
          AND NOT EXISTS (SELECT FROM workspace_members m
                           WHERE m.workspace = $2 AND m.sub = s.sub AND m.role = 'owner')`,
      [domain, workspace, now],
    );
  },
};

function domainOf(row: DomainRow): StoredDomain {
  return {
    id: row.id,
    workspace: row.workspace,
    domain: row.domain,
    token: row.token,
    provenAt: row.proven_at,
    isRequired: row.is_required,
  };
}
