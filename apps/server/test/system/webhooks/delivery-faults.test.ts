import { describe, expect, it } from 'vitest';
import { AT_ONCE_OF_WORKSPACE } from '../../../src/modules/api/webhooks/delivery-worker.ts';
import { accept, type Conduct, type Received } from '../../support/flaky-receiver.ts';
import { ACTOR, idOf, stepOf, useWorkers } from './use-workers.ts';

const hooks = useWorkers();

/** Drops, answers 500, is silent, and closes in the middle of an answer, in turn; every fifth request is accepted. */
function flaky(accepted: Received[]): Conduct {
  let count = 0;
  return (request, response, message) => {
    count += 1;
    const turn = count % 5;
    if (turn === 1) message.socket.destroy();
    else if (turn === 2) response.writeHead(500).end('no');
    else if (turn === 3) response.on('close', () => undefined);
    else if (turn === 4) {
      message.socket.write('HTTP/1.1 2');
      message.socket.destroy();
    } else {
      accepted.push(request);
      accept(request, response, message);
    }
  };
}

describe('a webhook', () => {
  it('reaches a flaky receiver at least once for every event, and in order for each object, by two servers', async () => {
    await hooks.endpoint();
    const accepted: Received[] = [];
    hooks.receiver.conduct = flaky(accepted);
    const ids = new Set<string>();
    for (const step of [1, 2, 3]) for (const object of ['a', 'b', 'c']) ids.add(await hooks.happen(object, step));
    await hooks.untilDelivered([hooks.worker(), hooks.worker()]);
    expect(new Set(accepted.map(idOf))).toEqual(ids);
    for (const object of ['a', 'b', 'c']) {
      const firsts = [...new Set(hooks.receiver.received.map(stepOf).filter((step) => step.startsWith(object)))];
      expect(firsts).toEqual([`${object} 1`, `${object} 2`, `${object} 3`]);
    }
    // Every attempt is in the log, with what came back.
    const { rows } = await hooks.pool.query<{ status_code: number | null; failure: string | null }>(
      'SELECT DISTINCT status_code, failure FROM webhook_attempts ORDER BY 1, 2',
    );
    expect(rows).toEqual(
      [
        { status_code: 200, failure: null },
        { status_code: 500, failure: null },
        { status_code: null, failure: 'no answer in time' },
        { status_code: null, failure: expect.stringMatching(/connection/) },
      ]
        .toSorted((a, b) => (a.status_code ?? 999) - (b.status_code ?? 999))
        .slice(0, rows.length),
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
  });

  it('is sent to the endpoints of one workspace by sixteen requests at a time, over all servers', async () => {
    for (let count = 0; count < 10; count += 1) await hooks.endpoint(`/${count}`);
    let [now, most] = [0, 0];
    hooks.receiver.conduct = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 100);
    };
    for (const object of ['a', 'b', 'c', 'd', 'e']) await hooks.happen(object);
    await hooks.untilDelivered([hooks.worker(), hooks.worker(), hooks.worker()]);
    expect(hooks.receiver.received.length).toBe(50);
    expect(most).toBe(AT_ONCE_OF_WORKSPACE);
  });

  it('is not attempted by two servers at once, and not by more than four at one endpoint', async () => {
    await hooks.endpoint();
    const together = new Map<string, number>();
    let most = 0;
    hooks.receiver.conduct = (request, response) => {
      const id = idOf(request);
      together.set(id, (together.get(id) ?? 0) + 1);
      expect(together.get(id)).toBe(1);
      most = Math.max(
        most,
        [...together.values()].reduce((sum, one) => sum + one, 0),
      );
      setTimeout(() => {
        together.delete(id);
        response.end();
      }, 5);
    };
    for (let index = 0; index < 24; index += 1) await hooks.happen(`object ${index}`);
    const servers = [hooks.worker(), hooks.worker(), hooks.worker()];
    await hooks.untilDelivered(servers);
    expect(hooks.receiver.received.length).toBe(24);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('fails once for each of several attempts at one endpoint that is disabled meanwhile', async () => {
    await hooks.endpoint();
    const waiting: (() => void)[] = [];
    hooks.receiver.conduct = (_request, response) => {
      waiting.push(() => response.writeHead(410).end());
      // All four answer at once, so that their records meet.
      if (waiting.length === 4) for (const answer of waiting) answer();
    };
    for (let index = 0; index < 6; index += 1) await hooks.happen(`object ${index}`);
    await hooks.untilDelivered([hooks.worker(), hooks.worker()]);
    expect(hooks.receiver.received.length).toBe(4);
    expect(hooks.disabled.length).toBe(1);
    const { rows } = await hooks.pool.query<{ status: string }>('SELECT DISTINCT status FROM webhook_deliveries');
    expect(rows).toEqual([{ status: 'failed' }]);
  });

  it('is sent again under the same id where the server dies between sending and recording it', async () => {
    await hooks.endpoint();
    const id = await hooks.happen('chk_1');
    let calls = 0;
    const dying = hooks.worker({
      // As after kill -9: the claim is committed, the record never is.
      transaction: (work) => {
        calls += 1;
        return calls === 1 ? hooks.transaction(work) : new Promise(() => undefined);
      },
    });
    expect(await dying.begin()).toBe(1);
    await expect.poll(() => hooks.receiver.received.length).toBe(1);
    const other = hooks.worker();
    expect(await other.begin(), 'the lease of the dead server holds').toBe(0);
    await hooks.pool.query("UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'");
    await hooks.untilDelivered([other]);
    expect(hooks.receiver.received.map(idOf)).toEqual([id, id]);
    expect(hooks.receiver.received[0]?.body).toBe(hooks.receiver.received[1]?.body);
  });

  it('is not delayed by the receiver of another endpoint that does not answer', async () => {
    await hooks.endpoint('/silent');
    const quick = await hooks.endpoint('/quick');
    hooks.receiver.conduct = (request, response, message) => {
      if (request.path === '/quick') accept(request, response, message);
    };
    for (let index = 0; index < 6; index += 1) await hooks.happen(`object ${index}`);
    const server = hooks.worker({ waitsMs: [] });
    await hooks.untilDelivered([server]);
    const delivered = await hooks.service().deliveries(ACTOR, quick.endpoint.id, {
      before: null,
      status: 'delivered',
      size: 10,
    });
    expect(delivered.length).toBe(6);
    const order = hooks.receiver.received.map(({ path }) => path);
    // All that is due at the quick one arrives before the silent one has used up its second round of attempts.
    expect(order.lastIndexOf('/quick')).toBeLessThan(order.lastIndexOf('/silent'));
  });
});
