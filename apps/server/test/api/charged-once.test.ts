import { afterAll, describe, expect, it } from 'vitest';
import { BTC_ADDRESS, BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useServedApi } from '../support/served-api.ts';
import { botOf, newUser } from './bot-fixture.ts';

const server = useServedApi();
const AT_ONCE = 6;
const CHECKS = 10;
const ROWS = { 'content-type': 'application/x-ndjson' };
let people = 0;

afterAll(async () => expect(await auditLedger(server.pool)).toEqual([]));

/** A member with ten checks, and a program of theirs. */
async function member() {
  people += 1;
  const site = await server.signedIn(`once-${people}@firm.example`);
  const sub = String((await site.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, CHECKS, server.now()));
  const scopes = ['checks:read', 'checks:write', 'batches'];
  const made = await site.post('/api/developers/keys', { name: 'Program', scopes });
  const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { status, text } = await client.send(method, `/api/v1${path}`, body, headers);
    expect([200, 201, 202], text).toContain(status);
    return JSON.parse(text) as Record<string, unknown>;
  };
  return {
    bySite: async (headers: Record<string, string> = {}) => {
      const { data, text } = await site.send('POST', '/api/monitor/check', BTC_CHECK, headers);
      expect(data, text).toHaveProperty('charged');
      return data['charged'] === true;
    },
    byKey: () => call('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC' }),
    byBatch: async () => {
      const made = await call('POST', '/batches', `{"address":"${BTC_ADDRESS}","asset":"BTC"}\n`, ROWS);
      const path = `/batches/${String(made['id'])}`;
      await expect.poll(async () => (await call('GET', path))['status'], { timeout: 20_000 }).toBe('completed');
      return Number((await call('GET', path))['checks_charged']);
    },
    chargedOf: async (id: unknown) => (await call('GET', `/checks/${String(id)}`))['charged'] === true,
    spent: async () => CHECKS - (await inWorkspace(sub, () => ledger.stateOf(server.pool, sub, server.now()))).checks,
  };
}

const several = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: AT_ONCE }, ask));
const count = (all: readonly boolean[]) => all.filter(Boolean).length;

describe('of several simultaneous checks of one address', () => {
  it('only the charged one says so on the site', async () => {
    const { bySite, spent } = await member();
    expect(count(await several(() => bySite()))).toBe(1);
    expect(await spent()).toBe(1);
  });

  it('a repeat of each is answered as it was', async () => {
    const { bySite, spent } = await member();
    const ask = (key: number) => bySite({ 'idempotency-key': `request-${key}` });
    const keys = Array.from({ length: AT_ONCE }, (_, key) => key);
    const first = await Promise.all(keys.map(ask));
    expect(count(first)).toBe(1);
    expect(await Promise.all(keys.map(ask))).toEqual(first);
    expect(await spent()).toBe(1);
  });

  it('only the charged one says so to API keys, then and later', async () => {
    const { byKey, chargedOf, spent } = await member();
    const all = await several(byKey);
    expect(count(all.map(({ charged }) => charged === true))).toBe(1);
    const later = await Promise.all(all.map(({ id }) => chargedOf(id)));
    expect(later).toEqual(all.map(({ charged }) => charged));
    expect(await spent()).toBe(1);
  });

  it('only the charged one says so to a chat', async () => {
    const id = newUser();
    const user = botOf(server.app).user(id);
    await user.call('PUT /bot/users/:user_id', { body: {} });
    let message = 0;
    const all = await several(() => {
      message += 1;
      return user.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: `99:${message}` });
    });
    expect(count(all.map(({ charged }) => charged))).toBe(1);
    expect((await user.call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(2);
  });

  it('by site, key and batch together one is charged, as the balance says', { timeout: 60_000 }, async () => {
    const { bySite, byKey, byBatch, spent } = await member();
    const [site, keys, batches] = await Promise.all([
      several(() => bySite()),
      several(byKey),
      Promise.all([byBatch(), byBatch()]),
    ]);
    const charged = count(site) + count(keys.map((one) => one['charged'] === true)) + batches[0] + batches[1];
    expect([charged, await spent()]).toEqual([1, 1]);
  });
});
