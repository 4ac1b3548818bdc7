import type { Db } from '../../../platform/db/index.ts';
import type { SignedIn } from '../../../platform/kernel/caller.ts';

/** Columns of a {@link PolicyRow}, from `sessions` and the policy of its company, `policies`. */
export const POLICY_COLUMNS = `policies.workspace AS policy_of, policies.idle_minutes, policies.life_minutes,
  policies.address_ranges::text[] AS address_ranges, sessions.last_seen_at, sessions.longest_idle_seconds,
  EXISTS (SELECT FROM workspace_members m JOIN workspace_session_policies p ON p.workspace = m.workspace
           WHERE m.sub = sessions.sub AND p.idle_minutes IS NOT NULL) AS counts_idle`;

export interface PolicyRow {
  readonly policy_of: string | null;
  readonly idle_minutes: number | null;
  readonly life_minutes: number | null;
  readonly address_ranges: readonly string[] | null;
  readonly last_seen_at: Date;
  readonly longest_idle_seconds: number;
  readonly signed_in_at: Date;
  readonly counts_idle: boolean;
}

export interface StoredPolicy {
  readonly policy: SignedIn['policy'];
  /** Whether a use of the session must be written down now: a company of the person limits the time without use. */
  readonly isUseDue: boolean;
}

/** So exact is the time without use. */
const USE_MS = 60_000;

export function policyOf(row: PolicyRow, now: Date): StoredPolicy {
  const sinceUse = now.getTime() - row.last_seen_at.getTime();
  const rules = {
    idleMinutes: row.idle_minutes,
    lifeMinutes: row.life_minutes,
    ranges: row.address_ranges ?? [],
  };
  const use = {
    ageMs: now.getTime() - row.signed_in_at.getTime(),
    idleMs: Math.max(sinceUse, row.longest_idle_seconds * 1000),
  };
  return { policy: row.policy_of === null ? null : { rules, use }, isUseDue: row.counts_idle && sinceUse > USE_MS };
}

/** Writes down that an active session is used, and for how long it was not. */
export async function noteUse(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE sessions SET longest_idle_seconds = ${LONGEST_IDLE('$2')}, last_seen_at = $2
      WHERE id = $1 AND last_seen_at < $2 AND ended_at IS NULL`,
    [id, now],
  );
}

/** The longest time without use of a session that is used now, at the time of the parameter `now`. */
export const LONGEST_IDLE = (now: string): string =>
  `greatest(longest_idle_seconds, extract(epoch FROM ${now}::timestamptz - last_seen_at)::integer)`;
