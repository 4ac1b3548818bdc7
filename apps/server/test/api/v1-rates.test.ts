import { randomUUID } from 'node:crypto';
import { PLANS } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { newWorkspace } from '../support/batch-server.ts';
import { keyText, useServerPair } from '../support/server-pair.ts';

const MONTH_MS = 30 * 86_400_000;

describe('the requests of an API key a minute', () => {
  const servers = useServerPair();
  const [here, there] = [() => servers.apps[0], () => servers.apps[1]];

  async function workspaceWithKey(mode: 'live' | 'test' = 'live') {
    const workspace = await newWorkspace(servers.pool, randomUUID().replaceAll('-', ''), 1);
    return { workspace, usage: usageBy(await keyText(servers.pool, workspace, { mode, scopes: ['checks:read'] })) };
  }

  const usageBy = (secret: string) => async (app: FastifyInstance) => {
    const headers = { authorization: `Bearer ${secret}` };
    const { statusCode, headers: answered, json } = await app.inject({ url: '/api/v1/usage', headers });
    const [, left] = /r=(\d+)/.exec(String(answered['ratelimit'])) ?? [];
    return { statusCode, policy: answered['ratelimit-policy'], left: Number(left), limits: json()['limits'] };
  };

  async function buy(sub: string, type: string): Promise<string> {
    const key = randomUUID();
    const tariff = { series: type, planId: PLANS.find((plan) => plan.type === type)?.id ?? 0 };
    const expiresAt = new Date(Date.now() + MONTH_MS);
    await ledger.grant(servers.pool, { sub, tariff, checks: 1, reason: 'subscription', key, expiresAt });
    return key;
  }

  async function paidBack(key: string): Promise<void> {
    const now = new Date();
    await ledger.revoke(servers.pool, { key, reason: 'refunded', now, expiresAt: now });
  }

  it('are those of the plan of its workspace, in the header and in usage, in both modes', async () => {
    const { workspace, usage } = await workspaceWithKey();
    expect(await usage(here())).toMatchObject({
      policy: '"requests";q=600;w=60',
      limits: { plan: 'Free', requests_per_minute: 600, running_checks: 6 },
    });
    await buy(workspace, 'standard_3');
    expect(await usage(here())).toMatchObject({
      policy: '"requests";q=2400;w=60',
      limits: { plan: 'Standard', requests_per_minute: 2_400, running_checks: 10 },
    });
    const test = await workspaceWithKey('test');
    await buy(test.workspace, 'basic_1');
    expect(await test.usage(here())).toMatchObject({ policy: '"requests";q=1200;w=60', limits: { plan: 'Basic' } });
  });

  it('are counted by all servers together', async () => {
    const { usage } = await workspaceWithKey();
    for (let sent = 0; sent < 301; sent += 1) await usage(here());
    // The first half of a budget is counted within a tenth of a second; what follows is exact.
    expect((await usage(there())).left).toBeLessThanOrEqual(599);
    for (let sent = 0; sent < 301; sent += 1) await usage(there());
    expect([(await usage(here())).statusCode, (await usage(there())).statusCode]).toEqual([429, 429]);
  });

  it('rise at once, in the minute in which the budget was spent, and fall when the plan is paid back', async () => {
    const { workspace, usage } = await workspaceWithKey();
    for (let sent = 0; sent < 601; sent += 1) await usage(here());
    expect((await usage(here())).statusCode).toBe(429);
    const grant = await buy(workspace, 'premium_1');
    const [risen, elsewhere] = [await usage(here()), await usage(there())];
    expect([risen.statusCode, elsewhere.statusCode]).toEqual([200, 200]);
    expect(risen.left).toBeGreaterThan(5_000);
    await paidBack(grant);
    expect(await usage(here())).toMatchObject({ statusCode: 429, policy: '"requests";q=600;w=60' });
  });
});
