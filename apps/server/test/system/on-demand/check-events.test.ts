import { type CheckEvent, CheckEvent as CheckEventSchema } from '@assay/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryAccountSource } from '../../../src/modules/chains/sources/test/memory-source.ts';
import { postCheck, signedIn } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { type Installation, installation, onDemandScenario } from './on-demand-installation.ts';

const scenario = onDemandScenario(21);
const CHECK = { address: scenario.subject, ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };

let one: Installation | null = null;
afterEach(async () => {
  await one?.close();
  one = null;
});

async function startSlow(delayMs: number): Promise<Installation> {
  const source = memoryAccountSource('ETH', scenario.transfers, { delayMs });
  one = await installation(scenario, source, { answerWithinMs: 1 }, { calls: 60, milliseconds: 15_000, leastShare: 0 });
  await one.app.listen({ port: 0, host: '127.0.0.1' });
  return one;
}

function urlOf({ app }: Installation, path: string): string {
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  return `http://127.0.0.1:${port}/api${path}`;
}

/** Reads events until the stream ends, or `most` of them. */
async function eventsOf(url: string, most = Number.POSITIVE_INFINITY): Promise<readonly CheckEvent[]> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events: CheckEvent[] = [];
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const lines = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
      if (lines['event'] !== undefined) {
        events.push(CheckEventSchema.parse({ event: lines['event'], data: JSON.parse(lines['data'] ?? '') }));
      }
    }
    // Leaving the loop closes the stream.
    if (events.length >= most) break;
  }
  return events;
}

describe('the events of a check', () => {
  it('contain first facts within a second, then the progress of reading, and end with the result', async () => {
    const took: number[] = [];
    let running = await startSlow(20);
    let url = '';
    // The fastest of three, since a busy machine may cause delays.
    while (took.length === 0 || (took.length < 3 && Math.min(...took) >= 1_000)) {
      if (took.length > 0) {
        await running.close();
        running = await startSlow(20);
      }
      const started = performance.now();
      const { body } = await postCheck(running.app, CHECK);
      url = urlOf(running, `/monitor/check/${body.data.asset.sub_id}/events`);
      const [first] = await eventsOf(url, 1);
      took.push(performance.now() - started);
      expect(['facts', 'progress']).toContain(first?.event);
    }
    expect(Math.min(...took)).toBeLessThan(1_000);
    const events = await eventsOf(url);
    const facts = events.filter(({ event }) => event === 'facts');
    expect(facts[0]?.data).toMatchObject({ labels: [], is_sanctioned: false });
    const progress = events.flatMap((one) => (one.event === 'progress' ? [one.data] : []));
    const shown = progress.map((step) => step.progress);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    const fetching = progress.filter(({ phase }) => phase === 'fetching');
    expect(fetching.at(-1)).toMatchObject({ calls: { budget: 60 }, providers: ['memory'] });
    expect(fetching.at(-1)?.calls?.made).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { status: 'done' } });
    expect(events.filter(({ event }) => event === 'end')).toHaveLength(1);
  });

  it('contain the known facts after a reconnection, and the result at once after the end', async () => {
    const running = await startSlow(20);
    const { body } = await postCheck(running.app, CHECK);
    const url = urlOf(running, `/monitor/check/${body.data.asset.sub_id}/events`);
    const [first, again] = [await eventsOf(url, 2), await eventsOf(url)];
    expect(first.length).toBeGreaterThan(0);
    expect(again.at(-1)?.event).toBe('end');
    const late = await eventsOf(url);
    expect(late.map(({ event }) => event)).toEqual(['end']);
    expect(late[0]).toEqual(again.at(-1));
  });

  it('are limited to fifty open streams per network', async () => {
    const running = await startSlow(1_000);
    const { body } = await postCheck(running.app, CHECK);
    const url = urlOf(running, `/monitor/check/${body.data.asset.sub_id}/events`);
    const leaving = new AbortController();
    const open = await Promise.all(Array.from({ length: 50 }, () => fetch(url, { signal: leaving.signal })));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const refused = await fetch(url);
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('TooManyRequests')]);
    leaving.abort();
    await expect
      .poll(async () => {
        const again = await fetch(url);
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });

  it('are not found for an unknown id', async () => {
    const running = await startSlow(0);
    const answer = await fetch(urlOf(running, `/monitor/check/${'0'.repeat(32)}/events`));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { errorName: 'NotFound' } });
  });
});

describe('POST /monitor/check/{sub_id}/cancel', () => {
  const cancel = async (running: Installation, subId: string, headers: Record<string, string>) => {
    const answer = await running.app.inject({ method: 'POST', url: `/api/monitor/check/${subId}/cancel`, headers });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('ends a running check at once, releases its reservation, and sends an event about it', async () => {
    const running = await startSlow(10_000);
    const { body } = await postCheck(running.app, CHECK);
    const subId = body.data.asset.sub_id;
    const following = eventsOf(urlOf(running, `/monitor/check/${subId}/events`));
    const started = performance.now();
    const answer = await cancel(running, subId, signedIn(running.app));
    // It does not wait for the running request to the chain.
    expect(performance.now() - started).toBeLessThan(9_000);
    const message = 'The check was cancelled. No check was spent.';
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'failed', sub_id: subId, message } } });
    expect((await following).at(-1)).toMatchObject({ event: 'end', data: { status: 'failed', message } });
    const { rows } = await running.database.pool.query('SELECT sum(held_checks)::integer AS held FROM ledger_tariffs');
    expect(rows).toEqual([{ held: 0 }]);
  });

  it('returns the result of a check that finished before', async () => {
    const running = await startSlow(0);
    const { body } = await postCheck(running.app, CHECK);
    const subId = body.data.asset.sub_id;
    await running.checks.runningCheck(subId)?.done;
    expect(await cancel(running, subId, signedIn(running.app))).toMatchObject({
      status: 200,
      body: { data: { status: 'done' } },
    });
  });

  it('requires a session, and permits only the owner', async () => {
    const running = await startSlow(10_000);
    const { body } = await postCheck(running.app, CHECK);
    const subId = body.data.asset.sub_id;
    expect(await cancel(running, subId, { host: 'localhost:3000' })).toMatchObject({ status: 401 });
    expect(await cancel(running, '0'.repeat(32), signedIn(running.app))).toMatchObject({ status: 404 });
    expect((await running.checks.readCheck(subId)).status).toBe('running');
  });
});
