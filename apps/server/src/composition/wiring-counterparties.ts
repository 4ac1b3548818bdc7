import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import { type Pool, withinTime } from '../db/index.ts';
import { type CheckPrices, labelStates } from '../features/checks/index.ts';
import { buildCounterpartiesService, type CounterpartiesService } from '../features/counterparties/index.ts';
import { besideLedger } from '../features/placement/index.ts';

/** Counterparties over one database, named by the labels that its checks use. */
export function wireCounterparties(
  pool: Pool,
  prices: CheckPrices,
  version: MethodVersion = METHOD_VERSION,
): CounterpartiesService {
  return buildCounterpartiesService({
    db: pool,
    transaction: (asset, withinMs, work) => besideLedger(pool, asset, (tx) => withinTime(tx, withinMs, () => work(tx))),
    labels: labelStates({ pool, version }),
    prices,
    clock: { now: () => new Date() },
  });
}
