import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { SourceError } from '../../../../platform/intake/index.ts';
import { heldLabels } from '../import/held-labels.store.ts';
import { listLabelSets } from '../label-sets.store.ts';
import { contentsAt } from '../test/contents-at.ts';
import { dueLabelUpdates, listLabelUpdates, noteLabelUpdate } from './label-updates.store.ts';
import type { Publisher } from './publishers.ts';
import { scheduleLabelUpdates } from './scheduled-updates.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());

const PUBLISHERS: readonly Publisher[] = [
  { setName: 'mining-pools', title: '', licence: '', format: 'mining-pools', from: { url: 'https://pools.example' } },
  { setName: 'mew-darklist', title: '', licence: '', format: 'darklist', from: { url: 'https://dark.example' } },
];

const dir = await mkdtemp(path.join(tmpdir(), 'assay-updates-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const POOLS = path.join(dir, 'pools.json');
await writeFile(POOLS, '[{"name":"Pool","addresses":["1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi"]}]');

let stop: AbortController;
let warnings: { facts: object; message: string }[];
let failures: unknown[];
let rounds: number;

beforeEach(async () => {
  await pool.query('TRUNCATE label_set, label_import, staged_label, label_updates CASCADE');
  [stop, warnings, failures, rounds] = [new AbortController(), [], [], 0];
});
afterEach(() => stop.abort());

/** Queue and worker in one: what is sent is done before `send` returns. */
function jobsAtOnce() {
  let handle: ((data: never, signal: AbortSignal) => Promise<void>) | null = null;
  const sent: string[] = [];
  return {
    sent,
    work: async (_queue: string, handler: (data: never, signal: AbortSignal) => Promise<void>) => {
      handle = handler;
    },
    send: async (queue: string) => {
      sent.push(queue);
      await handle?.({} as never, stop.signal);
    },
  };
}

async function schedule(
  files: (publisher: Publisher) => Promise<string[]>,
  { everyHours = 24, holdsAll = false, unreadable = '' } = {},
) {
  const jobs = jobsAtOnce();
  const repetition = await scheduleLabelUpdates(
    { everyHours, holdsAll },
    {
      jobs,
      pool,
      signal: stop.signal,
      log: {
        warn: (facts, message) => void warnings.push({ facts, message }),
        error: (facts) => expect.fail(JSON.stringify(facts)),
      },
      hooks: (signal) => ({ signal }),
      failed: (error) => void failures.push(error),
      ended: async () => {
        rounds += 1;
      },
      publishers: PUBLISHERS,
      contents: {
        ...contentsAt(files),
        obstacleTo: ({ setName }) => (setName === unreadable ? 'no provider is set' : null),
      },
    },
  );
  return { jobs, repetition };
}

/** Waits for what the first look brought about. */
async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !(await isTrue()); tries += 1) await sleep(50);
  expect(await isTrue()).toBe(true);
}

const failing = async (): Promise<string[]> => {
  throw new SourceError('https://dark.example answered 503');
};

describe('scheduled updates of labels', () => {
  it('are off without a setting', async () => {
    const { jobs, repetition } = await schedule(failing, { everyHours: 0 });
    expect([repetition, jobs.sent]).toEqual([null, []]);
  });

  it('store success and failure of each publisher, and fetch none again before it is due', async () => {
    await schedule(async ({ setName }) => (setName === 'mining-pools' ? [POOLS] : failing()));
    await until(async () => (await listLabelUpdates(pool)).length === 2);
    await until(() => rounds === 1);
    expect(await listLabelUpdates(pool)).toMatchObject([
      { setName: 'mew-darklist', succeededAt: null, failure: 'https://dark.example answered 503' },
      { setName: 'mining-pools', succeededAt: expect.any(String), failure: null },
    ]);
    expect((await listLabelSets(pool)).map(({ name }) => name)).toEqual(['mining-pools']);
    expect(failures).toHaveLength(1);
    expect(warnings.map(({ message }) => message)).toEqual(['a label list could not be fetched; it is unchanged']);
    expect(await dueLabelUpdates(pool, ['mining-pools', 'mew-darklist', 'never'], 24)).toEqual(['never']);
  });

  it('leave out a publisher that nobody can be asked for on this installation, which is no failure', async () => {
    await schedule(async () => [POOLS], { unreadable: 'mew-darklist' });
    await until(() => rounds === 1);
    expect((await listLabelUpdates(pool)).map(({ setName }) => setName)).toEqual(['mining-pools']);
    expect([warnings, failures]).toEqual([[], []]);
  });

  it('try what failed again after an hour, not after the whole interval', async () => {
    await noteLabelUpdate(pool, 'mining-pools', 'current');
    await noteLabelUpdate(pool, 'mew-darklist', { failure: 'https://dark.example answered 503' });
    await pool.query(`UPDATE label_updates SET tried_at = now() - interval '61 minutes'`);
    expect(await dueLabelUpdates(pool, ['mining-pools', 'mew-darklist'], 24)).toEqual(['mew-darklist']);
  });

  it('hold every change where the operator decides', async () => {
    await schedule(async ({ setName }) => (setName === 'mining-pools' ? [POOLS] : failing()), { holdsAll: true });
    await until(() => rounds === 1);
    expect((await heldLabels(pool)).map(({ setName }) => setName)).toEqual(['mining-pools']);
    expect(warnings.map(({ message }) => message)).toContain('a label list waits for approval: assay labels held');
  });

  it('warn of a list without a success for three rounds, and keep the time of the last one', async () => {
    await noteLabelUpdate(pool, 'mew-darklist', 'current');
    await pool.query(
      `UPDATE label_updates SET tried_at = now() - interval '80 hours', succeeded_at = tried_at - interval '80 hours'`,
    );
    const [before] = await listLabelUpdates(pool);
    await schedule(failing);
    await until(() => warnings.some(({ message }) => message.startsWith('a label list is stale')));
    const after = (await listLabelUpdates(pool)).find(({ setName }) => setName === 'mew-darklist');
    expect(after).toMatchObject({ succeededAt: before?.succeededAt, failure: 'https://dark.example answered 503' });
  });
});
