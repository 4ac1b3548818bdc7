import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import { type Pool, withinTime } from '../../../platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { besideLedger } from '../../records/index.ts';
import { labelStates } from '../checks/compute/label-states.ts';
import type { CheckPrices } from '../checks/flows/value-flows.ts';
import { buildCounterpartiesService, type CounterpartiesService } from '../counterparties/counterparties.service.ts';

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
    clock: SYSTEM_CLOCK,
  });
}
