import { AUDIT_ACTIONS, type AuditAction } from '@assay/domain';
import { type Db, oneOf } from '../db/index.ts';
import type { AuditTarget } from './audit.ports.ts';

/** Which entries of one log; null matches all. */
export interface AuditFilter {
  readonly action: AuditAction | null;
  /** The email or the id of an account, the id of a key, `operator` or `system`. */
  readonly actor: string | null;
  readonly target: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** An entry with what is still stored about it. */
export interface ReadEntry {
  readonly seq: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actorKind: (typeof ACTOR_KINDS)[number];
  readonly actorId: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly email: string | null;
  /** Of a key, at the time of the act. */
  readonly name: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly text: string | null;
  readonly hash: Buffer;
}

export interface RecordedAct {
  readonly workspace: string;
  readonly key: string;
  readonly action: AuditAction;
  readonly target: AuditTarget;
}

type Origin = Pick<ReadEntry, 'email' | 'name' | 'ip' | 'device'>;

const ACTOR_KINDS = ['person', 'key', 'operator', 'system'] as const;
const KNOWN_ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/** Entries of one chain with a lower number than `before`, the newest first. */
export async function readLog(
  db: Db,
  chain: string,
  filter: AuditFilter,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<readonly ReadEntry[]> {
  const values: unknown[] = [chain, before, most];
  const use = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['e.chain = $1', 'e.seq < $2', ...conditionsOf(filter, use)];
  const found = await db.query(
    `SELECT e.seq, e.at, e.action, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
            e.target_kind AS "targetKind", g.content AS "targetId", a.content AS "actorContent", t.content AS text, e.hash
       FROM audit_entries e
       LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor'
       LEFT JOIN audit_personal g ON g.chain = e.chain AND g.seq = e.seq AND g.part = 'target'
       LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'
      WHERE ${conditions.join(' AND ')} ORDER BY e.seq DESC LIMIT $3`,
    values,
  );
  return found.rows.map(({ seq, action, actorKind, actorContent, ...row }) => ({
    ...row,
    ...originOf(actorContent),
    seq: Number(seq),
    action: oneOf(KNOWN_ACTIONS, action),
    actorKind: oneOf(ACTOR_KINDS, actorKind),
  }));
}

/** Whether this act of a key on a thing is in the log of a workspace for today (UTC) already. */
export async function isRecordedToday(db: Db, { workspace, key, action, target }: RecordedAct): Promise<boolean> {
  const found = await db.query(
    `SELECT FROM audit_personal t JOIN audit_entries e USING (chain, seq)
      WHERE t.chain = $1 AND t.part = 'target' AND t.content = $2 AND e.target_kind = $3 AND e.action = $4
        AND e.actor_id = $5 AND e.at >= date_trunc('day', clock_timestamp(), 'UTC') LIMIT 1`,
    [workspace, target.id, target.kind, action, key],
  );
  return found.rowCount === 1;
}

function conditionsOf(
  { action, actor, target, from, until }: AuditFilter,
  use: (value: unknown) => string,
): readonly string[] {
  return [
    ...(action === null ? [] : [`e.action = ${use(action)}`]),
    ...(actor === null ? [] : [actorCondition(actor, use)]),
    ...(target === null
      ? []
      : [
          `e.seq IN (SELECT seq FROM audit_personal WHERE chain = $1 AND part = 'target' AND content = ${use(target)})`,
        ]),
    ...(from === null ? [] : [`e.at >= ${use(from)}`]),
    ...(until === null ? [] : [`e.at < ${use(until)}`]),
  ];
}

function actorCondition(actor: string, use: (value: unknown) => string): string {
  if (actor === 'operator' || actor === 'system') return `e.actor_kind = ${use(actor)}`;
  if (!actor.includes('@')) return `e.actor_id = ${use(actor)}`;
  return `e.actor_id IN (SELECT sub FROM users WHERE email = ${use(actor.toLowerCase())})`;
}

function originOf(content: string | null): Origin {
  const {
    email = null,
    name = null,
    ip = null,
    device = null,
  } = content === null ? {} : (JSON.parse(content) as Partial<Origin>);
  return { email, name, ip, device };
}
