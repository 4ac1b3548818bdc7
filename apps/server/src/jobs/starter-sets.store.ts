import type { Pool } from '../db/index.ts';

const LOCK_SPACE = 4278;

/** The version that is completely loaded, or null. */
export async function starterVersion(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ version: string }>(
    "SELECT version FROM starter_set WHERE name = $1 AND state = 'done'",
    [name],
  );
  return rows[0]?.version ?? null;
}

export async function markStarterSet(
  pool: Pool,
  name: string,
  version: string,
  state: 'running' | 'done' | 'failed',
  failure: string | null,
): Promise<void> {
  await pool.query(
    `INSERT INTO starter_set (name, version, state, failure) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE
       SET version = excluded.version, state = excluded.state, failure = excluded.failure, updated_at = now()`,
    [name, version, state, failure],
  );
}

/** Does the work unless another process is at it; false then. The lock goes with the session, so no crash keeps it. */
export async function withStarterLock(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS held', [
      LOCK_SPACE,
      name,
    ]);
    if (rows[0]?.held !== true) return false;
    try {
      await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, name]);
    }
    return true;
  } finally {
    client.release();
  }
}
