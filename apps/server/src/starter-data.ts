import { derivePorts } from './adapters/derive/derive-ports.ts';
import { importStarterLabels, STARTER_LABELS_DIR } from './features/labels/index.ts';
import { importStarterTransfers, STARTER_TRANSFERS_DIR } from './features/transfers/index.ts';
import type { StarterSet } from './jobs/starter-sets.ts';

/** The facts that ship with the product, in the order they are loaded: records mean little without labels. */
export const STARTER_SETS: readonly StarterSet[] = [
  {
    name: 'labels',
    dir: STARTER_LABELS_DIR,
    load: ({ pool, signal, progress }) => importStarterLabels(pool, progress, signal),
  },
  {
    name: 'transfers',
    dir: STARTER_TRANSFERS_DIR,
    load: ({ pool, signal, progress }) => importStarterTransfers(pool, derivePorts(pool), progress, signal),
  },
];
