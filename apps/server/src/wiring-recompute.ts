import { exposureEngineOf } from './adapters/engine/exposure-engine.ts';
import type { Pool } from './db/index.ts';
import type { KeptReadings, RecomputePorts } from './features/certificate/index.ts';
import { type ChecksLog, checksStore } from './features/checks/index.ts';
import { openCut } from './features/sources/index.ts';
import { checkSnapshots } from './wiring.ts';
import { wirePrices } from './wiring-prices.ts';

/** Everything a certificate is computed again from: what this installation holds, and nobody who could be asked. */
export function wireRecompute(pool: Pool, log: Pick<ChecksLog, 'warn'>): RecomputePorts {
  return {
    withSnapshot: checkSnapshots(pool),
    engineOf: exposureEngineOf,
    readings: keptReadings(pool),
    prices: wirePrices(pool, log),
  };
}

function keptReadings(pool: Pool): KeptReadings {
  return {
    readingOf: async (subId) => {
      const cut = await checksStore.findCut(pool, subId);
      if (cut === null) return 'unknown';
      return (await openCut(pool, cut)) ?? 'forgotten';
    },
  };
}
