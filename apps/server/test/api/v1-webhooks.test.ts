import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testTransactions } from '../../src/modules/api/test-mode/test-transactions.ts';
import { deliveriesStore } from '../../src/modules/api/webhooks/deliveries.store.ts';
import { buildDeliveryWorker } from '../../src/modules/api/webhooks/delivery-worker.ts';
import { endpointsStore } from '../../src/modules/api/webhooks/endpoints.store.ts';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { PAID, SIDE } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import { ledger } from '../../src/modules/money/index.ts';
import { recordAudit } from '../../src/platform/audit/index.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { userAgent } from '../../src/platform/kernel/network/user-agent.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { flakyReceiver } from '../support/flaky-receiver.ts';
import { testWebhooks } from '../support/webhooks.ts';

const server = useAuthApp();
let receiver: Awaited<ReturnType<typeof flakyReceiver>>;
let people = 0;

beforeAll(async () => {
  receiver = await flakyReceiver();
});
afterEach(() => receiver.received.splice(0));
afterAll(() => receiver.close());

async function program({ mode = 'live', scopes = ['checks:read', 'checks:write', 'webhooks'] } = {}) {
  people += 1;
  const member = await server.signedIn(`hooks-${people}@firm.example`);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 10, server.now()));
  return { member, sub, call: await keyOf(member, mode, scopes) };
}

async function keyOf(member: Awaited<ReturnType<typeof server.signedIn>>, mode: string, scopes: readonly string[]) {
  const made = await member.post('/api/developers/keys', { name: 'Program', scopes, mode });
  expect(made.status, made.text).toBe(200);
  const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
  return async (method: string, path: string, body?: unknown) => {
    const answer = await client.send(method, `/api/v1${path}`, body);
    return { ...answer, body: JSON.parse(answer.text === '' ? '{}' : answer.text) };
  };
}

/** Sends what is due, as a server does. */
async function deliver() {
  const { seal, serviceKey, sender } = testWebhooks(server.pool);
  const worker = buildDeliveryWorker({
    transaction: (work) => inTransaction(server.pool, work),
    endpoints: endpointsStore,
    deliveries: deliveriesStore,
    sender,
    seal,
    key: serviceKey,
    clock: { now: () => new Date() },
    audit: recordAudit,
    queueMail: async () => undefined,
    log: { error: (facts, message) => expect.fail(`${message}: ${JSON.stringify(facts)}`) },
  });
  await worker.work();
  await worker.settled();
}

const endpoint = () => ({ url: `${receiver.url}/hooks`, event_types: ['check.completed', 'check.failed'] });

describe('webhooks by API key', () => {
  it('report a check that ends, verified by the secret that was shown once, and the event can be read', async () => {
    const { call } = await program();
    const made = await call('POST', '/webhook_endpoints', { ...endpoint(), description: 'Deposits' });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^whe_\w{16}$/),
      object: 'webhook_endpoint',
      mode: 'live',
      status: 'enabled',
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    });
    const check = await call('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC', reference: 'deposit-1' });
    await deliver();
    const [request] = receiver.received;
    if (request === undefined) throw new Error('Nothing came');
    const event = new Webhook(made.body.secret).verify(request.body, { ...request.headers });
    expect(event).toMatchObject({ object: 'event', type: 'check.completed', mode: 'live', data: check.body });
    expect(request.headers['webhook-id']).toBe((event as { id: string }).id);
    expect(request.headers['user-agent'], 'as of every request to another server').toBe(userAgent());

    const read = await call('GET', `/events/${request.headers['webhook-id']}`);
    expect(read.text, 'the very bytes that were delivered').toBe(request.body);
    const listed = await call('GET', `/events?type=check.completed&object_id=${check.body.id}`);
    expect(listed.body).toMatchObject({ object: 'list', data: [read.body], has_more: false, next_cursor: null });

    const shown = await call('GET', `/webhook_endpoints/${made.body.id}`);
    expect([shown.body.description, 'secret' in shown.body]).toEqual(['Deposits', false]);
    const { body: log } = await call('GET', `/webhook_endpoints/${made.body.id}/deliveries`);
    expect(log.data).toMatchObject([{ status: 'delivered', event: read.body.id, last_status_code: 200 }]);
    const again = await call('POST', `/webhook_deliveries/${log.data[0].id}/resend`);
    expect([again.status, again.body.status]).toEqual([200, 'waiting']);
    await deliver();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([read.body.id, read.body.id]);
    const { body: whole } = await call('GET', `/webhook_deliveries/${log.data[0].id}`);
    expect(whole).toMatchObject({ request_body: request.body, attempts: [{ response_body: 'thanks' }, {}] });
  });

  it('report a transfer and only a transfer where its types are asked for, signed, with the bytes that are read later', async () => {
    const { call } = await program();
    const { body: made } = await call('POST', '/webhook_endpoints', {
      ...{ url: receiver.url, event_types: ['transfer.completed', 'transfer.failed'] },
    });
    await call('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC' });
    const wish = { transaction: PAID, asset: 'USDT', network: 'TRX', address: SIDE, direction: 'deposit' };
    const transfer = await call('POST', '/transfers', { ...wish, reference: 'deposit-1' });
    expect(transfer.status, transfer.text).toBe(201);
    await deliver();
    const [request, ...others] = receiver.received;
    if (request === undefined) throw new Error('Nothing came');
    expect(others).toEqual([]);
    const event = new Webhook(made.secret).verify(request.body, { ...request.headers });
    expect(event).toMatchObject({ object: 'event', type: 'transfer.completed', mode: 'live', data: transfer.body });
    expect(transfer.body).toMatchObject({ reference: 'deposit-1', payment: { transaction_id: PAID } });
    expect((await call('GET', `/events/${request.headers['webhook-id']}`)).text).toBe(request.body);
    const changed = request.body.replace('"stars":5', '"stars":1');
    expect(changed).not.toBe(request.body);
    expect(() => new Webhook(made.secret).verify(changed, { ...request.headers })).toThrow();
  });

  it('report a test transfer that fails to the endpoints of test keys', async () => {
    const { call } = await program({ mode: 'test' });
    const { body: made } = await call('POST', '/webhook_endpoints', {
      ...{ url: receiver.url, event_types: ['transfer.failed'] },
    });
    const failing = testTransactions().find(({ network, outcome }) => network === 'TRX' && outcome === 'failing')?.id;
    const wish = { asset: 'USDT', network: 'TRX', direction: 'deposit' };
    const transfer = await call('POST', '/transfers', { ...wish, transaction: failing });
    await deliver();
    const [request] = receiver.received;
    const event = new Webhook(made.secret).verify(request?.body ?? '', { ...request?.headers });
    expect(event).toMatchObject({ type: 'transfer.failed', mode: 'test', data: transfer.body });
  });

  it('report each of several checks of a subject once, also one that had ended before it was named', async () => {
    const { call } = await program();
    await call('POST', '/webhook_endpoints', endpoint());
    const checks = await Promise.all(
      [1, 2, 3].map((index) => call('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC', reference: `d${index}` })),
    );
    await deliver();
    const reported = receiver.received.map(({ body }) => String(JSON.parse(body).data.id));
    expect(reported.length).toBe(3);
    expect(new Set(reported)).toEqual(new Set(checks.map(({ body }) => String(body.id))));
  });

  it('are changed, disabled, tested, rotated and deleted', async () => {
    const { call } = await program();
    const { body: made } = await call('POST', '/webhook_endpoints', { url: receiver.url });
    expect(made.event_types).toEqual(['*']);
    const path = `/webhook_endpoints/${made.id}`;
    const off = await call('PATCH', path, { status: 'disabled', event_types: ['check.failed'] });
    expect(off.body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
      event_types: ['check.failed'],
      url: receiver.url,
    });
    const refused = await call('POST', `${path}/test`);
    expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_disabled']);
    await call('PATCH', path, { status: 'enabled' });
    const test = await call('POST', `${path}/test`);
    expect([test.status, test.body.type, test.body.data]).toEqual([
      201,
      'webhook.test',
      { object: 'webhook_test', endpoint: made.id },
    ]);
    const { body: next } = await call('POST', `${path}/rotate_secret`, { former_works_hours: 24 });
    expect(next.former_secret_until).not.toBeNull();
    await deliver();
    const [request] = receiver.received;
    for (const secret of [made.secret, next.secret]) {
      expect(new Webhook(secret).verify(request?.body ?? '', { ...request?.headers })).toEqual(test.body);
    }
    expect((await call('DELETE', path)).body).toEqual({ id: made.id, object: 'webhook_endpoint', deleted: true });
    expect((await call('GET', path)).body.code).toBe('not_found');
    expect((await call('GET', '/webhook_endpoints')).body.data).toEqual([]);
  });

  it('of test keys and of live keys are apart, and so are those of other workspaces', async () => {
    const { member, call: live } = await program();
    const test = await keyOf(member, 'test', ['webhooks']);
    const { body: made } = await test('POST', '/webhook_endpoints', endpoint());
    expect(made.mode).toBe('test');
    const { call: foreign } = await program();
    for (const other of [live, foreign]) {
      expect((await other('GET', '/webhook_endpoints')).body.data).toEqual([]);
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const) {
        expect((await other(method, `/webhook_endpoints/${made.id}${path}`)).body.code).toBe('not_found');
      }
    }
    await live('POST', '/checks', { address: BTC_ADDRESS, asset: 'BTC' });
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await test('GET', '/events')).body.data).toEqual([]);
    expect((await live('GET', '/events')).body.data.length).toBe(1);
  });

  it.each([
    ['http://hooks.example/', 'invalid_webhook_url'],
    ['https://10.0.0.1/', 'invalid_webhook_url'],
    ['https://[::ffff:169.254.169.254]/', 'invalid_webhook_url'],
    ['https://user:word@hooks.example/', 'invalid_webhook_url'],
    ['ftp://hooks.example/', 'invalid_webhook_url'],
    ['hooks', 'invalid_webhook_url'],
    ['https://hooks.example/#part', 'invalid_webhook_url'],
    ['https://hooks.example/\0', 'invalid_request'],
    [7, 'invalid_request'],
  ])('cannot be sent to %s', async (url, code) => {
    const { call } = await program();
    const answer = await call('POST', '/webhook_endpoints', { url });
    expect([answer.body.code, answer.body.pointer]).toEqual([code, '/url']);
  });

  it('need the scope, known types, a cursor of ours, and at most ten endpoints', async () => {
    const { call, member } = await program();
    const reader = await keyOf(member, 'live', ['checks:read']);
    for (const path of ['/webhook_endpoints', '/events']) {
      expect((await reader('GET', path)).body.code).toBe('missing_scope');
    }
    const unknown = await call('POST', '/webhook_endpoints', { url: receiver.url, event_types: ['check.begun'] });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_request']);
    expect((await call('GET', '/events?cursor=x')).body.code).toBe('invalid_request');
    expect((await call('GET', '/events/evt_00000000000000000000')).body.code).toBe('not_found');
    const made = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', '/webhook_endpoints', { url: receiver.url })),
    );
    expect(made.filter(({ status }) => status === 201).length).toBe(10);
    expect(made.find(({ status }) => status !== 201)?.body.code).toBe('too_many_endpoints');
  });

  it('are listed page by page', async () => {
    const { call } = await program();
    const { body: made } = await call('POST', '/webhook_endpoints', { url: receiver.url });
    const sent: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      sent.unshift((await call('POST', `/webhook_endpoints/${made.id}/test`)).body.id);
    }
    for (const [path, field] of [
      ['/events', 'id'],
      [`/webhook_endpoints/${made.id}/deliveries`, 'event'],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await call('GET', `${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...body.data.map((one: Record<string, string>) => one[field]));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual(sent);
    }
  });

  it('are verified by a public key that is open to all', async () => {
    const keys = await server.client().get('/api/v1/webhook_keys');
    expect(JSON.parse(keys.text).data).toEqual([
      {
        object: 'webhook_key',
        algorithm: 'ed25519',
        signature: 'v1a',
        public_key: testWebhooks(server.pool).serviceKey.publicText,
      },
    ]);
  });
});
