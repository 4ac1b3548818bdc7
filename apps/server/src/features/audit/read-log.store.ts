import type { AuditAction } from '@assay/domain';
import type { Db } from '../../db/index.ts';

/** Which entries of one log; null matches all. */
export interface AuditFilter {
  readonly action: AuditAction | null;
  /** The email or the id of an account, `operator` or `system`. */
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
  readonly actorKind: 'person' | 'operator' | 'system';
  readonly actorId: string | null;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly text: string | null;
  readonly hash: Buffer;
}

interface Row extends Omit<ReadEntry, 'seq' | 'email' | 'ip' | 'device'> {
  readonly seq: string;
  readonly actorContent: string | null;
}

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
  const found = await db.query<Row>(
    `SELECT e.seq, e.at, e.action, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
            e.target_kind AS "targetKind", g.content AS "targetId", a.content AS "actorContent", t.content AS text, e.hash
       FROM audit_entries e
       LEFT JOIN audit_personal a ON a.chain = e.chain AND a.seq = e.seq AND a.part = 'actor'
       LEFT JOIN audit_personal g ON g.chain = e.chain AND g.seq = e.seq AND g.part = 'target'
       LEFT JOIN audit_personal t ON t.chain = e.chain AND t.seq = e.seq AND t.part = 'text'
      WHERE ${conditions.join(' AND ')} ORDER BY e.seq DESC LIMIT $3`,
    values,
  );
  return found.rows.map(({ seq, actorContent, ...row }) => ({ ...row, ...originOf(actorContent), seq: Number(seq) }));
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

function originOf(content: string | null): Pick<ReadEntry, 'email' | 'ip' | 'device'> {
  if (content === null) return { email: null, ip: null, device: null };
  const { email, ip, device } = JSON.parse(content) as Pick<ReadEntry, 'email' | 'ip' | 'device'>;
  return { email, ip, device };
}
