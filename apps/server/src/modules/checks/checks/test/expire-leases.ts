import type { Db } from '../../../../platform/db/index.ts';

/** Makes all running checks interrupted ones, as if their processes had ended long ago. */
export async function expireLeases(db: Db): Promise<void> {
  await db.query("UPDATE checks SET lease_until = now() - interval '1 second' WHERE status = 'running'");
}
