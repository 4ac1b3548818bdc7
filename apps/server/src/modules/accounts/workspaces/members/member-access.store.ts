import type { Db } from '../../../../platform/db/index.ts';

/**
 * What goes on to work for somebody without a membership: what they made in a company, and what others made whose secret
 * or URL they set last.
 */
export interface MemberAccess {
  readonly keys: readonly { readonly id: string; readonly name: string }[];
  readonly webhooks: readonly { readonly id: string; readonly url: string }[];
  /** Open ones: what a member was invited by stays. */
  readonly invitations: readonly { readonly id: string; readonly email: string }[];
}

export const memberAccessStore = {
  /** The newest first. */
  async find(db: Db, workspace: string, sub: string, now: Date): Promise<MemberAccess> {
    const of = [workspace, sub];
    const keys = await db.query(
      `SELECT id, name FROM api_keys WHERE workspace = $1 AND $2 IN (created_by, secret_by) AND revoked_at IS NULL
        ORDER BY created_at DESC, id`,
      of,
    );
    const webhooks = await db.query(
      `SELECT id, url FROM webhook_endpoints WHERE workspace = $1 AND $2 IN (created_by, url_by, secret_by)
        ORDER BY created_at DESC, id`,
      of,
    );
    const invitations = await db.query(
      `SELECT id, email FROM workspace_invitations
        WHERE workspace = $1 AND invited_by = $2 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $3
        ORDER BY created_at DESC, id`,
      [...of, now],
    );
    return { keys: keys.rows, webhooks: webhooks.rows, invitations: invitations.rows };
  },

  /** Ends all of it. */
  async revoke(db: Db, { keys, webhooks, invitations }: MemberAccess, now: Date): Promise<void> {
    await db.query('UPDATE api_keys SET revoked_at = $2 WHERE id = ANY ($1)', [idsOf(keys), now]);
    await db.query('DELETE FROM webhook_endpoints WHERE id = ANY ($1)', [idsOf(webhooks)]);
    await db.query('UPDATE workspace_invitations SET revoked_at = $2 WHERE id = ANY ($1)', [idsOf(invitations), now]);
  },

  /** Makes another member's what is the member's of it: what others made stays theirs as well. */
  async handOver(db: Db, { keys, webhooks, invitations }: MemberAccess, sub: string, to: string): Promise<void> {
    const each = (columns: readonly string[]) =>
      columns.map((one) => `${one} = CASE WHEN ${one} = $2 THEN $3 ELSE ${one} END`).join(', ');
    for (const [table, columns, of] of [
      ['api_keys', ['created_by', 'secret_by', 'former_by'], keys],
      ['webhook_endpoints', ['created_by', 'url_by', 'secret_by'], webhooks],
      ['workspace_invitations', ['invited_by'], invitations],
    ] as const) {
      await db.query(`UPDATE ${table} SET ${each(columns)} WHERE id = ANY ($1)`, [idsOf(of), sub, to]);
    }
  },

  /** Ends former secrets that are the member's and that still work. Returns the keys, which go on to work. */
  async endFormer(db: Db, workspace: string, sub: string, now: Date): Promise<MemberAccess['keys']> {
    const { rows } = await db.query(
      `UPDATE api_keys SET former_hash = NULL, former_until = NULL, former_by = NULL
        WHERE workspace = $1 AND coalesce(former_by, created_by) = $2 AND former_until > $3 AND revoked_at IS NULL RETURNING id, name`,
      [workspace, sub, now],
    );
    return rows;
  },
};

const idsOf = (made: readonly { readonly id: string }[]): readonly string[] => made.map(({ id }) => id);
