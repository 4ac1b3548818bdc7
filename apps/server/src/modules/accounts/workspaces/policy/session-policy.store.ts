import { type Db, present } from '../../../../platform/db/index.ts';
import type { SessionRules, SessionUse } from '../../../../platform/kernel/session-rules.ts';

interface RulesRow {
  readonly idle_minutes: number | null;
  readonly life_minutes: number | null;
  readonly address_ranges: readonly string[];
}

const RULES = 'p.idle_minutes, p.life_minutes, p.address_ranges::text[] AS address_ranges';

export const NO_RULES: SessionRules = { idleMinutes: null, lifeMinutes: null, ranges: [] };

export const sessionPolicyStore = {
  /** What a company asks of sessions; null where it asks nothing. */
  async find(db: Db, workspace: string): Promise<SessionRules | null> {
    const { rows } = await db.query(`SELECT ${RULES} FROM workspace_session_policies p WHERE p.workspace = $1`, [
      workspace,
    ]);
    return rows[0] === undefined ? null : rulesOf(rows[0]);
  },

  /** The same, kept until the transaction ends. */
  async hold(db: Db, workspace: string): Promise<SessionRules | null> {
    const { rows } = await db.query(
      `SELECT ${RULES} FROM workspace_session_policies p WHERE p.workspace = $1 FOR UPDATE`,
      [workspace],
    );
    return rows[0] === undefined ? null : rulesOf(rows[0]);
  },

  /** The same with how a session was used until now, for who is about to enter. */
  async findFor(
    db: Db,
    { workspace, sessionId, now }: { readonly workspace: string; readonly sessionId: string; readonly now: Date },
  ): Promise<{ readonly rules: SessionRules; readonly use: SessionUse } | null> {
    const { rows } = await db.query(
      `SELECT ${RULES}, extract(epoch FROM $3::timestamptz - s.created_at)::float8 * 1000 AS age_ms,
              greatest(s.longest_idle_seconds, extract(epoch FROM $3::timestamptz - s.last_seen_at))::float8 * 1000 AS idle_ms
         FROM workspace_session_policies p JOIN sessions s ON s.id = $2 WHERE p.workspace = $1`,
      [workspace, sessionId, now],
    );
    const [row] = rows;
    return row === undefined ? null : { rules: rulesOf(row), use: { ageMs: present(row.age_ms), idleMs: row.idle_ms } };
  },

  /** Ranges are stored as their networks: of 10.1.2.3/8, 10.0.0.0/8. */
  async save(db: Db, workspace: string, { idleMinutes, lifeMinutes, ranges }: SessionRules): Promise<void> {
    await db.query(
      `INSERT INTO workspace_session_policies (workspace, idle_minutes, life_minutes, address_ranges)
       VALUES ($1, $2, $3, ARRAY(SELECT network(r::inet)::cidr FROM unnest($4::text[]) WITH ORDINALITY u (r, n)
                                  GROUP BY network(r::inet) ORDER BY min(n)))
       ON CONFLICT (workspace) DO UPDATE SET idle_minutes = excluded.idle_minutes,
         life_minutes = excluded.life_minutes, address_ranges = excluded.address_ranges`,
      [workspace, idleMinutes, lifeMinutes, ranges],
    );
  },

  async remove(db: Db, workspace: string): Promise<void> {
    await db.query('DELETE FROM workspace_session_policies WHERE workspace = $1', [workspace]);
  },
};

export type SessionPolicyStore = typeof sessionPolicyStore;

function rulesOf({ idle_minutes, life_minutes, address_ranges: ranges }: RulesRow): SessionRules {
  return { idleMinutes: idle_minutes, lifeMinutes: life_minutes, ranges };
}
