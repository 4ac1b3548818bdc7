import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCheck } from '../../src/commands/check.ts';
import type { CommandContext } from '../../src/commands/context.ts';
import { readConfig } from '../../src/config/config.ts';
import { migrate, openPool, type Pool } from '../../src/db/index.ts';

const PAGE = readFileSync(new URL('../../../../docs/operations/point-in-time.md', import.meta.url), 'utf8');
const BIN = '/usr/lib/postgresql/15/bin';
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** Blocks of the page, in order. */
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
const [pgbackrestConf = '', archiveConf = ''] = blocks('ini');
const [setUp = '', daily = '', goBack = ''] = blocks('sh');

let home = '';
let port = 0;

/** Runs shell lines as an ordinary user: PostgreSQL refuses root. */
function shell(script: string): string {
  const preamble = `set -e
export PATH=${BIN}:$PATH PGBACKREST_CONFIG=${home}/pgbackrest.conf PGHOST=${home} PGPORT=${port}
cd ${home}
# The cluster of the test has another place than Debian's.
pg_ctlcluster() { pg_ctl -D ${home}/data -w -l ${home}/postgres.log "$3"; }
`;
  const line = ['bash', '-c', preamble + script];
  const [command = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...line] : line;
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000 });
  const log = path.join(home, 'postgres.log');
  expect(status, `${script}\n${stdout}${stderr}${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''}`).toBe(
    0,
  );
  return stdout.trim();
}

/** The page's text for the places of this test. */
const placed = (text: string): string =>
  text
    .replaceAll('/var/lib/pgbackrest', `${home}/repository`)
    .replaceAll('/var/lib/postgresql/15/main', `${home}/data`);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : expect.fail('no port');
}

const url = (): string => `postgres://assay@127.0.0.1:${port}/assay`;

async function onDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url());
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'assay-point-in-time-'));
  port = await freePort();
  mkdirSync(path.join(home, 'repository'));
  const places = `log-path=${home}\nlock-path=${home}/lock\nlog-level-file=off\n`;
  const pg = `pg1-socket-path=${home}\npg1-port=${port}\npg1-user=assay\npg1-database=postgres\n`;
  writeFileSync(
    path.join(home, 'pgbackrest.conf'),
    placed(pgbackrestConf).replace('[assay]\n', `${places}\n[assay]\n${pg}`),
  );
  if (process.getuid?.() === 0) {
    const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
    for (const name of ['', 'repository', 'pgbackrest.conf']) chownSync(path.join(home, name), id('-u'), id('-g'));
  }
  shell(`initdb -D data -U assay --auth=trust --no-sync > initdb.log
cat >> data/postgresql.conf <<'END'
${archiveConf}listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${home}'
END
pg_ctlcluster 15 main start > start.log
createdb -U assay assay`);
  await migrate(url());
}, 120_000);
afterAll(() => {
  shell('pg_ctlcluster 15 main stop > stop.log');
  rmSync(home, { recursive: true });
});

describe('PostgreSQL 15 from Debian', { timeout: 120_000 }, () => {
  it('takes the schema, and a check is made on it', async () => {
    await onDatabase(async (pool) => {
      const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
      expect(rows[0]?.server_version_num).toMatch(/^15\d{4}$/);
      const out: string[] = [];
      const context: CommandContext = {
        config: readConfig({ ASSAY_DATA_DIR: home, STARTER_DATA: 'off', LIVE_CHAINS: 'off' }),
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
    shell(setUp);
    const sub = 'a'.repeat(32);
    const insert = 'INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)';
    await onDatabase((pool) => pool.query(insert, [sub, 'ann@example.org']));
    shell(daily);
    await onDatabase((pool) => pool.query(insert, ['b'.repeat(32), 'ben@example.org']));
    const moment = shell('psql -U assay -At -c "SELECT now()" assay');
    await onDatabase(async (pool) => {
      await pool.query('SELECT pg_sleep(1)');
      await pool.query('DELETE FROM users');
      expect((await pool.query('SELECT FROM users')).rowCount).toBe(0);
    });
    // Stopping hands over what is left of the log.
    shell(
      goBack.replace(/^MOMENT=.*$/m, `MOMENT='${moment}'`).replace(/pg_ctlcluster 15 main start/, '$& > start.log'),
    );
    await onDatabase(async (pool) => {
      const replaying = async () => (await pool.query('SELECT pg_is_in_recovery() AS is')).rows[0]?.is;
      await expect.poll(replaying, { timeout: 30_000 }).toBe(false);
      const { rows } = await pool.query<{ email: string }>('SELECT email FROM users ORDER BY 1');
      expect(rows.map(({ email }) => email)).toEqual(['ann@example.org', 'ben@example.org']);
    });
    await migrate(url());
  });
});
