import { tmpdir } from 'node:os';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCheck } from '../../src/commands/check.ts';
import type { CommandContext } from '../../src/platform/command/context.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { migrate, openPool, type Pool } from '../../src/platform/db/index.ts';
import { type ArchivedPostgres, openArchivedPostgres, PAGE_COMMANDS } from '../support/archived-postgres.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const INSERT = 'INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)';

let postgres: ArchivedPostgres;

async function onDatabase<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const emailsOf = (url: string) =>
  onDatabase(url, async (pool) => {
    const { rows } = await pool.query<{ email: string }>('SELECT email FROM users ORDER BY 1');
    return rows.map(({ email }) => email);
  });

beforeAll(async () => {
  postgres = await openArchivedPostgres();
  await migrate(postgres.url);
}, 120_000);
afterAll(() => postgres.close());

describe('PostgreSQL 15 from Debian', { timeout: 120_000 }, () => {
  it('takes the schema, and a check is made on it', async () => {
    await onDatabase(postgres.url, async (pool) => {
      const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
      expect(rows[0]?.server_version_num).toMatch(/^15\d{4}$/);
      const out: string[] = [];
      const context: CommandContext = {
        config: readConfig({ ASSAY_DATA_DIR: tmpdir(), STARTER_DATA: 'off', LIVE_CHAINS: 'off' }),
        environment: {},
        openDatabase: async () => pool,
        out: (text) => void out.push(text),
        err: () => undefined,
        progress: () => undefined,
        signal: AbortSignal.timeout(60_000),
      };
      const program = new Command().exitOverride();
      registerCheck(program, context);
      await program.parseAsync(['check', ADDRESS, '--asset', 'BTC', '--json'], { from: 'user' });
      expect(JSON.parse(out.join('\n'))).toMatchObject({ address: ADDRESS });
    });
  });

  it('goes back to the moment before a deletion by the commands of the page', async () => {
    const { url, shell } = postgres;
    shell(PAGE_COMMANDS.setUp);
    await onDatabase(url, (pool) => pool.query(INSERT, ['a'.repeat(32), 'ann@example.org']));
    shell(PAGE_COMMANDS.daily);
    await onDatabase(url, (pool) => pool.query(INSERT, ['b'.repeat(32), 'ben@example.org']));
    const moment = shell('psql -U assay -At -c "SELECT now()" assay');
    await onDatabase(url, async (pool) => {
      await pool.query('SELECT pg_sleep(1)');
      await pool.query('DELETE FROM users');
      expect((await pool.query('SELECT FROM users')).rowCount).toBe(0);
    });
    // Stopping hands over what is left of the log.
    shell(
      PAGE_COMMANDS.goBack
        .replace(/^MOMENT=.*$/m, `MOMENT='${moment}'`)
        .replace(/pg_ctlcluster 15 main start/, '$& > start.log'),
    );
    await onDatabase(url, async (pool) => {
      const replaying = async () => (await pool.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]?.is;
      await expect.poll(replaying, { timeout: 30_000 }).toBe(false);
    });
    expect(await emailsOf(url)).toEqual(['ann@example.org', 'ben@example.org']);
    await migrate(url);
  });
});
