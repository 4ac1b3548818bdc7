import { importStarterLabels, STARTER_LABELS_DIR } from '../../modules/labels/index.ts';
import { importStarterTransfers, refreshAfterChange, STARTER_TRANSFERS_DIR } from '../../modules/records/index.ts';
import type { StarterSet } from '../jobs/starter-sets.ts';

/** The facts that ship with the product, in the order they are loaded: records mean little without labels. */
export const STARTER_SETS: readonly StarterSet[] = [
  {
    name: 'labels',
    dir: STARTER_LABELS_DIR,
    load: async (work) => {
      const said = await importStarterLabels(work.pool, work.progress, work.signal);
      await refreshAfterChange(work);
      return said;
    },
  },
  {
    name: 'transfers',
    dir: STARTER_TRANSFERS_DIR,
    load: async (work) => {
      const said = await importStarterTransfers(work.pool, work.progress, work.signal);
      await refreshAfterChange(work);
      return said;
    },
  },
];
