import { type Db, LOCK_SPACES, type Pool, prepared } from '../../platform/db/index.ts';

/** The version that is completely loaded, or null. */
export async function starterVersion(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query("SELECT version FROM starter_set WHERE name = $1 AND state = 'done'", [name]);
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
    `INSERT INTO starter_set (name, version, state, failure, loaded_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $3 = 'done' THEN now() END)
     ON CONFLICT (name) DO UPDATE
       SET version = excluded.version, state = excluded.state, failure = excluded.failure, updated_at = now(),
           loaded_at = coalesce(starter_set.loaded_at, excluded.loaded_at)`,
    [name, version, state, failure],
  );
}

/**
 * Writes down which sets this installation is going to load, before anybody can ask anything of it; those that it does
 * not load, and never has, are forgotten.
 */
export async function expectStarterSets(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query('DELETE FROM starter_set WHERE loaded_at IS NULL AND name <> ALL ($1::text[])', [names]);
  await pool.query(
    `INSERT INTO starter_set (name, version, state) SELECT name, '', 'running' FROM unnest($1::text[]) AS n(name)
     ON CONFLICT (name) DO UPDATE SET state = 'running', failure = NULL WHERE starter_set.loaded_at IS NULL`,
    [names],
  );
}

export interface UnloadedSet {
  readonly name: string;
  readonly state: 'running' | 'failed';
  readonly failure: string | null;
}

/** Sets that this installation loads and has never loaded completely, by name. */
export async function unloadedStarterSets(db: Db): Promise<readonly UnloadedSet[]> {
  const { rows } = await db.query(
    prepared('SELECT name, state, failure FROM starter_set WHERE loaded_at IS NULL ORDER BY name COLLATE "C"'),
  );
  // One that is loaded has the time of it.
  return rows.flatMap(({ name, state, failure }) => (state === 'done' ? [] : [{ name, state, failure }]));
}

/** Does the work unless another process is at it; false then. The lock goes with the session, so no crash keeps it. */
export async function withStarterLock(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS held', [
      LOCK_SPACES.starterSets,
      name,
    ]);
    if (rows[0]?.held !== true) return false;
    try {
      await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACES.starterSets, name]);
    }
    return true;
  } finally {
    client.release();
  }
}
