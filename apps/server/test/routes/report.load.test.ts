import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/features/checks/index.ts';
import { BTC_CHECK } from '../../src/features/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/features/checks/test/use-test-app.ts';

const AT_ONCE = 50;

describe('fifty reports at once', () => {
  const server = useTestApp();

  it('are answered or put off, and everything else is answered meanwhile', async () => {
    const ids: string[] = [];
    for (let place = 0; place < AT_ONCE; place++) {
      ids.push((await server.checks.runCheck(OPERATOR, BTC_CHECK)).subId);
    }
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    let isDone = false;
    const reports = Promise.all(ids.map((id) => fetch(`${url}/api/monitor/pdf/${id}`))).finally(() => {
      isDone = true;
    });
    const waitsMs: number[] = [];
    while (!isDone) {
      const askedAt = performance.now();
      const answer = await fetch(`${url}/api/monitor/check/${ids[0]}`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      waitsMs.push(performance.now() - askedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const statuses = (await reports).map(({ status }) => status);
    // A machine that is starved by others refuses what would wait too long; nothing else may go wrong.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    waitsMs.sort((a, b) => a - b);
    const medianMs = waitsMs[waitsMs.length >> 1] ?? Number.NaN;
    // Fifty renderings take seconds: in the way of the answers they would show in half of them.
    expect(medianMs).toBeLessThan(1_000);
    expect(waitsMs.length).toBeGreaterThan(20);
  }, 180_000);
});
