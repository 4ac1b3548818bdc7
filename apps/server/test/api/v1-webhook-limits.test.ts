import { randomUUID } from 'node:crypto';
import { WEBHOOK_ENDPOINTS_AT_MOST } from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { newWorkspace } from '../support/batch-server.ts';
import { keyText, useServerPair } from '../support/server-pair.ts';

describe('what a workspace may ask of its webhook endpoints', () => {
  const servers = useServerPair();

  /** Calls of a key, each by the other one of two servers. */
  async function program() {
    const workspace = await newWorkspace(servers.pool, randomUUID().replaceAll('-', ''), 1);
    const secret = await keyText(servers.pool, workspace, { scopes: ['webhooks'] });
    let calls = 0;
    return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      calls += 1;
      const answer = await servers.apps[calls % 2]?.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${secret}` },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: answer?.statusCode, headers: answer?.headers, body: answer?.json() };
    };
  }
  type Call = Awaited<ReturnType<typeof program>>;
  const create = (call: Call) => call('POST', '/webhook_endpoints', { url: 'https://receiver.example/hook' });
  const REFUSED = { status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': expect.any(String) } };

  it('are ten endpoints, also when they are made at once, and another one once one is deleted', async () => {
    const call = await program();
    const made = await Promise.all(Array.from({ length: WEBHOOK_ENDPOINTS_AT_MOST + 3 }, () => create(call)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(WEBHOOK_ENDPOINTS_AT_MOST);
    expect(made.filter(({ body }) => body.code === 'too_many_endpoints')).toHaveLength(3);
    const id = made.find(({ status }) => status === 201)?.body.id;
    expect((await call('DELETE', `/webhook_endpoints/${id}`)).status).toBe(200);
    expect((await create(call)).status).toBe(201);
  });

  it('are 30 test events a minute, over all endpoints and servers', async () => {
    const call = await program();
    const ids = [(await create(call)).body.id, (await create(call)).body.id];
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await call('POST', `/webhook_endpoints/${ids[sent % 2]}/test`)).status).toBe(201);
    }
    for (const id of ids) expect(await call('POST', `/webhook_endpoints/${id}/test`)).toMatchObject(REFUSED);
    const other = await program();
    expect((await other('POST', `/webhook_endpoints/${(await create(other)).body.id}/test`)).status).toBe(201);
  });

  it('are 60 events that are sent again a minute, over all endpoints and servers', async () => {
    const call = await program();
    const deliveries: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = (await create(call)).body;
      await call('POST', `/webhook_endpoints/${id}/test`);
      deliveries.push((await call('GET', `/webhook_endpoints/${id}/deliveries`)).body.data[0].id);
    }
    for (let sent = 0; sent < 60; sent += 1) {
      expect((await call('POST', `/webhook_deliveries/${deliveries[sent % 2]}/resend`)).status).toBe(200);
    }
    for (const id of deliveries) expect(await call('POST', `/webhook_deliveries/${id}/resend`)).toMatchObject(REFUSED);
  });
});
