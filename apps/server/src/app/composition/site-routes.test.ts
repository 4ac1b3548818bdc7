import { COVERAGE_PAGE_SIZE, CoverageData } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { type TestApp, testApp } from '../../modules/checks/checks/test/check-fixture.ts';
import { fixedSite } from '../../platform/host/site-source.ts';

describe('GET /site/coverage', () => {
  let database: TestDatabase;
  let server: TestApp;
  beforeAll(async () => {
    database = await testDatabase();
    server = await testApp(database.pool, {}, { site: { source: fixedSite(null), settings: neverAsked } });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  async function ask(query = '') {
    const answer = await server.app.inject({ url: `/api/site/coverage${query}` });
    return { status: answer.statusCode, body: answer.json() };
  }

  it('states what a fresh installation holds: nothing', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(CoverageData.parse(body.data)).toMatchObject({
      labels: 0,
      labelledAddresses: 0,
      sets: [],
      networks: [],
      categories: [],
      conflicts: { total: 0, page: 1, totalPages: 0, listed: [] },
      records: [],
      chains: [],
      prices: { held: [], providers: [], atPar: expect.arrayContaining(['USDT', 'USDC']) },
      sources: [],
      sourcesMeta: { page: 1, totalPages: 0, total: 0 },
      sanctionsLists: [{ title: 'OFAC Specially Designated Nationals', currentAt: null }],
      updateHours: 0,
    });
  });

  it.each(['?page=0', '?page=x', '?page=1.5', '?page=-1', '?page=999999999'])('refuses %s', async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.error.errorName).toBe('ValidationError');
  });

  it('has no build where none was made, and never keeps that answer', async () => {
    const answer = await server.app.inject({ url: '/api/site/build' });
    expect(answer.json()).toEqual({ data: { buildId: null } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('GET /site/coverage of an installation with labels and records', () => {
  let database: TestDatabase;
  let server: TestApp;
  const SOURCES = COVERAGE_PAGE_SIZE + 5;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query(`
      INSERT INTO label_set (name, origin, format, location, content_hash, accepted, rejected)
      VALUES ('ofac-sdn', 'starter', 'jsonl', 'x', repeat('a', 64), ${SOURCES}, 0),
             ('house-list', 'import', 'csv', 'y', repeat('b', 64), 1, 2)`);
    await database.pool.query(`
      INSERT INTO label (network, address, set_name, source, entity, category, confidence, source_date)
      SELECT 'BTC', 'address-' || place, 'ofac-sdn', 'source-' || lpad(place::text, 3, '0'), 'Somebody', 'sanctions', 60,
             date '2024-09-27' - place
        FROM generate_series(1, ${SOURCES}) place`);
    await database.pool.query(`
      INSERT INTO label (network, address, set_name, source, entity, category, confidence)
      VALUES ('ETH', '0xabc', 'house-list', 'house', 'Shop', 'payment_processor', 70)`);
    server = await testApp(database.pool);
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  async function coverage(query = ''): Promise<CoverageData> {
    const answer = await server.app.inject({ url: `/api/site/coverage${query}` });
    return CoverageData.parse(answer.json().data);
  }

  it('names every list with licence and counts, every network and every category', async () => {
    const data = await coverage();
    expect(data.labels).toBe(SOURCES + 1);
    expect(data.sets).toEqual([
      expect.objectContaining({
        name: 'house-list',
        licence: null,
        url: null,
        labels: 1,
        rejected: 2,
        origin: 'import',
      }),
      expect.objectContaining({ name: 'ofac-sdn', licence: 'US Government work, public domain', labels: SOURCES }),
    ]);
    expect(data.networks).toEqual([
      { network: 'BTC', name: 'Bitcoin', labels: SOURCES, addresses: SOURCES },
      { network: 'ETH', name: 'Ethereum', labels: 1, addresses: 1 },
    ]);
    expect(data.categories.map(({ category }) => category)).toEqual(['sanctions', 'payment_processor']);
    expect(data.labelSetVersion).toMatch(/^[0-9a-f]{16}$/);
  });

  it('pages the sources, and is empty behind the last', async () => {
    const [first, second, third] = [await coverage(), await coverage('?page=2'), await coverage('?page=3')];
    expect(first.sources).toHaveLength(COVERAGE_PAGE_SIZE);
    expect(second.sources).toHaveLength(SOURCES + 1 - COVERAGE_PAGE_SIZE);
    expect(third.sources).toEqual([]);
    expect(second.sourcesMeta).toEqual({ page: 2, totalPages: 2, total: SOURCES + 1 });
    const names = [...first.sources, ...second.sources].map(({ source }) => source);
    expect(new Set(names).size).toBe(SOURCES + 1);
    expect(first.sources[1]).toMatchObject({ oldest: '2024-09-26', newest: '2024-09-26', labels: 1 });
  });
});

async function neverAsked(): Promise<never> {
  throw new Error('No page is rendered here');
}
