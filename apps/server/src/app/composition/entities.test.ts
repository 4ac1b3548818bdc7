import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EntitiesData, EntityData } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { testDisputes } from '../../../test/support/disputes.ts';
import { type TestApp, testApp } from '../../modules/checks/checks/test/check-fixture.ts';
import { importLabels, refreshEntities, withdrawLabel } from '../../modules/labels/index.ts';

const STATEMENT = 'The address belongs to a shop, which says so.';

const { pool, drop } = await testDatabase();
const signal = AbortSignal.timeout(60_000);
const dir = await mkdtemp(path.join(tmpdir(), 'assay-entities-'));
let server: TestApp;

const [A, B, C, D] = [
  '1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi',
  '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
];
const EVM = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';

async function load(setName: string, rows: readonly object[]): Promise<void> {
  const file = path.join(dir, `${setName}.jsonl`);
  await writeFile(file, rows.map((row) => JSON.stringify({ network: 'BTC', confidence: 50, ...row })).join('\n'));
  await importLabels(pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
}

beforeAll(async () => {
  await load('exchanges', [
    { address: A, category: 'exchange_licence_unknown', entity: 'Huobi', source_date: '2024-02-03' },
    { address: B, category: 'exchange_licence_unknown', entity: 'Huobi' },
    { address: EVM, network: 'ETH', category: 'exchange_licence_unknown', entity: 'HTX', source_date: '2026-01-02' },
    { address: C, category: 'exchange_licence_unknown', entity: 'Derebit' },
  ]);
  await load('others', [
    { address: A, category: 'miner', entity: 'HTX' },
    { address: D, category: 'scam', entity: '<script>alert(1)</script>', valid_to: '2025-01-01' },
  ]);
  await refreshEntities(pool, signal);
  server = await testApp(pool);
});
afterAll(async () => {
  await server.close();
  await drop();
  await rm(dir, { recursive: true, force: true });
});

async function ask(url: string) {
  const answer = await server.app.inject({ url: `/api${url}` });
  return { status: answer.statusCode, body: answer.json() };
}

async function search(query: string): Promise<EntitiesData> {
  return EntitiesData.parse((await ask(`/entities?query=${encodeURIComponent(query)}`)).body.data);
}

async function entity(slug: string): Promise<EntityData> {
  return EntityData.parse((await ask(`/entities/${encodeURIComponent(slug)}`)).body.data);
}

describe('the catalogue of entities', () => {
  it('joins spellings and former names, and counts an address once', async () => {
    const { entities, meta } = await search('');
    expect(meta).toEqual({ page: 1, totalPages: 1, total: 3 });
    expect(entities[0]).toMatchObject({
      slug: 'htx',
      title: 'HTX',
      labels: 4,
      addresses: 3,
      category: { category: 'exchange_licence_unknown', labels: 3 },
      networks: ['Bitcoin', 'Ethereum'],
    });
  });

  it.each(['htx', 'HUOBI', 'huo', 'deribit', 'Derebit', 'der'])('is found by %s', async (query) => {
    const { entities } = await search(query);
    expect(entities.map(({ title }) => title)).toEqual([/^h/i.test(query) ? 'HTX' : 'Deribit']);
  });

  it.each(['%', '_', "'; DROP TABLE entity; --", '!', 'nobody'])('finds nothing for %s', async (query) => {
    expect((await search(query)).meta.total).toBe(0);
  });

  it('refuses a search that is a private key, and repeats none of it', async () => {
    const key = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
    const { status, body } = await ask(`/entities?query=${key}`);
    expect([status, body.error.errorName]).toEqual([422, 'SecretNotAddress']);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it('is computed again when the labels have changed, and only then', async () => {
    const refreshed = async () =>
      (await pool.query<{ at: Date }>('SELECT refreshed_at AS at FROM entity_catalogue')).rows[0]?.at.getTime();
    const before = await refreshed();
    await refreshEntities(pool, signal);
    expect(await refreshed()).toBe(before);
    await load('later', [{ address: B, category: 'gambling', entity: 'Dice' }]);
    await refreshEntities(pool, signal);
    expect((await search('dice')).meta.total).toBe(1);
    await pool.query("DELETE FROM label_set WHERE name = 'later'");
    await refreshEntities(pool, signal);
    expect((await search('dice')).meta.total).toBe(0);
  });
});

describe('the catalogue after a withdrawal', () => {
  it('leaves out the withdrawn label', async () => {
    await load('disputed', [{ address: B, category: 'gambling', entity: 'Roulette', source: 'disputed' }]);
    await refreshEntities(pool, signal);
    expect((await search('roulette')).meta.total).toBe(1);
    await withdrawLabel(pool, {
      network: 'BTC',
      address: B,
      source: 'disputed',
      entity: 'Roulette',
      category: 'gambling',
    });
    await refreshEntities(pool, signal);
    expect((await search('roulette')).meta.total).toBe(0);
    await pool.query("DELETE FROM label_set WHERE name = 'disputed'");
    await refreshEntities(pool, signal);
  });
});

describe('an entity with a label that was withdrawn after a dispute', () => {
  it('lists it as withdrawn with the number of the decision, and not as a label', async () => {
    await load('disputed', [
      { address: A, category: 'gambling', entity: 'Casino', source: 'disputed' },
      { address: B, category: 'gambling', entity: 'Casino', source: 'disputed' },
    ]);
    await refreshEntities(pool, signal);
    expect((await entity('casino')).withdrawn).toEqual([]);
    const label = { source: 'disputed', entity: 'Casino', category: 'gambling' };
    const disputes = testDisputes(pool, 'https://assay.example');
    const { id } = await disputes.file(
      {
        network: 'BTC',
        address: B,
        labels: [label],
        ground: 'wrong_owner',
        statement: STATEMENT,
        email: 'a@b.example',
      },
      { sub: null, admit: async () => ({ isMailed: true }) },
    );
    await disputes.decide(id, {
      withdraw: [0],
      correct: false,
      reason: 'It belongs to somebody else.',
      decidedBy: 'admin',
    });
    const found = await entity('casino');
    expect(found.labels.map(({ address }) => address)).toEqual([A]);
    expect(found.withdrawn).toMatchObject([{ ...label, dispute: id, network: 'BTC', address: B }]);
    await pool.query("DELETE FROM label_set WHERE name = 'disputed'");
    await pool.query('TRUNCATE dispute, label_withdrawal CASCADE');
    await refreshEntities(pool, signal);
  });
});

describe('an entity', () => {
  it('has its names, facts, sources and labels', async () => {
    const found = await entity('htx');
    expect(found).toMatchObject({
      otherNames: ['Huobi', 'Huobi (HTX)'],
      otherNamesBecause: 'Huobi took the name HTX in September 2023',
      jurisdictions: [{ code: 'SC', name: 'Seychelles' }],
      sources: [
        { source: 'exchanges', labels: 3, oldest: '2024-02-03', newest: '2026-01-02' },
        { source: 'others', labels: 1, oldest: null, newest: null },
      ],
      labelsMeta: { page: 1, totalPages: 1, total: 4 },
    });
    expect(found.labels.map(({ address, name, title }) => [address, name, title])).toEqual([
      [A, 'Huobi', 'Exchange, licence unknown'],
      [A, 'HTX', 'Miner'],
      [B, 'Huobi', 'Exchange, licence unknown'],
      [EVM, 'HTX', 'Exchange, licence unknown'],
    ]);
  });

  it('is found by any of its names', async () => {
    for (const name of ['HTX', 'huobi', 'Huobi (HTX)']) expect((await entity(name)).slug, name).toBe('htx');
  });

  it.each(['nobody', '..', '%00', 'x'.repeat(200)])('that no label names is not found: %s', async (slug) => {
    const { status, body } = await ask(`/entities/${slug === '%00' ? slug : encodeURIComponent(slug)}`);
    expect([status, body.error.errorName]).toEqual([404, 'NotFound']);
  });

  it('refuses a name longer than any, and pages that cannot be', async () => {
    for (const url of [`/entities/${'x'.repeat(201)}`, '/entities/htx?page=0', '/entities?page=x']) {
      expect((await ask(url)).body.error.errorName, url).toBe('ValidationError');
    }
  });

  it('takes its name from an actor pack where the label names an actor of it', async () => {
    await pool.query(`INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
                      VALUES ('actors', 'import', 'actorpack', 'x', repeat('c', 64), 1, 0)`);
    await pool.query(
      `INSERT INTO label_actor (set_name, actor, entity, category) VALUES ('actors', 'dice', 'Dice King', 'gambling')`,
    );
    await pool.query(
      `INSERT INTO label (network, address, set_name, source, entity, actor, confidence) 
       VALUES ('BTC', $1, 'actors', 'x', 'raw name', 'dice', 50), ('BTC', $2, 'actors', 'x', 'Huobi', 'dice', 50)`,
      [D, C],
    );
    await refreshEntities(pool, signal);
    const own = { name: 'Dice King', category: 'gambling' };
    expect((await entity('dice king')).labels).toMatchObject([
      { address: C, ...own },
      { address: D, ...own },
    ]);
    const { labels, labelsMeta } = await entity('htx');
    expect(labels.filter(({ address }) => address === C)).toEqual([]);
    expect(labels).toHaveLength(labelsMeta.total);
    expect((await search('raw name')).meta.total).toBe(0);
  });
});
