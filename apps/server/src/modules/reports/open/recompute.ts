import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { wirePrices } from '../../chains/open/prices.ts';
import { checkSnapshots, type WithPaymentSnapshot } from '../../checks/index.ts';
import { exposureEngineOf } from '../../checks/outside/engine/exposure-engine.ts';
import type { RecomputePorts } from '../certificate/again.ts';
import { keptReadings } from '../certificate/kept-readings.ts';

/** The inputs for recomputing a certificate: only what this installation has stored, no providers. */
export function wireRecompute(pool: Pool, log: Pick<Log, 'warn'>): RecomputePorts {
  // What was read of the labels is kept for the next result of the same version.
  const opened = new Map<string, WithPaymentSnapshot>();
  return {
    snapshotsOf: (version, revision) => {
      const key = `${version} ${revision}`;
      const snapshots = opened.get(key) ?? checkSnapshots(pool, { version, revision });
      opened.set(key, snapshots);
      return snapshots;
    },
    engineOf: exposureEngineOf,
    readings: keptReadings(pool),
    prices: wirePrices(pool, log),
  };
}
