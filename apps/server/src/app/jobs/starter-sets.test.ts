import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { faultLog } from '../../../test/support/fault-log.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { completeStarterSets, loadStarterSets, type StarterSet } from './starter-sets.ts';

const database = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'assay-starter-'));
const said: string[] = [];
const log = faultLog();
const started: Jobs[] = [];

afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

function countingSet(name: string, load: () => Promise<string>): StarterSet {
  return { name, dir, load };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`It did not happen; said: ${said.join(' | ')}, ${JSON.stringify(log.faults)}`);
    await sleep(20);
  }
}

async function stateOf(name: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ state: string }>('SELECT state FROM starter_set WHERE name = $1', [
    name,
  ]);
  return rows[0]?.state;
}

describe('loadStarterSets', () => {
  /** A start of the server as far as its starter sets go. */
  async function start(set: StarterSet): Promise<void> {
    const note = (text: string): void => {
      said.push(text);
    };
    const jobs = await startJobs(database.url, log, { retryDelaySeconds: 0 });
    started.push(jobs);
    await loadStarterSets([set], { pool: database.pool, jobs, say: note, progress: () => undefined });
  }

  it('loads a set in the background, once, and again when its files change', async () => {
    let loads = 0;
    const set = countingSet('facts', async () => `loaded ${++loads}`);
    await writeFile(path.join(dir, 'facts.csv'), 'one');
    await start(set);
    await until(async () => (await stateOf('facts')) === 'done');
    await start(set);
    await sleep(300);
    expect(loads).toBe(1);

    await writeFile(path.join(dir, 'facts.csv'), 'two');
    await start(set);
    await until(() => loads === 2);
    expect(said).toContain('loaded 2');
  });

  it('says why a set could not be loaded and tries it again by itself', async () => {
    let loads = 0;
    const set = countingSet('broken', async () => {
      loads += 1;
      if (loads === 1) throw new Error('a row is wrong');
      return 'loaded at last';
    });
    await start(set);
    await until(() => log.faults.length > 0);
    expect(log.faults).toMatchObject([
      { facts: { queue: 'starter-set', err: { message: 'The starter broken could not be loaded: a row is wrong' } } },
    ]);
    await until(async () => (await stateOf('broken')) === 'done');
    expect(loads).toBe(2);
  });
});

describe('completeStarterSets', () => {
  const work = { pool: database.pool, say: (text: string) => void said.push(text), progress: () => undefined };

  it('returns when every set is there, in the given order, and does nothing a second time', async () => {
    const loaded: string[] = [];
    const sets = ['first', 'second'].map((name) =>
      countingSet(name, async () => {
        loaded.push(name);
        return `${name} is loaded`;
      }),
    );
    await completeStarterSets(sets, work, new AbortController().signal);
    await completeStarterSets(sets, work, new AbortController().signal);
    expect(loaded).toEqual(['first', 'second']);
    expect(await stateOf('second')).toBe('done');
  });

  it('fails with the reason when a set cannot be loaded', async () => {
    const set = countingSet('unreadable', async () => {
      throw new Error('a row is wrong');
    });
    await expect(completeStarterSets([set], work, new AbortController().signal)).rejects.toThrow('a row is wrong');
    expect(await stateOf('unreadable')).toBe('failed');
  });
});
