import type { Pool } from '../../../platform/db/index.ts';
import { openCutOff } from '../../chains/index.ts';
import { checksStore } from '../../checks/index.ts';
import type { KeptReadings } from './certificate.ports.ts';

/** What this installation has stored of the on-demand reads of its checks. */
export function keptReadings(pool: Pool): KeptReadings {
  return {
    readingOf: async (subId) => {
      const cut = await checksStore.findCutOff(pool, subId);
      if (cut === null) return 'unknown';
      return (await openCutOff(pool, cut)) ?? 'forgotten';
    },
  };
}
