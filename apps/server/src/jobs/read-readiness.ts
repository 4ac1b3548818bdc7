import type { Db } from '../db/index.ts';
import type { Readiness } from '../features/checks/index.ts';
import { firstLabelImport } from '../features/labels/index.ts';
import { unloadedStarterSets } from './starter-sets.store.ts';

/** Whether checks can be answered: the state is in the database, so every server and command sees the same. */
export async function readReadiness(db: Db): Promise<Readiness> {
  const unloaded = await unloadedStarterSets(db);
  const failed = unloaded.find(({ state }) => state === 'failed');
  if (failed !== undefined) {
    return { state: 'failed', reason: `the starter ${failed.name} could not be loaded: ${failed.failure ?? ''}` };
  }
  if (unloaded.length > 0) return { state: 'loading' };
  switch (await firstLabelImport(db)) {
    case 'none':
      return { state: 'ready' };
    case 'running':
      return { state: 'loading' };
    case 'unfinished':
      return { state: 'failed', reason: 'the first import of labels was begun and not finished' };
  }
}
