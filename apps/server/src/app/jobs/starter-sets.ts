import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { messageOf } from '../../platform/kernel/text/message-of.ts';
import { markStarterSet, starterVersion, withStarterLock } from './starter-sets.store.ts';

/** Facts that ship with the product and are loaded into the database of every installation. */
export interface StarterSet {
  /** Key in the database, such as `labels`. */
  readonly name: string;
  /** Folder of the files; a change of any of them loads the set again. */
  readonly dir: string;
  /** Loads the set; may run again over what it left. Returns one sentence for people. */
  readonly load: (work: { pool: Pool; signal: AbortSignal; progress: (text: string) => void }) => Promise<string>;
}

interface StarterWork {
  readonly pool: Pool;
  readonly say: (text: string) => void;
  readonly progress: (text: string) => void;
}

interface StarterContext extends StarterWork {
  readonly jobs: Jobs;
}

const QUEUE = 'starter-set';
const LOCK_POLL_MS = 1000;

/** Puts every set that is missing or out of date in the queue, in the given order, and returns at once. */
export async function loadStarterSets(sets: readonly StarterSet[], context: StarterContext): Promise<void> {
  await context.jobs.work<{ name: string }>(QUEUE, async ({ name }, signal) => {
    const set = sets.find((candidate) => candidate.name === name);
    if (set !== undefined) await loadOnce(set, context, signal);
  });
  // What a killed process left need not be waited for: a lock in the database keeps two loads apart.
  await context.jobs.clear(QUEUE);
  for (const set of await findOutdated(sets, context.pool))
    await context.jobs.send(QUEUE, set.name, { name: set.name });
}

/** Loads every set that is missing or out of date, in the given order, and returns when they are there. */
export async function completeStarterSets(
  sets: readonly StarterSet[],
  work: StarterWork,
  signal: AbortSignal,
): Promise<void> {
  for (const set of await findOutdated(sets, work.pool)) await loadOnce(set, work, signal);
}

async function findOutdated(sets: readonly StarterSet[], pool: Pool): Promise<readonly StarterSet[]> {
  const outdated: StarterSet[] = [];
  for (const set of sets) {
    if ((await starterVersion(pool, set.name)) !== (await hashFolder(set.dir))) outdated.push(set);
  }
  return outdated;
}

async function loadOnce(set: StarterSet, { pool, say, progress }: StarterWork, signal: AbortSignal): Promise<void> {
  const version = await hashFolder(set.dir);
  for (let isDone = false; !isDone; ) {
    isDone = await withStarterLock(pool, set.name, async () => {
      if ((await starterVersion(pool, set.name)) === version) return;
      say(`Loading the starter ${set.name}.`);
      await markStarterSet(pool, set.name, version, 'running', null);
      try {
        say(await set.load({ pool, signal, progress }));
        await markStarterSet(pool, set.name, version, 'done', null);
      } catch (error) {
        if (signal.aborted) return;
        const reason = messageOf(error);
        await markStarterSet(pool, set.name, version, 'failed', reason);
        throw new Error(`The starter ${set.name} could not be loaded: ${reason}`, { cause: error });
      }
    });
    // Another server loads it: look again, so that this one takes over should the other die.
    if (!isDone) await sleep(LOCK_POLL_MS, undefined, { signal });
  }
}

/** One hash over names and contents of the folder's files. */
export async function hashFolder(dir: string): Promise<string> {
  const hash = createHash('sha256');
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const names = files.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of names.sort()) {
    hash
      .update(`${path.relative(dir, name)}\0`)
      .update(await readFile(name))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}
