import { METHOD_VERSION } from '@assay/exposure';
import type { Pool } from '../db/index.ts';
import { type CheckPrices, labelStates } from '../features/checks/index.ts';
import { buildCounterpartiesService, type CounterpartiesService } from '../features/counterparties/index.ts';

/** Counterparties over one database, named by the labels that its checks use. */
export function wireCounterparties(pool: Pool, prices: CheckPrices): CounterpartiesService {
  return buildCounterpartiesService({
    pool,
    labels: labelStates({ pool, version: METHOD_VERSION }),
    prices,
    clock: { now: () => new Date() },
  });
}
