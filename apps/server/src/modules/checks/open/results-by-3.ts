import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/index.ts';
import { reviewedListOf, type ServicesList } from '../../labels/index.ts';
import { checkSnapshots } from '../checks/check-snapshots.ts';
import type { ChecksDeps } from '../checks/checks.service.ts';

/**
 * What rates addresses by version 3 of the method, where the settings say so: the labels of version 2, of which it
 * leaves aside those that are derived from conduct, and the services that identify their customers.
 */
export const wireResultsBy3 = (
  pool: Pool,
  { ratesBy3 }: Pick<Config, 'ratesBy3'>,
  services: () => Promise<ServicesList>,
): NonNullable<ChecksDeps['resultsBy3']> => ({
  isOn: ratesBy3,
  withSnapshot: checkSnapshots(pool, { version: '2' }),
  reviewedList: reviewedListOf(services),
});
