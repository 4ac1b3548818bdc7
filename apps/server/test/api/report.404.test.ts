import { describe, expect, it } from 'vitest';
import { postCheck, signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

/** Every path that shows a result to everyone who has its id. */
const PATHS = ['check/ID', 'check/ID/share', 'check/ID/certificate.json', 'check/ID/preview.png', 'pdf/ID'] as const;

describe('paths that show a result, answered 404', () => {
  const server = useTestApp();

  it.each(PATHS)('find nothing for an invalid id: %s', async (place) => {
    for (const id of ['0'.repeat(32), 'x', '%00', encodeURIComponent("'; DROP TABLE checks"), 'é']) {
      const answer = await server.app.inject({ url: `/api/monitor/${place.replace('ID', encodeURIComponent(id))}` });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.errorName).toBe('NotFound');
    }
  });

  it.each(PATHS)('find a revoked result only for its owner, also where it is cached: %s', async (place) => {
    const { body } = await postCheck(server.app);
    const subId: string = body.data.asset.sub_id;
    const url = `/api/monitor/${place.replace('ID', subId)}`;
    const owner = signedIn(server.app);
    const before = await server.app.inject({ url });
    expect(before.statusCode).toBe(200);
    const tag = typeof before.headers.etag === 'string' ? { 'if-none-match': before.headers.etag } : {};
    await server.app.inject({ method: 'DELETE', url: `/api/monitor/check/${subId}/share`, headers: owner });
    for (const headers of [{}, tag, { authorization: 'Bearer nonsense' }]) {
      const answer = await server.app.inject({ url, headers });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error).toMatchObject({ errorName: 'NotFound', message: 'Not found.' });
    }
    expect((await server.app.inject({ url, headers: owner })).statusCode).toBe(200);
    await server.app.inject({ method: 'POST', url: `/api/monitor/check/${subId}/share`, headers: owner });
    expect((await server.app.inject({ url })).statusCode).toBe(200);
  });
});
