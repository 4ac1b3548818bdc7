import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { FREE_TARIFF, ledger } from '../../money/index.ts';
import { openLogKeeper } from './keep-log.ts';
import { LogFile, readLogFiles } from './log-files.ts';

const BOOKING = {
  kind: 'booked',
  sub: 'a'.repeat(32),
  series: 'free',
  plan_id: 1,
  checks: 1,
  reference: null,
  key: 'k',
  expires_at: null,
} as const;

let database: TestDatabase;
let home = '';
let folders = 0;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(path.join(tmpdir(), 'assay-restore-log-'));
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true });
});

const newFolder = (): string => {
  folders += 1;
  return path.join(home, String(folders));
};
let people = 0;

async function newPerson(): Promise<string> {
  people += 1;
  const sub = String(people).padStart(32, '0');
  await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [
    sub,
    `${people}@example.org`,
  ]);
  return sub;
}

const suspend = (sub: string) =>
  database.pool.query("UPDATE users SET suspended_at = now(), suspended_reason = 'fraud' WHERE sub = $1", [sub]);
const erase = (sub: string) => database.pool.query('DELETE FROM users WHERE sub = $1', [sub]);

async function kindsIn(folder: string): Promise<readonly string[]> {
  return (await readLogFiles(folder)).flatMap(({ entries }) => entries.map(({ entry }) => entry.kind));
}

describe('the restore log', () => {
  it('holds each act once, for its owner alone, and names nobody by email', async () => {
    const folder = newFolder();
    const keeper = await openLogKeeper(database.pool, folder, new Date());
    const sub = await newPerson();
    const grant = { tariff: FREE_TARIFF, checks: 2, reason: 'operator', expiresAt: null } as const;
    await ledger.grant(database.pool, { ...grant, sub, key: `operator:${sub}` });
    await suspend(sub);
    await database.pool.query("INSERT INTO suspended_telegram_users VALUES (77, now(), 'fraud')");
    await database.pool.query('DELETE FROM suspended_telegram_users WHERE telegram_id = 77');
    await Promise.all([keeper.write(), keeper.write(), keeper.write()]);
    await erase(sub);
    await keeper.write();
    await keeper.close();
    expect([...(await kindsIn(folder))].toSorted()).toEqual([
      'account_erased',
      'account_suspension',
      'booked',
      'telegram_suspension',
      'telegram_suspension',
    ]);
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('example.org');
  });

  it('holds what a transaction did that ended after later ones', async () => {
    const folder = newFolder();
    const keeper = await openLogKeeper(database.pool, folder, new Date());
    const [slow, quick] = [await newPerson(), await newPerson()];
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM users WHERE sub = $1', [slow]);
    await erase(quick);
    await keeper.write();
    expect(await kindsIn(folder)).toEqual(['account_erased']);
    await client.query('COMMIT');
    client.release();
    await keeper.write();
    await keeper.close();
    const subs = (await readLogFiles(folder)).flatMap(({ entries }) => entries.map(({ entry }) => entry));
    expect(subs).toEqual([quick, slow].map((sub) => ({ kind: 'account_erased', sub })));
  });

  it('goes on after a stop with what happened meanwhile, in a file that says so', async () => {
    const folder = newFolder();
    const first = await openLogKeeper(database.pool, folder, new Date());
    await erase(await newPerson());
    await first.write();
    await first.close();
    await erase(await newPerson());
    const second = await openLogKeeper(database.pool, folder, new Date());
    await second.write();
    await second.close();
    const files = await readLogFiles(folder);
    expect(files.filter(({ head }) => head.continues)).toHaveLength(1);
    const ids = files.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2);
  });

  it('is read without the line that a killed server did not finish, and refused where a line is damaged', async () => {
    const folder = newFolder();
    const keeper = await openLogKeeper(database.pool, folder, new Date());
    await erase(await newPerson());
    await erase(await newPerson());
    await keeper.write();
    await keeper.close();
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    const file = path.join(folder, name);
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, -10));
    expect(await kindsIn(folder)).toEqual(['account_erased']);
    await writeFile(file, whole.replace('"account_erased"', '"account_eaten"'));
    await expect(readLogFiles(folder)).rejects.toThrow(`Line 2 of ${name} is no line of a restore log`);
  });

  it('goes on behind the last whole line when a full disk took a part of the next one', async () => {
    const file = path.join(newFolder(), 'log');
    await mkdir(path.dirname(file));
    const handle = await open(file, 'ax');
    const log = new LogFile(handle);
    await log.append([{ line: 1 }]);
    const whole = handle.appendFile.bind(handle);
    handle.appendFile = async (text) => {
      await whole(typeof text === 'string' ? text.slice(0, 6) : expect.fail('it is no text'));
      throw new Error('ENOSPC');
    };
    await expect(log.append([{ line: 2 }, { line: 3 }])).rejects.toThrow('ENOSPC');
    handle.appendFile = whole;
    await log.append([{ line: 2 }, { line: 3 }]);
    await log.close();
    expect(await readFile(file, 'utf8')).toBe('{"line":1}\n{"line":2}\n{"line":3}\n');
  });

  it.each([
    ['a list of keys that is none', { kind: 'signing_keys', list: '{}' }],
    ['a grant for a reason that there is not', { ...BOOKING, booking: 'grant', reason: 'present' }],
    ['a check that has no name', { ...BOOKING, booking: 'commit', reason: 'check', reference: null }],
    ['fewer than no checks', { ...BOOKING, booking: 'grant', reason: 'operator', checks: -1 }],
  ])('is refused with %s, before anything is done', async (_what, entry) => {
    const folder = newFolder();
    const keeper = await openLogKeeper(database.pool, folder, new Date());
    await keeper.close();
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    await appendFile(path.join(folder, name), `${JSON.stringify({ id: 'x', at: new Date(), entry })}\n`);
    await expect(readLogFiles(folder)).rejects.toThrow(`Line 2 of ${name} is no line of a restore log`);
  });
});
