import type { Readiness } from '../../modules/checks/index.ts';
import { firstLabelImport } from '../../modules/labels/index.ts';
import type { Pool } from '../../platform/db/index.ts';
import { inNoWorkspace } from '../../platform/kernel/scope.ts';
import { keepFor } from '../../platform/kernel/time/timing.ts';
import { unloadedStarterSets } from './starter-sets.store.ts';

/** Whether checks can be answered: the state is in the database, so every server and command sees the same. */
export async function readReadiness(pool: Pool): Promise<Readiness> {
  const unloaded = await unloadedStarterSets(pool);
  const firstImport = await firstLabelImport(pool);
  const failed = unloaded.find(({ state }) => state === 'failed');
  if (failed !== undefined) {
    return { state: 'failed', reason: `the starter ${failed.name} could not be loaded: ${failed.failure ?? ''}` };
  }
  if (unloaded.length > 0) return { state: 'loading' };
  switch (firstImport) {
    case 'none':
      return { state: 'ready' };
    case 'running':
      return { state: 'loading' };
    case 'unfinished':
      return { state: 'failed', reason: 'the first import of labels was begun and not finished' };
  }
}

/** Under load, a look that finds all data loaded serves the checks that begin within this time. */
const READY_AGE_MS = 250;

/** As `readReadiness`, for each check of a process; what is not ready is looked at again each time. */
export function keptReadiness(pool: Pool): () => Promise<Readiness> {
  // About the installation, not a workspace: without a scope, these are plain statements.
  const read = () => inNoWorkspace(() => readReadiness(pool));
  return keepFor(READY_AGE_MS, read, { isKept: ({ state }) => state === 'ready' });
}
