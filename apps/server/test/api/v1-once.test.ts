import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testTransactions } from '../../src/modules/api/test-mode/test-transactions.ts';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { flakyReceiver } from '../support/flaky-receiver.ts';
import { servedDocument } from './openapi/served-document.ts';
import { addressOf, programsOf } from './test-mode-programs.ts';

const server = useAuthApp();
const programs = programsOf(server);
let receiver: Awaited<ReturnType<typeof flakyReceiver>>;
beforeAll(async () => {
  receiver = await flakyReceiver();
});
afterAll(() => receiver.close());

type Program = Awaited<ReturnType<typeof programs>>;
type Calls = Program['test'];
interface Ready {
  readonly calls: Calls;
  readonly path: string;
  readonly body?: unknown;
}

const WITHDRAWAL = { address: 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi', amount: '250.5', asset: 'USDT', network: 'TRX' };

async function slowOf(program: Program, kind: 'checks' | 'transfers'): Promise<Ready> {
  const { test } = program;
  const found = testTransactions().find(({ network, outcome }) => network === 'TRX' && outcome === 'slow');
  const wish =
    kind === 'checks'
      ? { address: await addressOf(test, 'TRX', 'slow'), asset: 'USDT', network: 'TRX' }
      : { transaction: found?.id, direction: 'deposit', asset: 'TRX', network: 'TRX' };
  const made = await test('POST', `/${kind}`, { ...wish, wait_seconds: 0 });
  expect(made.body['status'], made.text).toBe('running');
  return { calls: test, path: `/${kind}/${String(made.body['id'])}/cancel` };
}

/** An open batch; for `resume` one that ran and was paused. */
async function batchOf({ callsOf }: Program, act: 'close' | 'cancel' | 'resume'): Promise<Ready> {
  const calls = await callsOf('live', ['batches']);
  const batch = await calls('POST', '/batches', { name: 'Deposits' });
  const id = String(batch.body['id']);
  const rows = { 'content-type': 'application/x-ndjson' };
  await calls('PUT', `/batches/${id}/parts/0`, `{"address":"${BTC_ADDRESS}","asset":"BTC"}\n`, rows);
  if (act === 'resume') {
    await server.pool.query(
      "UPDATE batches SET status = 'paused', pause_reason = 'insufficient_checks', paused_at = now() WHERE id = $1",
      [id],
    );
  }
  return { calls, path: `/batches/${id}/${act}` };
}

async function endpointOf({ callsOf }: Program) {
  const calls = await callsOf('live', ['webhooks']);
  const made = await calls('POST', '/webhook_endpoints', { url: receiver.url });
  expect(made.status, made.text).toBe(201);
  return { calls, path: `/webhook_endpoints/${String(made.body['id'])}` };
}

/** Each call that does something, by its name in the document, with what it needs. */
const READY: Readonly<Record<string, (program: Program) => Promise<Ready>>> = {
  createCheck: async ({ live }) => ({ calls: live, path: '/checks', body: { address: BTC_ADDRESS, asset: 'BTC' } }),
  cancelCheck: (program) => slowOf(program, 'checks'),
  createTransfer: async ({ test }) => {
    const found = testTransactions().find(({ network, outcome }) => network === 'TRX' && outcome === 'star_5');
    const body = { transaction: found?.id, direction: 'deposit', asset: 'TRX', network: 'TRX' };
    return { calls: test, path: '/transfers', body };
  },
  cancelTransfer: (program) => slowOf(program, 'transfers'),
  createWithdrawalAttempt: async ({ test }) => {
    const address = await addressOf(test, 'TRX', 'star_5');
    return { calls: test, path: '/withdrawal_attempts', body: { ...WITHDRAWAL, address } };
  },
  createBatch: async ({ callsOf }) => ({
    calls: await callsOf('live', ['batches']),
    path: '/batches',
    body: { name: 'Deposits' },
  }),
  closeBatch: (program) => batchOf(program, 'close'),
  cancelBatch: (program) => batchOf(program, 'cancel'),
  resumeBatch: (program) => batchOf(program, 'resume'),
  createWebhookEndpoint: async ({ callsOf }) => ({
    calls: await callsOf('live', ['webhooks']),
    path: '/webhook_endpoints',
    body: { url: receiver.url },
  }),
  rotateWebhookSecret: async (program) => {
    const { calls, path } = await endpointOf(program);
    return { calls, path: `${path}/rotate_secret`, body: {} };
  },
  testWebhookEndpoint: async (program) => {
    const { calls, path } = await endpointOf(program);
    return { calls, path: `${path}/test` };
  },
  resendWebhookDelivery: async (program) => {
    const { calls, path } = await endpointOf(program);
    await calls('POST', `${path}/test`);
    const { body } = await calls('GET', `${path}/deliveries`);
    const [{ id }] = body['data'] as [{ id: string }];
    return { calls, path: `/webhook_deliveries/${id}/resend` };
  },
};

describe('every POST of the public API', () => {
  it('takes an idempotency key, and has its test here', async () => {
    const { calls } = await servedDocument(server);
    const posts = calls.filter(({ method }) => method === 'POST');
    expect(posts.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(READY).toSorted());
    for (const { operationId, parameters, responses } of posts) {
      expect([operationId, parameters.map(({ name }) => name)]).toEqual([
        operationId,
        expect.arrayContaining(['idempotency-key']),
      ]);
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['409', '422'])]);
    }
  });

  it.each(Object.keys(READY))(
    '%s is done once for its key, and a repeat is answered the same bytes',
    { timeout: 30_000 },
    async (name) => {
      const { calls, path, body } = (await READY[name]?.(await programs())) ?? expect.fail();
      const key = { 'idempotency-key': 'once' };
      const first = await calls('POST', path, body, key);
      expect([200, 201], first.text).toContain(first.status);
      const again = await calls('POST', path, body, key);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
        first.status,
        first.text,
        'true',
      ]);
    },
  );

  it('is refused where its key was used for another object of the same call', async () => {
    const program = await programs();
    const one = await endpointOf(program);
    const other = await endpointOf(program);
    const key = { 'idempotency-key': 'once' };
    expect((await one.calls('POST', `${one.path}/rotate_secret`, {}, key)).status).toBe(200);
    const refused = await one.calls('POST', `${other.path}/rotate_secret`, {}, key);
    expect([refused.status, refused.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('the secret of a webhook endpoint', () => {
  it('is replaced once by simultaneous requests with one key, and is kept sealed only', async () => {
    const program = await programs();
    const { calls, path } = await endpointOf(program);
    const key = { 'idempotency-key': 'rotation-1' };
    const rotate = () => calls('POST', `${path}/rotate_secret`, {}, key);
    const all = await Promise.all(Array.from({ length: 8 }, rotate));
    const made = all.filter(({ status }) => status === 200).map(({ body }) => String(body['secret']));
    expect(new Set(made).size).toBe(1);
    for (const { status, body } of all) {
      if (status !== 200) expect([status, body['code']]).toEqual([409, 'idempotency_in_progress']);
    }
    expect((await rotate()).body['secret']).toBe(made[0]);
    const { rows } = await server.pool.query<{ body: string }>('SELECT body FROM api_answers WHERE workspace = $1', [
      program.sub,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.body).not.toContain('whsec_');
    expect(Buffer.from(rows[0]?.body ?? '', 'base64').toString('latin1')).not.toContain('whsec_');
  });

  it('is not replaced where its answer could not be kept', async () => {
    const program = await programs();
    const { calls, path } = await endpointOf(program);
    const secrets = () =>
      server.pool.query(
        'SELECT encode(secret, $2) AS secret, former_until FROM webhook_endpoints WHERE workspace = $1',
        [program.sub, 'hex'],
      );
    const { rows: before } = await secrets();
    await server.pool.query(
      `CREATE FUNCTION fail_answer() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.status IS NOT NULL THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN NEW; END $$`,
    );
    await server.pool.query(
      'CREATE TRIGGER fail_answer BEFORE UPDATE ON api_answers FOR EACH ROW EXECUTE FUNCTION fail_answer()',
    );
    const key = { 'idempotency-key': 'rotation-2' };
    expect((await calls('POST', `${path}/rotate_secret`, {}, key)).status).toBe(500);
    expect((await secrets()).rows).toEqual(before);
    await server.pool.query('DROP TRIGGER fail_answer ON api_answers');
    expect((await calls('POST', `${path}/rotate_secret`, {}, key)).status).toBe(200);
  });
});
