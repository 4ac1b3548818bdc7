import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { accept } from '../../support/flaky-receiver.ts';
import { ACTOR, idOf, KEY, stepOf, useWorkers } from './use-workers.ts';

const hooks = useWorkers();

describe('a webhook', () => {
  it('is verified by the library of Standard Webhooks, and by the published key of the service', async () => {
    const { endpoint: made, secret } = await hooks.endpoint();
    const id = await hooks.happen('chk_1');
    await hooks.untilDelivered([hooks.worker()]);
    const [request] = hooks.receiver.received;
    if (request === undefined) throw new Error('Nothing came');
    expect(new Webhook(secret).verify(request.body, { ...request.headers })).toMatchObject({
      id,
      type: 'webhook.test',
    });
    expect(() => new Webhook(secret).verify(`${request.body} `, { ...request.headers })).toThrow('No matching');

    const [, signature = ''] = /v1a,(\S+)/.exec(request.headers['webhook-signature'] ?? '') ?? [];
    const raw = Buffer.from(KEY.publicText.slice('whpk_'.length), 'base64');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
    const content = `${id}.${request.headers['webhook-timestamp']}.${request.body}`;
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, Buffer.from(content), publicKey, Buffer.from(signature, 'base64'))).toBe(true);

    const next = await hooks.service().rotate(ACTOR, made.id, 1);
    await hooks.happen('chk_1');
    await hooks.untilDelivered([hooks.worker()]);
    const both = hooks.receiver.received.at(-1);
    for (const each of [secret, next.secret]) new Webhook(each).verify(both?.body ?? '', { ...both?.headers });
    await hooks.service().rotate(ACTOR, made.id, 0);
    await hooks.happen('chk_1');
    await hooks.untilDelivered([hooks.worker()]);
    const last = hooks.receiver.received.at(-1);
    for (const each of [secret, next.secret]) {
      expect(() => new Webhook(each).verify(last?.body ?? '', { ...last?.headers })).toThrow('No matching');
    }
  });

  it('is sent again under the same id when it is asked for, and waits for none before it', async () => {
    const { endpoint: made } = await hooks.endpoint();
    const id = await hooks.happen('chk_1');
    await hooks.untilDelivered([hooks.worker()]);
    const [delivery] = await hooks.service().deliveries(ACTOR, made.id, { before: null, status: null, size: 10 });
    await hooks.service().resend(ACTOR, delivery?.id ?? '');
    await hooks.untilDelivered([hooks.worker()]);
    expect(hooks.receiver.received.map(idOf)).toEqual([id, id]);
    const log = await hooks.service().delivery(ACTOR, delivery?.id ?? '');
    expect(log.attempts.map(({ statusCode, responseBody }) => [statusCode, responseBody])).toEqual([
      [200, 'thanks'],
      [200, 'thanks'],
    ]);
    expect(log.requestBody).toBe(hooks.receiver.received[0]?.body);
  });

  it('has failed after the last attempt, and the next event of the object is sent then', async () => {
    const { endpoint: made } = await hooks.endpoint();
    hooks.receiver.conduct = (request, response) =>
      response.writeHead(stepOf(request) === 'a 1' ? 302 : 204, { location: '/' }).end();
    await hooks.happen('a', 1);
    await hooks.happen('a', 2);
    await hooks.untilDelivered([hooks.worker({ waitsMs: [0, 0] })]);
    expect(hooks.receiver.received.map(stepOf)).toEqual(['a 1', 'a 1', 'a 1', 'a 2']);
    expect(
      hooks.receiver.received.every(({ path }) => path === '/'),
      'no redirect is followed',
    ).toBe(true);
    const page = await hooks.service().deliveries(ACTOR, made.id, { before: null, status: null, size: 10 });
    expect(page.map(({ status, lastStatusCode }) => [status, lastStatusCode])).toEqual([
      ['delivered', 204],
      ['failed', 302],
    ]);
  });

  it('keeps the beginning of an endless answer only, and takes a success by its status', async () => {
    const { endpoint: made } = await hooks.endpoint();
    hooks.receiver.conduct = (_request, response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write('\0x'.repeat(20_000)), 1);
      response.on('close', () => clearInterval(flood));
    };
    await hooks.happen('a');
    await hooks.untilDelivered([hooks.worker()]);
    const [delivery] = await hooks.service().deliveries(ACTOR, made.id, { before: null, status: 'delivered', size: 1 });
    const { attempts } = await hooks.service().delivery(ACTOR, delivery?.id ?? '');
    expect(attempts[0]?.responseBody).toBe('\ufffdx'.repeat(2048));
  });
});

describe('an endpoint', () => {
  it('waits while who added it is suspended, those of others do not, and nothing is lost', async () => {
    const other = 'b'.repeat(32);
    await hooks.pool.query(
      "INSERT INTO users (sub, email, mailbox_key, suspended_at) VALUES ($1, 'other@firm.example', 'other', now())",
      [other],
    );
    const joined = "INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'admin')";
    await hooks.pool.query(joined, [ACTOR.workspace, other]);
    const { endpoint: waiting } = await hooks.endpoint('/waiting', { ...ACTOR, by: other });
    await hooks.endpoint('/sent');
    const id = await hooks.happen('a');
    const worker = hooks.worker();
    for (let round = 0; round < 3; round += 1) {
      await worker.work();
      await worker.settled();
    }
    expect(hooks.receiver.received.map(({ path }) => path)).toEqual(['/sent']);
    const page = { before: null, status: 'waiting', size: 10 } as const;
    expect(await hooks.service().deliveries(ACTOR, waiting.id, page)).toHaveLength(1);
    await hooks.pool.query('UPDATE users SET suspended_at = NULL');
    await hooks.untilDelivered([worker]);
    expect(hooks.receiver.received.map((request) => [request.path, idOf(request)])).toEqual([
      ['/sent', id],
      ['/waiting', id],
    ]);
  });

  it('is disabled at once where it says it is gone, and its admins get a mail', async () => {
    const { endpoint: made } = await hooks.endpoint();
    hooks.receiver.conduct = (_request, response) => response.writeHead(410).end();
    await hooks.happen('a', 1);
    await hooks.happen('a', 2);
    await hooks.untilDelivered([hooks.worker()]);
    expect(hooks.receiver.received.length).toBe(1);
    expect(hooks.disabled).toMatchObject([{ id: made.id, because: 'gone', url: made.url }]);
    expect(await hooks.service().retrieve(ACTOR, made.id)).toMatchObject({ disabledBecause: 'gone' });
  });

  it('is disabled after ten failures over three days, not before, and begins again without failures', async () => {
    const { endpoint: made } = await hooks.endpoint();
    hooks.receiver.conduct = (_request, response) => response.writeHead(503).end();
    await hooks.happen('a');
    await hooks.untilDelivered([hooks.worker({ waitsMs: Array.from({ length: 11 }, () => 0) })]);
    expect([hooks.receiver.received.length, hooks.disabled.length]).toEqual([12, 0]);
    await hooks.pool.query("UPDATE webhook_endpoints SET failing_since = now() - interval '72 hours'");
    await hooks.happen('b');
    await hooks.untilDelivered([hooks.worker()]);
    expect(hooks.disabled).toMatchObject([{ id: made.id, because: 'failures' }]);
    await hooks.happen('c');
    await hooks.untilDelivered([hooks.worker()]);
    expect(hooks.receiver.received.length, 'nothing is sent while it is disabled').toBe(13);
    hooks.receiver.conduct = accept;
    await hooks.service().update(ACTOR, made.id, { isEnabled: true });
    await hooks.happen('d');
    await hooks.untilDelivered([hooks.worker()]);
    expect(await hooks.service().retrieve(ACTOR, made.id)).toMatchObject({ disabledBecause: null, failingSince: null });
  });
});
