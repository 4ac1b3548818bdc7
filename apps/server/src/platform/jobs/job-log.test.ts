import { expect, it } from 'vitest';
import { quietWhileAway } from './job-log.ts';

it('background work says once a minute that the database is away, and everything else each time', () => {
  const lines: string[] = [];
  let now = 0;
  const log = quietWhileAway(
    {
      error: (_facts, message) => lines.push(message),
      warn: ({ reason }, message) => lines.push(`${message}: ${String(reason)}`),
    },
    () => now,
  );
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  log.error({ err: away }, 'one job failed');
  log.error({ err: away }, 'another job failed');
  log.error({ err: new Error('a fault') }, 'a third job failed');
  now = 60_000;
  log.error({ err: away }, 'one job failed');
  expect(lines).toEqual([
    'background work waits for the database: connect ECONNREFUSED',
    'a third job failed',
    'background work waits for the database: connect ECONNREFUSED',
  ]);
});
