import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { pauseAfterRestore, resumeOutgoing } from './after-restore.store.ts';
import { openOutgoingGate } from './open-outgoing-gate.ts';

const QUIET = { warn: () => undefined, error: () => undefined };

describe('outgoing jobs after a restore', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('wait until the operator resumes them, while other jobs are done', { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const now = new Date();
    await pauseAfterRestore(database.pool, { madeAt: now, now });
    const outgoing = await openOutgoingGate(database.pool, { signal: stop.signal, log: QUIET });
    const jobs = await startJobs(database.url, QUIET, { outgoing });
    const done: string[] = [];
    const note = (what: string) => async () => void done.push(what);
    await jobs.work('mails', note('mail'), { outgoing: true });
    await jobs.work('other', note('other'));
    await jobs.send('mails', 'one', {});
    await jobs.send('other', 'one', {});
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['other']);
    await jobs.send('other', 'two', {});
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['other', 'other']);
    expect(outgoing.isOpen()).toBe(false);
    await resumeOutgoing(database.pool, new Date());
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['other', 'other', 'mail']);
    expect(outgoing.isOpen()).toBe(true);
    stop.abort();
    await jobs.stop();
  });
});
