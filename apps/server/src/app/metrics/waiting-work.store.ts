import type { Db } from '../../platform/db/index.ts';

/** Work of one kind that has not ended. */
export interface WaitingWork {
  /** `checks`, `batches`, `webhooks`, `transfer-imports`, or the name of a queue of background jobs. */
  readonly kind: string;
  readonly count: number;
  /** Since the oldest of them could have begun, in seconds; 0 without any. */
  readonly oldestSeconds: number;
}

/** Each part reads an index of what has not ended, so that its cost does not grow with the history. */
const WAITING = `
  SELECT 'checks' AS kind, count(*)::integer AS count, min(created_at) AS oldest FROM checks WHERE status = 'running'
  UNION ALL
  SELECT 'batches', count(*)::integer, min(created_at) FROM batches WHERE status = 'running'
  UNION ALL
  SELECT 'webhooks', count(*)::integer, min(next_at) FROM webhook_deliveries
   WHERE status = 'waiting' AND next_at <= now()
  UNION ALL
  SELECT 'transfer-imports', count(*)::integer, min(started_at) FROM transfer_imports WHERE state <> 'done'
  UNION ALL
  SELECT q.name, count(j.id)::integer, min(j.start_after) FROM pgboss.queue q
    LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()
   GROUP BY q.name`;

export async function readWaitingWork(db: Db): Promise<readonly WaitingWork[]> {
  const { rows } = await db.query(
    `SELECT kind, count, coalesce(greatest(0, extract(epoch FROM now() - oldest)), 0)::float8 AS "oldestSeconds"
       FROM (${WAITING}) AS work`,
  );
  return rows;
}

/** Orders that were begun in the last 24 hours. */
export interface RecentOrders {
  readonly provider: string;
  readonly status: string;
  readonly count: number;
}

export async function countRecentOrders(db: Db): Promise<readonly RecentOrders[]> {
  const { rows } = await db.query(
    `SELECT provider, status, count(*)::integer AS count FROM orders
      WHERE created_at > now() - interval '1 day' GROUP BY provider, status ORDER BY provider, status`,
  );
  return rows;
}

/** Orders of which money is held until somebody decides. */
export async function countHeldOrders(db: Db): Promise<number> {
  const { rows } = await db.query('SELECT count(*)::integer AS count FROM orders WHERE held_since IS NOT NULL');
  return rows[0]?.count ?? 0;
}
