import { ServiceData, ServicesData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('services that identify their customers', { timeout: 60_000 }, () => {
  const server = useAuthApp();
  const list = async (query: string) => ServicesData.parse((await server.client().get(`/api/services${query}`)).data);

  it('are listed by name, a page at a time, with days and evidence', async () => {
    const [first, second] = [await list(''), await list('?page=2')];
    expect(first.meta).toEqual({ page: 1, totalPages: 2, total: 28 });
    expect([first.services.length, second.services.length, (await list('?page=3')).services.length]).toEqual([
      25, 3, 0,
    ]);
    expect(first.version).toBe(second.version);
    expect(first.services.find(({ slug }) => slug === 'bybit')).toMatchObject({
      entity: 'Bybit',
      rule: 'own_rule',
      since: '2023-05-08',
      until: null,
      excluded: [{ from: '2025-02-21', to: '2025-02-21' }],
      origin: 'shipped',
      isLabelled: false,
    });
  });

  it('are found by a former name and by any spelling', async () => {
    for (const query of ['derebit', 'DERI', 'd-e-r-i-b-i-t']) {
      expect(
        (await list(`?query=${query}`)).services.map(({ entity }) => entity),
        query,
      ).toEqual(['Deribit']);
    }
    expect((await list('?query=nobody')).meta.total).toBe(0);
    expect((await list('?query=!')).meta.total).toBe(0);
  });

  it('are read one by one, and may be stored by a cache', async () => {
    const { data, headers } = await server.client().get('/api/services/BIT-STAMP');
    const { service } = ServiceData.parse(data);
    expect(service).toMatchObject({ slug: 'bitstamp', title: 'Bitstamp', since: '2014-11-13' });
    expect(service.evidence.length).toBeGreaterThan(2);
    expect(headers['cache-control']).not.toBe('no-store');
  });

  it('name the page of an entity that labels name', async () => {
    await server.pool.query(
      `INSERT INTO entity (slug, title, names, search_keys, labels, addresses, categories, networks, sources)
       VALUES ('bybit', 'Bybit', '{Bybit}', '{bybit}', 1, 1, '[{"key":"exchange_licence_unknown","labels":1}]', '[]', '[]')`,
    );
    expect((await list('?query=bybit')).services[0]?.isLabelled).toBe(true);
    const { data } = await server.client().get('/api/entities/bybit');
    expect(data['listed']).toEqual({ slug: 'bybit', since: '2023-05-08', until: null });
  });
});
