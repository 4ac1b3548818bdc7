import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyStateOf } from '@assay/certificate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { openPool, type Pool } from '../../../../platform/db/index.ts';
import { buildSeal } from '../../../../platform/kernel/seal.ts';
import { databaseKeys } from './database-keys.store.ts';
import { openKeyHome } from './open-key-home.ts';
import { openPdfCredentials } from './pdf-credentials.ts';
import { openResultKeys, type ResultKeyFolder } from './result-keys.ts';

const ISSUER = 'https://assay.example.org';
const SECRET = randomBytes(32);

describe('signing keys in the database', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let pools: readonly [Pool, Pool];
  beforeAll(async () => {
    database = await testDatabase();
    pools = [openPool(database.url), openPool(database.url)];
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  });
  beforeEach(async () => {
    await database.pool.query('DELETE FROM signing_key_files');
  });

  const homeOf = (pool: Pool, secret: Uint8Array = SECRET) => databaseKeys(pool, buildSeal(secret));
  /** Two servers that start at once. */
  const bothServers = (): Promise<readonly ResultKeyFolder[]> =>
    Promise.all(pools.map((pool) => openResultKeys(homeOf(pool), ISSUER, new Date())));
  const activeOf = async (keys: ResultKeyFolder) =>
    (await keys.keySet()).keys.filter((key) => keyStateOf(key) === 'active').map(({ kid }) => kid);

  it('are made once by two servers that start at once, which then sign with the same one', async () => {
    const [one, other] = await bothServers();
    if (one === undefined || other === undefined) return expect.fail('no server');
    expect(await activeOf(one)).toHaveLength(1);
    expect(await activeOf(other)).toEqual(await activeOf(one));
    expect((await other.signer()).publicKey).toEqual((await one.signer()).publicKey);
    const sources = pools.map((pool) => ({ home: homeOf(pool), p12: null, productName: 'Assay' }));
    const [first, second] = await Promise.all(sources.map((source) => openPdfCredentials(source, new Date())));
    expect(second?.certificates).toEqual(first?.certificates);
  });

  it('are rotated and marked by a command, and every running server follows with its next signature', async () => {
    const servers = await bothServers();
    const command = await openResultKeys(homeOf(database.pool), ISSUER, new Date());
    const rotated = await command.rotate(new Date());
    for (const server of servers) {
      expect(await activeOf(server)).toEqual([rotated]);
      await server.signer();
    }
    await command.compromise({ kind: 'result', kid: rotated }, new Date(), new Date());
    for (const server of servers) {
      const { keys } = await server.keySet();
      expect(keys.find(({ kid }) => kid === rotated)?.compromised_from).toBeDefined();
      expect(await activeOf(server)).not.toContain(rotated);
      await server.signer();
    }
    const { rows } = await database.pool.query('SELECT name FROM signing_key_files WHERE name = $1', [
      `result-${rotated}.pem`,
    ]);
    expect(rows).toEqual([]);
  });

  it('lose no change of two that are made at once', async () => {
    const [one, other] = await bothServers();
    const made = await Promise.all([one?.rotate(new Date()), other?.rotate(new Date())]);
    const { keys } = (await one?.keySet()) ?? expect.fail('no server');
    expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(made));
    expect(keys.filter(({ valid_to }) => valid_to === null)).toHaveLength(1);
  });

  it('cannot be read out of the database, and sign nothing for a server with another secret', async () => {
    const [server] = await bothServers();
    await server?.signer();
    const { rows } = await database.pool.query<{ text: string }>(
      "SELECT string_agg(encode(content, 'escape'), '') AS text FROM signing_key_files",
    );
    expect(rows[0]?.text).toContain('assay-keys/1');
    expect(rows[0]?.text).not.toContain('PRIVATE KEY');
    const wrong = await openResultKeys(homeOf(pools[1], randomBytes(32)), ISSUER, new Date());
    await expect(wrong.signer()).rejects.toMatchObject({
      errorName: 'SigningUnavailable',
      message: expect.stringContaining('REPORT_KEYS_SECRET'),
    });
  });

  it('leave their list in the restore log, and a later list is taken over by an older state', async () => {
    const [server] = await bothServers();
    if (server === undefined) return expect.fail('no server');
    const older = await server.keySet();
    const [stolen] = await activeOf(server);
    await server.compromise({ kind: 'result', kid: stolen ?? '' }, new Date(), new Date());
    const later = await server.keySet();
    const { rows } = await database.pool.query(
      "SELECT FROM restore_log WHERE entry ->> 'kind' = 'signing_keys' AND entry ->> 'list' LIKE '%compromised_from%'",
    );
    expect(rows.length).toBeGreaterThan(0);
    await homeOf(pools[0]).writePublic('keys.json', JSON.stringify(older));
    const restored = await openResultKeys(homeOf(pools[0]), ISSUER, new Date());
    await restored.takeOver(later, new Date());
    const { keys } = await restored.keySet();
    expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(later.keys.map(({ kid }) => kid)));
    expect(keys.find(({ kid }) => kid === stolen)?.compromised_from).toBeDefined();
    await restored.signer();
  });

  it('take over no key of another installation, and those of this one where a backup held none', async () => {
    const [server] = await bothServers();
    const foreign = (await server?.keySet()) ?? expect.fail('no server');
    await database.pool.query('DELETE FROM signing_key_files');
    const made = new Date();
    const own = await openResultKeys(homeOf(pools[0]), ISSUER, made);
    const before = await own.keySet();
    const refusal = own.takeOver(foreign, new Date(made.getTime() + 1));
    await expect(refusal).rejects.toThrow('is of another installation');
    expect(await own.keySet()).toEqual(before);
    await own.takeOver(foreign, made);
    expect((await own.keySet()).keys.map(({ kid }) => kid)).toEqual(
      expect.arrayContaining(foreign.keys.map(({ kid }) => kid)),
    );
  });

  it('are in a folder where there is one already, where it is named, and for a new embedded database', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-key-home-'));
    const placeOf = async (databaseUrl: string | null, dir: string, keysDir: string | null = null) =>
      (await openKeyHome({ dataDir: dir, databaseUrl, signing: { keysDir, keysSecret: null } }, async () => pools[0]))
        .place;
    expect(await placeOf(database.url, dataDir)).toBe('the database');
    expect(await placeOf(database.url, dataDir, dataDir)).toBe(dataDir);
    const embedded = await mkdtemp(path.join(dataDir, 'embedded-'));
    await mkdir(path.join(embedded, 'postgres'));
    expect(await placeOf(null, embedded)).toBe(path.join(embedded, 'keys'));
    await bothServers();
    // Restored from a backup of a database that held them.
    expect(await placeOf(null, embedded)).toBe('the database');
    const older = await mkdtemp(path.join(dataDir, 'older-'));
    await mkdir(path.join(older, 'keys'));
    await writeFile(path.join(older, 'keys', 'keys.json'), '{}');
    expect(await placeOf(database.url, older)).toBe(path.join(older, 'keys'));
    await rm(dataDir, { recursive: true });
  });
});
