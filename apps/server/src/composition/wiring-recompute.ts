import { exposureEngineOf } from '../adapters/engine/exposure-engine.ts';
import type { Pool } from '../db/index.ts';
import { keptReadings, type RecomputePorts } from '../features/certificate/index.ts';
import { type ChecksLog, checkSnapshots } from '../features/checks/index.ts';
import { wirePrices } from './wiring-prices.ts';

/** The inputs for recomputing a certificate: only what this installation has stored, no providers. */
export function wireRecompute(pool: Pool, log: Pick<ChecksLog, 'warn'>): RecomputePorts {
  return {
    snapshotsOf: (version, revision) => checkSnapshots(pool, { version, revision }),
    engineOf: exposureEngineOf,
    readings: keptReadings(pool),
    prices: wirePrices(pool, log),
  };
}
