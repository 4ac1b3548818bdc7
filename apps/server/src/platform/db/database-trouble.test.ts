import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import { openPool } from './pool.ts';

const database = await testDatabase();
afterAll(() => database.drop());

/** An error as the database reports it. */
async function raised(code: string): Promise<unknown> {
  return database.pool.query(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`).catch((error: unknown) => error);
}

describe('the trouble of a database', () => {
  it('is that it is away, where nothing listens', async () => {
    const pool = openPool('postgres://assay@127.0.0.1:9/assay');
    const refused = await pool.query('SELECT 1').catch((error: unknown) => error);
    await pool.end();
    expect(databaseTroubleOf(refused)).toBe('away');
  });

  it('is that it is away, for the statement of a connection that is ended, and for the next one on it', async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const interrupted = client.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(databaseTroubleOf(await interrupted)).toBe('away');
    const late = await client.query('SELECT 1').catch((error: unknown) => error);
    client.release(true);
    expect(databaseTroubleOf(late)).toBe('away');
  });

  it('is that it is away, when no connection becomes free', async () => {
    // Long enough for the first connection, also on a busy machine.
    const pool = openPool(database.url, { maxConnections: 1, connectWithinMs: 2_000 });
    const client = await pool.connect();
    const late = await pool.query('SELECT 1').catch((error: unknown) => error);
    client.release();
    await pool.end();
    expect(databaseTroubleOf(late)).toBe('away');
  });

  it.each(['08006', '53300', '57P01', '57P02', '57P03'])('is that it is away, for SQLSTATE %s', async (code) => {
    expect(databaseTroubleOf(await raised(code))).toBe('away');
  });

  it.each(['53100', '58030'])('is that it is full, for SQLSTATE %s', async (code) => {
    expect(databaseTroubleOf(await raised(code))).toBe('full');
  });

  it('is none, where the statement is at fault', async () => {
    const wrong = await database.pool.query('SELECT nothing').catch((error: unknown) => error);
    expect(databaseTroubleOf(wrong)).toBe(null);
    expect(databaseTroubleOf(await raised('23505'))).toBe(null);
    expect(databaseTroubleOf('a text')).toBe(null);
  });
});
