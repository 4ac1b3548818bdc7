import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';
import { OPERATOR } from '../../src/modules/checks/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';

const AT_ONCE = 50;

/**
 * Time on the clock says how busy the machine is with other work. What is asked here is whose time it is: the thread that
 * answers must not be the one that lays reports out, which costs some 100 ms of processor time each.
 */
const MOST_OWN_MS_PER_REPORT = 60;

describe('fifty reports at once', () => {
  const server = useTestApp();

  it('are answered or put off, and cost the thread that answers everything else next to nothing', async () => {
    const ids: string[] = [];
    for (let index = 0; index < AT_ONCE; index++) {
      ids.push((await inWorkspace(OPERATOR.sub, () => server.checks.runCheck(OPERATOR, BTC_CHECK))).subId);
    }
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    // Keys are made and certificates signed once; that is no rendering.
    for (const id of ids) await (await fetch(`${url}/api/monitor/check/${id}/certificate.json`)).arrayBuffer();
    const before = process.threadCpuUsage();
    let isDone = false;
    const reports = Promise.all(
      ids.map(async (id) => {
        const answer = await fetch(`${url}/api/monitor/pdf/${id}`);
        await answer.arrayBuffer();
        return answer.status;
      }),
    ).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      const answer = await fetch(`${url}/api/monitor/check/${ids[0]}`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const statuses = await reports;
    const { user, system } = process.threadCpuUsage(before);
    const rendered = statuses.filter((status) => status === 200).length;
    // A machine that is starved by others refuses what would wait too long; nothing else may go wrong.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(rendered).toBeGreaterThan(0);
    // Others were answered while reports were made, not only before and after.
    expect(answered).toBeGreaterThan(rendered / 5);
    const ownMs = (user + system) / 1000;
    const perReport = ownMs / (rendered + answered);
    expect(perReport, `${ownMs} ms for ${rendered} reports and ${answered} others`).toBeLessThan(
      MOST_OWN_MS_PER_REPORT,
    );
  }, 180_000);
});
