import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import {
  buildCounterpartiesService,
  type CheckPrices,
  type CounterpartiesService,
  labelStates,
} from '../../modules/checks/index.ts';
import { besideLedger } from '../../modules/records/index.ts';
import { type Pool, withinTime } from '../../platform/db/index.ts';

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
