import { describe, expect, it } from 'vitest';
import {
  Assay,
  AssayProblemError,
  AssayTimeoutError,
  verifyWebhook,
} from '../../../../../packages/client/src/index.ts';
import { newSecret, secretText, serviceKeyOf, signedHeaders } from '../../../src/modules/api/webhooks/signing.ts';
import { useServedApi } from '../../support/served-api.ts';

const SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks'] as const;
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const api = useServedApi();

/** Clients of one workspace with ten checks: by a live key, and by a test key. */
async function clients() {
  const workspace = await api.workspace();
  const clientOf = async (mode: 'live' | 'test') => {
    const scopes = mode === 'live' ? SCOPES : SCOPES.filter((scope) => scope !== 'batches');
    return new Assay({ key: await workspace.key(scopes, mode), baseUrl: api.url() });
  };
  return { live: await clientOf('live'), test: await clientOf('test') };
}

async function testAddress(test: Assay, outcome: string): Promise<string> {
  const found = (await test.testAddresses()).find((one) => one.network === 'BTC' && one.outcome === outcome);
  return found?.address ?? '';
}

describe('the client of the public API', () => {
  it('checks an address, finds the check again by its reference, and pays once for two tries', async () => {
    const { live } = await clients();
    const wish = { address: ADDRESS, asset: 'BTC', reference: 'deposit-1', metadata: { customer: '42' } };
    const check = await live.checks.createAndWait(wish, { idempotencyKey: 'deposit-1' });
    expect(check).toMatchObject({
      status: 'completed',
      mode: 'live',
      stars: expect.any(Number),
      reference: 'deposit-1',
    });
    expect(await live.checks.create(wish, { idempotencyKey: 'deposit-1' })).toEqual(check);
    const found: string[] = [];
    for await (const { id } of live.checks.list({ reference: 'deposit-1' })) found.push(id);
    expect(found).toEqual([check.id]);
    expect(await live.usage()).toMatchObject({ mode: 'live', checks_left: 9, key: { spent: 1 } });
    const { evidence } = await live.checks.retrieve(check.id, { expand: ['evidence'] });
    expect(evidence).toMatchObject({ incoming: expect.any(Object) });
  });

  it('reads the lists of what can be checked', async () => {
    const { test } = await clients();
    expect(await test.assets()).toContainEqual(expect.objectContaining({ asset: 'USDT', network: 'TRX' }));
    expect(await test.networks()).toContainEqual(expect.objectContaining({ id: 'BTC', ledger: 'utxo' }));
  });

  it('waits for a check that takes longer than its answer', async () => {
    const { test } = await clients();
    const check = await test.checks.createAndWait({
      address: await testAddress(test, 'slow'),
      asset: 'BTC',
      wait_seconds: 0,
    });
    expect(check).toMatchObject({ status: 'completed', mode: 'test', stars: 5 });
  });

  it('gives up waiting where it is asked to, and can cancel then', async () => {
    const { test } = await clients();
    const wish = { address: await testAddress(test, 'slow'), asset: 'BTC', wait_seconds: 0, reference: 'late' };
    await expect(test.checks.createAndWait(wish, { withinMs: 1 })).rejects.toBeInstanceOf(AssayTimeoutError);
    const [running] = (await test.checks.list({ reference: 'late' }).page()).data;
    expect(await test.checks.cancel(running?.id ?? '')).toMatchObject({ status: 'failed' });
  });

  it('throws what the service says, with the field that is wrong', async () => {
    const { live } = await clients();
    const error = await live.checks.create({ address: ADDRESS, asset: 'USDT' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssayProblemError);
    expect(error).toMatchObject({ status: 422, code: 'network_required', pointer: '/network' });
  });

  it('has a batch checked, and reads its rows in their order', async () => {
    const { live } = await clients();
    const rows = [
      { address: ADDRESS, asset: 'BTC', reference: 'row-1', customer: 7 },
      { address: 'nobody', asset: 'BTC', reference: 'row-2' },
    ];
    const batch = await live.batches.create(rows, { name: 'Deposits', idempotencyKey: 'batch-1' });
    expect(await live.batches.create(rows, { name: 'Deposits', idempotencyKey: 'batch-1' })).toMatchObject({
      id: batch.id,
    });
    const ended = await live.batches.wait(batch.id, { withinMs: 60_000 });
    expect(ended).toMatchObject({ status: 'completed', rows: { total: 2, invalid: 1 }, name: 'Deposits' });
    const results: unknown[] = [];
    for await (const row of live.batches.results(batch.id)) results.push(row);
    expect(results).toMatchObject([
      { row: 1, reference: 'row-1', input: { customer: 7 } },
      { row: 2, reference: 'row-2', status: 'invalid' },
    ]);
    const file = new Response(await live.batches.resultsFile(batch.id, 'csv'));
    expect(await file.text()).toContain('row-1');
    expect((await live.batches.list().page()).data.map(({ id }) => id)).toEqual([batch.id]);
  });

  it('makes an endpoint of webhooks, changes and deletes it, and reads events', async () => {
    const { live } = await clients();
    const made = await live.webhookEndpoints.create({
      url: 'https://example.com/hooks',
      event_types: ['check.completed'],
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect(await live.webhookEndpoints.update(made.id, { description: 'of the shop' })).toMatchObject({
      description: 'of the shop',
    });
    const replaced = await live.webhookEndpoints.rotateSecret(made.id);
    expect(replaced.secret).not.toBe(made.secret);
    const check = await live.checks.createAndWait({ address: ADDRESS, asset: 'BTC' });
    const events = await live.events.list().page();
    expect(events.data).toMatchObject([{ type: 'check.completed', data: { id: check.id } }]);
    expect(await live.events.retrieve(events.data[0]?.id ?? '')).toEqual(events.data[0]);
    await live.webhookEndpoints.delete(made.id);
    await expect(live.webhookEndpoints.retrieve(made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes a webhook that the service signs, while its secret is being replaced too', async () => {
    const [former, present] = [newSecret(), newSecret()];
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test' });
    const service = serviceKeyOf(newSecret());
    const headers = signedHeaders({ id: 'evt_1', at: new Date(), body }, [present, former], service);
    for (const secret of [former, present]) {
      expect(await verifyWebhook(body, headers, { secrets: [secretText(secret)] })).toMatchObject({ id: 'evt_1' });
    }
    const judged = verifyWebhook(body, headers, { secrets: [secretText(newSecret())] });
    await expect(judged).rejects.toThrow('not signed with the secret of this endpoint');
  });

  it('with a key that was made up is refused', async () => {
    const stranger = new Assay({ key: `aml_live_${'A'.repeat(38)}`, baseUrl: api.url() });
    await expect(stranger.usage()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});
