import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { appliedMigrations, migrate, migrateTo, NewerSchemaError, type Pool } from '../../../platform/db/index.ts';
import { importLabels } from '../../labels/index.ts';
import { auditLedger, FREE_TARIFF, ledger } from '../../money/index.ts';
import { importTransfers } from '../../records/index.ts';
import { BackupError } from './backup-format.ts';
import { pathOf } from './installation-files.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const signal = new AbortController().signal;

const PASSPHRASE = 'six words nobody else thinks of';
const REQUEST = {
  product: '1.2.3',
  passphrase: PASSPHRASE,
  workFactor: 8,
  now: NOW,
  signal,
  onProgress: () => undefined,
};

let home = '';
let full: TestDatabase;
let backup: Buffer;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'assay-backup-'));
  full = await testDatabase();
  databases.push(full);
  await fill(full.pool);
  await mkdir(path.join(home, 'keys', 'former'), { recursive: true });
  await writeFile(path.join(home, 'auth.secret'), 'an auth secret');
  await writeFile(path.join(home, 'keys', 'keys.json'), '{"keys":[]}');
  await writeFile(path.join(home, 'keys', 'former', 'key.pem'), 'a key');
  await writeFile(path.join(home, 'postgres.log'), 'not part of it');
  backup = await backupOf(full.pool);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(home, { recursive: true });
});

const account = (number: number): string => `0x${String(number).padStart(40, 'a')}`;

/** Records of two assets, labels, a ledger with a check taken and one given back, and text that COPY must escape. */
async function fill(pool: Pool): Promise<void> {
  const rows = Array.from(
    { length: 50 },
    (_, index) =>
      `ETH,${index % 2 ? 'USDT' : 'USDC'},${account(index)},${account(index + 1)},5,${1_600_000_000 + index},t${index},${index}`,
  );
  const transfers = path.join(home, 'transfers.csv');
  await writeFile(transfers, `network,asset,from,to,amount,time,transaction,sequence\n${rows.join('\n')}\n`);
  await importTransfers(pool, { format: 'csv', network: null, asset: null, files: [transfers], signal });
  const labels = path.join(home, 'labels.csv');
  await writeFile(
    labels,
    `address,network,entity,category,confidence\n${account(3)},ETH,"Tab\\t, \\N and 木",mixer,90\n`,
  );
  await importLabels(pool, {
    format: 'csv',
    locations: [labels],
    setName: 'mine',
    origin: 'import',
    currency: undefined,
  });
  const grant = { tariff: FREE_TARIFF, checks: 3, reason: 'operator', expiresAt: null } as const;
  await ledger.grant(pool, { ...grant, sub: 'a'.repeat(32), key: 'operator:1' });
  await pool.query(
    `INSERT INTO users (sub, email, mailbox_key, suspended_at, suspended_reason)
     VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org', now(), E'two\\nlines\\tand \\\\N')`,
  );
}

async function backupOf(pool: Pool): Promise<Buffer> {
  const out = new PassThrough();
  const chunks: Buffer[] = [];
  out.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const folders = { dataDir: home, keysDir: path.join(home, 'keys') };
  await makeBackup(pool, out, { ...REQUEST, folders });
  return Buffer.concat(chunks);
}

interface Restored {
  readonly database: TestDatabase;
  readonly dataDir: string;
}

async function restored(
  bytes: Buffer,
  into?: TestDatabase,
  mustBeEncrypted = true,
): Promise<Restored & { readonly rows: number }> {
  const database = into ?? (await emptyDatabase());
  if (into === undefined) databases.push(database);
  const dataDir = await mkdtemp(path.join(home, 'restored-'));
  const { rows } = await restoreBackup(database.pool, Readable.from([bytes]), {
    folders: { dataDir, keysDir: path.join(dataDir, 'own keys') },
    passphrase: async () => (mustBeEncrypted ? PASSPHRASE : expect.fail('it was asked for')),
    mustBeEncrypted,
    migrateTo: (migrations) => migrateTo(database.url, migrations),
    migrateOn: async () => void (await migrate(database.url)),
    signal,
    onProgress: () => undefined,
  });
  return { database, dataDir, rows };
}

/** Every table with a hash over all of its rows. */
async function contentsOf(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash FROM ${name} t`,
    );
    if (name !== 'schema_migration') contents[name] = found.rows[0]?.hash ?? '';
  }
  return contents;
}

describe('a restored backup', () => {
  let copy: Restored;
  beforeAll(async () => {
    copy = await restored(backup);
  });

  it('holds every row of every table, those of single assets among them', async () => {
    const contents = await contentsOf(full.pool);
    expect(contents['transfers_1']).toMatch(/^25 /);
    expect(await contentsOf(copy.database.pool)).toEqual(contents);
    expect(await appliedMigrations(copy.database.pool)).toEqual(await appliedMigrations(full.pool));
  });

  it('holds the secrets and keys, for their owner alone, and nothing else of the folder', async () => {
    expect(await readFile(path.join(copy.dataDir, 'auth.secret'), 'utf8')).toBe('an auth secret');
    expect(await readFile(path.join(copy.dataDir, 'own keys', 'former', 'key.pem'), 'utf8')).toBe('a key');
    expect((await stat(path.join(copy.dataDir, 'auth.secret'))).mode & 0o777).toBe(0o600);
    await expect(stat(path.join(copy.dataDir, 'postgres.log'))).rejects.toThrow('ENOENT');
  });

  it('goes on where the other stopped: sequences, triggers, foreign keys and indexes', async () => {
    const { pool } = copy.database;
    expect(await auditLedger(pool)).toEqual([]);
    const grant = { tariff: FREE_TARIFF, checks: 1, reason: 'operator', expiresAt: null } as const;
    await ledger.grant(pool, { ...grant, sub: 'b'.repeat(32), key: 'operator:2' });
    expect(await auditLedger(pool)).toEqual([]);
    await expect(pool.query('UPDATE ledger_entries SET checks = 9')).rejects.toThrow();
    await expect(pool.query("INSERT INTO sessions (user_sub) VALUES ('nobody')")).rejects.toThrow();
    const definitions = `SELECT conname, pg_get_constraintdef(oid) AS definition, convalidated FROM pg_constraint
                          WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`;
    expect((await pool.query(definitions)).rows).toEqual((await full.pool.query(definitions)).rows);
    const triggers = `SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`;
    expect((await pool.query(triggers)).rows).toEqual((await full.pool.query(triggers)).rows);
    const indexes = `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`;
    expect((await pool.query(indexes)).rows).toEqual((await full.pool.query(indexes)).rows);
  });
});

describe('a backup', () => {
  it('of an older schema is restored and then migrated', async () => {
    const older = await emptyDatabase();
    databases.push(older);
    const names = [...(await appliedMigrations(full.pool))].filter((name) => name < '0110');
    await migrateTo(older.url, names);
    await older.pool.query(
      `INSERT INTO users (sub, email, mailbox_key) VALUES (repeat('a', 32), 'ann@example.org', 'ann@example.org')`,
    );
    const { database } = await restored(await backupOf(older.pool));
    expect(await appliedMigrations(database.pool)).toEqual(await appliedMigrations(full.pool));
    expect((await contentsOf(database.pool))['users']).toMatch(/^1 /);
  });

  it('of the first form, with its secrets as they are, is restored without a passphrase', async () => {
    const older = gunzipSync(await readFile(new URL('./test/version-1.tar.gz', import.meta.url)));
    const { database, dataDir } = await restored(older, undefined, false);
    expect((await contentsOf(database.pool))['transfers_1']).toMatch(/^25 /);
    expect(await auditLedger(database.pool)).toEqual([]);
    expect(await readFile(path.join(dataDir, 'auth.secret'), 'utf8')).toBe('an auth secret');
    await expect(restored(older)).rejects.toThrow('A passphrase is named, and nothing in this backup is encrypted');
  });

  it('of a newer schema is refused', async () => {
    const newer = await testDatabase();
    databases.push(newer);
    await newer.pool.query("INSERT INTO schema_migration (name, run_on) VALUES ('9100_newer', now())");
    await expect(restored(await backupOf(newer.pool))).rejects.toThrow(NewerSchemaError);
  });

  it('shows one state of the database, whatever is written meanwhile', async () => {
    const busy = await testDatabase();
    databases.push(busy);
    const grant = { tariff: FREE_TARIFF, checks: 1, reason: 'operator', expiresAt: null } as const;
    let isWriting = true;
    const writing = (async () => {
      for (let made = 0; isWriting; made += 1) {
        await ledger.grant(busy.pool, { ...grant, sub: String(made % 7).repeat(32), key: `operator:${made}` });
      }
    })();
    await expect.poll(async () => (await busy.pool.query('SELECT FROM ledger_entries')).rowCount).toBeGreaterThan(20);
    const bytes = await backupOf(busy.pool);
    isWriting = false;
    await writing;
    const { database } = await restored(bytes);
    expect((await database.pool.query('SELECT FROM ledger_entries')).rowCount).toBeGreaterThan(20);
    expect(await auditLedger(database.pool)).toEqual([]);
  });

  it('that was changed or cut short is refused, and leaves an empty database and folder', async () => {
    const changed = Buffer.from(backup);
    const at = changed.indexOf('ann@example.org');
    expect(at).toBeGreaterThan(0);
    changed.write('eve', at);
    const target = await emptyDatabase();
    databases.push(target);
    await expect(restored(changed, target)).rejects.toThrow('The backup is damaged: tables/users/000001');
    expect((await contentsOf(target.pool))['users']).toBe('0 ');
    for (const end of [300, 5_000, backup.length - 1_024, backup.length - 5_000]) {
      const half = await emptyDatabase();
      databases.push(half);
      await expect(restored(backup.subarray(0, end), half)).rejects.toThrow(BackupError);
    }
    await expect(restored(Buffer.from('no backup at all'.repeat(100)))).rejects.toThrow(BackupError);
  });

  it('that can no longer be written ends with that failure, also within a table, and the pool stays usable', async () => {
    const large = await testDatabase();
    databases.push(large);
    await large.pool.query(
      `INSERT INTO users (sub, email, mailbox_key, suspended_at, suspended_reason)
       SELECT lpad(n::text, 32, '0'), n || '@example.org', n || '@example.org', now(), repeat('why ', 1000)
         FROM generate_series(1, 2000) n`,
    );
    const out = new PassThrough();
    let parts = 0;
    out.on('data', (chunk: Buffer) => {
      if (chunk.includes('tables/users/')) parts += 1;
      if (parts === 3) out.destroy(new Error('no space left'));
    });
    const folders = { dataDir: home, keysDir: path.join(home, 'keys') };
    const request = { ...REQUEST, folders, partBytes: 100_000 };
    await expect(makeBackup(large.pool, out, request)).rejects.toThrow('no space left');
    expect(large.pool.idleCount).toBe(large.pool.totalCount);
    expect((await large.pool.query('SELECT FROM users')).rowCount).toBe(2_000);
    const { rows } = await restored(await backupOf(large.pool));
    expect(rows).toBeGreaterThan(2_000);
  });

  it('is not restored over anything', async () => {
    await expect(restored(backup, full)).rejects.toThrow('The database is not empty');
    const database = await emptyDatabase();
    databases.push(database);
    const restoring = restoreBackup(database.pool, Readable.from([backup]), {
      folders: { dataDir: home, keysDir: path.join(home, 'keys') },
      passphrase: async () => PASSPHRASE,
      mustBeEncrypted: true,
      migrateTo: async () => expect.fail('it was begun'),
      migrateOn: async () => expect.fail('it was begun'),
      signal,
      onProgress: () => undefined,
    });
    await expect(restoring).rejects.toThrow('auth.secret exists. A backup is restored into an empty data folder only');
  });

  it.each(['../auth.secret', 'a/../../b', '/etc/passwd', 'own/./x', 'x.secret/y', '', 'a//b'])(
    'writes no file %j',
    (name) => {
      const folders = { dataDir: '/data', keysDir: '/data/keys' };
      expect(pathOf(folders, 'keys', name) ?? pathOf(folders, 'data', name) ?? 'none').toMatch(
        /^(none|\/data\/keys\/x\.secret\/y)$/,
      );
    },
  );
});
