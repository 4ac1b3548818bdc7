import { describe, expect, it } from 'vitest';
import { postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

const PATHS = ['pdf/ID', 'check/ID/preview.png', 'check/ID/certificate.json'] as const;

describe('a report of a check without a result, answered 409', () => {
  const server = useTestApp();

  async function checkThatIs(status: 'running' | 'failed'): Promise<string> {
    // A check that still runs would be returned instead of a new one.
    await server.pool.query("UPDATE checks SET status = 'failed', finished_at = now() WHERE status = 'running'");
    const { body } = await postCheck(server.app);
    const subId: string = body.data.asset.sub_id;
    await server.pool.query(
      `UPDATE checks SET status = $2, result = NULL, riskscore = NULL, position = NULL,
              finished_at = CASE WHEN $2 = 'running' THEN NULL ELSE now() END, lease_until = now() + interval '1 hour'
        WHERE sub_id = $1`,
      [subId, status],
    );
    return subId;
  }

  it.each(PATHS)('says that a running check has to end first: %s', async (place) => {
    const answer = await server.app.inject({
      url: `/api/monitor/${place.replace('ID', await checkThatIs('running'))}`,
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatchObject({
      errorName: 'ReportNotReady',
      message: 'The check is still running. Please try again in a moment.',
    });
  });

  it.each(PATHS)('says that a failed check has none: %s', async (place) => {
    const answer = await server.app.inject({ url: `/api/monitor/${place.replace('ID', await checkThatIs('failed'))}` });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatchObject({
      errorName: 'ReportMissing',
      message: 'There is no report: the check could not be finished.',
    });
  });
});
