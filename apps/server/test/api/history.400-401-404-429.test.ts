import { describe, expect, it } from 'vitest';
import { signedIn, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { writeHistory } from './history-rows.ts';

const CALLS = ['history', 'history/pagination', 'history/export', 'result/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'];

describe('the history, refused', () => {
  const server = useTestApp();
  const ask = (url: string) => server.app.inject({ url: `/api/monitor/${url}`, headers: signedIn(server.app) });

  it.each(CALLS)('requires a session: %s', async (url) => {
    const answer = await server.app.inject({ url: `/api/monitor/${url}`, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().error.errorName).toBe('Unauthorized');
  });

  it.each([
    'offset=0',
    'offset=201',
    'offset=1.5',
    'offset=x',
    'page=0',
    'page=-1',
    'page=1e9',
    `search=${'x'.repeat(121)}`,
  ])('refuses an invalid page: %s', async (query) => {
    const answer = await ask(`history/pagination?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      errorName: 'ValidationError',
      fields: [{ field: query.split('=')[0] }],
    });
  });

  it('finds nothing for a search with a byte that no text can contain', async () => {
    await writeHistory(server.pool, [{ owner: 'demo', createdAt: '2026-01-01T00:00:00Z' }]);
    const answer = await ask('history/pagination?search=%00');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.items).toEqual([]);
  });

  it.each(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'nonsense', '%00', "'"])(
    'has no result for an address that was not checked: %s',
    async (address) => {
      const answer = await ask(`result/${address}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.errorName).toBe('NotFound');
    },
  );

  it('limits exports of the whole history per minute', async () => {
    const strict = await testApp(server.pool, {}, { limits: { exportsPerMinute: 2 } });
    const export_ = () => strict.app.inject({ url: '/api/monitor/history/export', headers: signedIn(strict.app) });
    const statuses = [await export_(), await export_(), await export_()].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    await strict.close();
  });
});
