import { describe, expect, it } from 'vitest';
import { postCheck, signedIn } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('sharing a result', () => {
  const server = useTestApp();

  async function newCheck(): Promise<string> {
    return (await postCheck(server.app)).body.data.asset.sub_id;
  }

  async function ask(method: 'GET' | 'POST' | 'DELETE', subId: string, headers: Record<string, string> = {}) {
    return server.app.inject({ method, url: `/api/monitor/check/${subId}/share`, headers });
  }

  it('is on from the start, and only its owner may end it', async () => {
    const subId = await newCheck();
    expect((await ask('GET', subId)).json()).toEqual({ data: { is_owner: false, revoked_at: null } });
    expect((await ask('GET', subId, signedIn(server.app))).json()).toEqual({
      data: { is_owner: true, revoked_at: null },
    });
  });

  it('ends, once, and starts again', async () => {
    const subId = await newCheck();
    const owner = signedIn(server.app);
    const revoked = (await ask('DELETE', subId, owner)).json();
    expect(revoked).toEqual({ data: { is_owner: true, revoked_at: expect.stringMatching(/^\d{4}-/) } });
    // A second time changes nothing, not even when it was.
    expect((await ask('DELETE', subId, owner)).json()).toEqual(revoked);
    expect((await ask('GET', subId, owner)).json()).toEqual(revoked);
    const restored = { data: { is_owner: true, revoked_at: null } };
    expect((await ask('POST', subId, owner)).json()).toEqual(restored);
    expect((await ask('POST', subId, owner)).json()).toEqual(restored);
  });

  it.each(['POST', 'DELETE'] as const)('is refused to guests with 401: %s', async (method) => {
    const subId = await newCheck();
    const answer = await ask(method, subId);
    expect(answer.statusCode).toBe(401);
    expect((await ask('GET', subId)).statusCode).toBe(200);
  });

  it.each(['POST', 'DELETE'] as const)('of somebody else is not found: %s', async (method) => {
    const subId = await newCheck();
    await server.pool.query("UPDATE checks SET owner = 'operator' WHERE sub_id = $1", [subId]);
    for (const id of [subId, '0'.repeat(32), 'x']) {
      const answer = await ask(method, id, signedIn(server.app));
      expect(answer.statusCode).toBe(404);
    }
    expect((await ask('GET', subId)).json()).toEqual({ data: { is_owner: false, revoked_at: null } });
  });

  it.each(['POST', 'DELETE'] as const)('cannot be changed by another site: %s', async (method) => {
    const subId = await newCheck();
    const answer = await ask(method, subId, {
      ...signedIn(server.app),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.statusCode).toBe(403);
    expect((await ask('GET', subId)).statusCode).toBe(200);
  });
});
