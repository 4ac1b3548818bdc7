import type { Pool } from './pool.ts';
import { inTransaction } from './transactions.ts';

/** Writes a little where the database must extend a file for it, and keeps nothing; rejects where that fails. */
export async function probeWrite(pool: Pool): Promise<void> {
  await inTransaction(pool, (client) =>
    client.query(
      `CREATE TEMPORARY TABLE write_probe ON COMMIT DROP AS
       SELECT repeat(md5(n::text), 32) AS text FROM generate_series(1, 64) AS n`,
    ),
  );
}
