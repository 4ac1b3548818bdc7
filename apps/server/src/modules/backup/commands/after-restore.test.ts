import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { wireAccount } from '../../../app/composition/person.ts';
import { PRODUCT_PORTS } from '../../../commands/product-ports.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { inTransaction, migrate, migrateTo, type Pool } from '../../../platform/db/index.ts';
import { buildSeal } from '../../../platform/kernel/seal.ts';
import { buildMailboxHash, endHold, placeHold, suspendPerson } from '../../accounts/index.ts';
import { wireApiKeys } from '../../api/open/public-api.ts';
import { auditLedger, buildBalanceService, FLEX_TARIFF, FREE_TARIFF, ledger } from '../../money/index.ts';
import { pausedSince } from '../backup/after-restore.store.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { openLogKeeper } from '../restore-log/keep-log.ts';
import { type AfterRestoreOptions, afterRestore } from './after-restore.ts';
import type { BackupContext } from './backup-ports.ts';
import { restored as restoredByPostgres, resume } from './register.ts';

const HOOK = 'whe_0123456789abcdef';
const PASSPHRASE = 'six words nobody else thinks of';
const signal = new AbortController().signal;
const [ann, ben, eve] = ['a', 'b', 'e'].map((letter) => letter.repeat(32)) as [string, string, string];

let home = '';
let backup: Buffer;
let madeAt: Date;
let revoked = '';
const databases: TestDatabase[] = [];

/** An installation that is lost: what happened before and after its backup. */
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'assay-after-restore-'));
  const lost = await testDatabase();
  databases.push(lost);
  const { pool } = lost;
  const keeper = await openLogKeeper(pool, path.join(home, 'log'), new Date());
  for (const [sub, name] of [
    [ann, 'ann'],
    [ben, 'ben'],
    [eve, 'eve'],
  ] as const) {
    await pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [sub, `${name}@example.org`]);
    const grant = { tariff: FREE_TARIFF, checks: 3, reason: 'operator', expiresAt: null } as const;
    await ledger.grant(pool, { ...grant, sub, key: `operator:${sub}` });
  }
  await pool.query(
    `INSERT INTO sessions (id, sub, refresh_hash, rotated_at, device, created_at, last_seen_at, expires_at)
     VALUES (repeat('1', 32), $1, '\\x00', now(), 'a browser', now(), now(), now() + interval '30 days')`,
    [ann],
  );
  await pool.query(
    `INSERT INTO magic_links (id, token_hash, email, mailbox_key, accepts_terms, asked_device, created_at, expires_at)
     VALUES (repeat('2', 32), '\\x00', 'ann@example.org', 'ann@example.org', true, 'a browser', now(), now() + interval '1 hour')`,
  );
  const keys = wireApiKeys(pool);
  const wish = { name: 'k', mode: 'live', scopes: ['checks:read'], addressRanges: [], monthlyLimit: null } as const;
  const make = () => keys.create({ workspace: ann, sub: ann }, { ...wish, expiresInDays: null } as never);
  await pool.query(
    `INSERT INTO webhook_endpoints (id, workspace, mode, url, description, event_types, secret, former_secret,
                                    former_until, created_at)
     VALUES ($1, $2, 'live', 'https://firm.ee/hook', '', '{*}', $3, $3, now() + interval '1 day', now())`,
    [HOOK, ann, Buffer.alloc(60, 7)],
  );
  const [first] = [await make(), await make()];
  revoked = first.key.id;
  madeAt = new Date();
  const out = new PassThrough();
  const bytes = buffer(out);
  const folders = { dataDir: home, keysDir: path.join(home, 'keys') };
  const request = { product: '1.2.3', passphrase: PASSPHRASE, workFactor: 4, now: madeAt, signal };
  await makeBackup(pool, out, { ...request, folders, onProgress: () => undefined });
  out.end();
  backup = await bytes;

  // After the backup.
  for (const check of ['c1', 'c2']) {
    await ledger.reserve(pool, ann, check, new Date());
    await ledger.take(pool, check, new Date());
  }
  const bought = { tariff: FLEX_TARIFF, checks: 100, reason: 'purchase', expiresAt: null } as const;
  await ledger.grant(pool, { ...bought, sub: ann, key: 'payment:1' });
  await suspendPerson(pool, { by: 'email', email: 'ben@example.org' }, { reason: 'fraud', now: new Date() });
  const of = (sub: string) => async () => ({ sub, kind: 'person' }) as const;
  const asked = { placedBy: 'A court', reason: 'An inquiry', until: new Date(madeAt.getTime() + 30 * 86_400_000) };
  await inTransaction(pool, (tx) => placeHold(tx, of(ben), asked));
  const former = await inTransaction(pool, (tx) => placeHold(tx, of(eve), asked));
  await inTransaction(pool, (tx) => endHold(tx, former?.id ?? '', { by: 'A court', reason: 'Closed' }));
  const accounts = wireAccount(pool, buildBalanceService(pool, ledger), buildMailboxHash(Buffer.alloc(32)));
  await accounts.deleteAgain({ sub: eve, email: 'eve@example.org' });
  await keys.revoke({ workspace: ann, sub: ann }, revoked);
  await keeper.write();
  await keeper.close();
}, 120_000);
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(home, { recursive: true });
});

interface Restored {
  readonly pool: Pool;
  readonly context: BackupContext;
  readonly said: string[];
}

async function restored(options: AfterRestoreOptions): Promise<Restored> {
  const database = await emptyDatabase();
  databases.push(database);
  const dataDir = await mkdtemp(path.join(home, 'restored-'));
  await restoreBackup(database.pool, Readable.from([backup]), {
    folders: { dataDir, keysDir: path.join(dataDir, 'keys') },
    passphrase: async () => PASSPHRASE,
    mustBeEncrypted: true,
    migrateTo: (migrations) => migrateTo(database.url, migrations),
    migrateOn: async () => void (await migrate(database.url)),
    signal,
    onProgress: () => undefined,
  });
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const context: BackupContext = {
    config: readConfig({ ASSAY_DATA_DIR: dataDir }),
    environment: {},
    openDatabase: async () => database.pool,
    out: say,
    err: say,
    progress: () => undefined,
    signal,
    ...PRODUCT_PORTS,
  };
  await afterRestore(context, database.pool, { madeAt, options });
  return { pool: database.pool, context, said };
}

async function spendable(pool: Pool, sub: string): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `SELECT coalesce(sum(left_checks), 0)::integer AS left FROM ledger_tariffs t
       JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
    [sub],
  );
  return rows[0]?.left ?? 0;
}

const count = async (pool: Pool, from: string): Promise<number> =>
  (await pool.query(`SELECT FROM ${from}`)).rowCount ?? 0;

describe('a restored installation', { timeout: 120_000 }, () => {
  it('without a log has the balances of the backup, and says that later checks are not known', async () => {
    const { pool, said } = await restored({});
    expect(await spendable(pool, ann)).toBe(3);
    expect(said.join('\n')).toContain('Checks that were used and credits that were bought after it are not known here');
    expect(await auditLedger(pool)).toEqual([]);
  });

  it('lets nobody in and sends nothing before the operator resumes', async () => {
    const { pool, context, said } = await restored({});
    expect(await count(pool, 'sessions WHERE ended_at IS NULL')).toBe(0);
    expect(await count(pool, 'magic_links')).toBe(0);
    expect(await count(pool, 'api_keys WHERE revoked_at IS NULL')).toBe(0);
    expect(said[0]).toBe('Ended: 1 session, 1 link, 2 API keys; switched off: 1 webhook endpoint.');
    expect(await pausedSince(pool)).not.toBeNull();
    await resume(context, {});
    expect(await pausedSince(pool)).toBeNull();
    await resume(context, {});
    expect(said.at(-1)).toBe('Nothing is paused.');
  });

  it('signs no webhook with a secret that the backup held', async () => {
    const { pool } = await restored({});
    const { rows } = await pool.query<{ secret: Buffer; former_secret: Buffer | null; isOn: boolean }>(
      'SELECT secret, former_secret, disabled_at IS NULL AS "isOn" FROM webhook_endpoints WHERE id = $1',
      [HOOK],
    );
    expect(rows).toEqual([{ secret: Buffer.alloc(0), former_secret: null, isOn: false }]);
    expect(buildSeal(Buffer.alloc(32)).open(HOOK, rows[0]?.secret ?? Buffer.from('none'))).toBeNull();
  });

  it('with the log takes back what was spent, keeps what was bought, and erases, suspends and holds again', async () => {
    const { pool, context, said } = await restored({ log: path.join(home, 'log'), keepApiKeys: true });
    expect(await spendable(pool, ann)).toBe(3 - 2 + 100);
    expect(await count(pool, `users WHERE sub = '${eve}'`)).toBe(0);
    expect(await count(pool, `users WHERE sub = '${ben}' AND suspended_reason = 'fraud'`)).toBe(1);
    expect(await count(pool, `legal_holds WHERE workspace = '${ben}' AND ended_at IS NULL`)).toBe(1);
    expect(await count(pool, 'legal_holds')).toBe(1);
    expect(await count(pool, `api_keys WHERE id = '${revoked}' AND revoked_at IS NOT NULL`)).toBe(1);
    expect(await count(pool, 'api_keys WHERE revoked_at IS NULL')).toBe(1);
    expect(await auditLedger(pool)).toEqual([]);
    const text = said.join('\n');
    expect(text).toContain('Done again: 1 erasure, 0 closed companies, 1 suspension, 1 revoked API key');
    expect(text).toContain(
      'Booked again: 2 checks that were used after the backup, 100 check credits that were given.',
    );
    expect(text).not.toContain('gap');
    const [report = ''] = (await readdir(context.config.dataDir)).filter((name) => name.startsWith('restored-'));
    const lines = (await readFile(path.join(context.config.dataDir, report), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).key)).toEqual(['settle:c1', 'settle:c2', 'payment:1']);
  });

  it('with a log that began after the backup says that something is missing', async () => {
    const { pool } = databases[0] ?? expect.fail('no database');
    const late = path.join(home, 'late');
    await (await openLogKeeper(pool, late, new Date())).close();
    const { said } = await restored({ log: late });
    expect(said.join('\n')).toContain('The log has a gap after the backup, or began after it');
  });

  it('is not made with a folder that holds no log, so that a typing error is no restore without one', async () => {
    const { context } = await restored({});
    const empty = path.join(home, 'no-such-folder');
    const refusal = restoredByPostgres(context, { to: madeAt.toISOString(), log: empty });
    await expect(refusal).rejects.toThrow(`${empty} holds no restore log`);
  });

  it('is made of a database that PostgreSQL restored by the same steps', async () => {
    const { pool, context, said } = await restored({});
    await resume(context, {});
    await expect(restoredByPostgres(context, { to: 'yesterday' })).rejects.toThrow('--to must be the moment');
    await restoredByPostgres(context, { to: madeAt.toISOString(), log: path.join(home, 'log') });
    expect(await pausedSince(pool)).not.toBeNull();
    expect(await spendable(pool, ann)).toBe(101);
    expect(said.join('\n')).toContain('Done again: 1 erasure');
  });

  it('stays paused while an order cannot be asked about', async () => {
    const { pool, context, said } = await restored({});
    await pool.query(
      `INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
       VALUES (repeat('d', 32), $1, 'stripe', 20, 1000, 'http://localhost', 'http://localhost', now(), now())`,
      [ann],
    );
    await expect(resume(context, {})).rejects.toThrow('Outgoing jobs stay paused');
    expect(said.join('\n')).toContain(
      'Asked about 1 order: 0 had changed since the backup, 1 could not be asked about.',
    );
    expect(await pausedSince(pool)).not.toBeNull();
    await resume(context, { withoutProviders: true });
    expect(await pausedSince(pool)).toBeNull();
  });
});
