import { planOf } from '@assay/contracts/client';
import { arrangePlans, type MarketingClaims, type Plan } from '@assay/domain';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export interface KnownPlans {
  /** In the order they are shown; null before they are loaded. */
  readonly plans: readonly Plan[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

let loaded: readonly Plan[] | undefined;

/** The plans of the server, requested once however often the tab is opened (row BILL-16). */
export function usePlans(claims: MarketingClaims): KnownPlans {
  const { data, problem, reload } = useData('plans', () => readPlans(claims));
  return { plans: data, hasFailed: problem !== null, retry: () => void reload() };
}

async function readPlans(claims: MarketingClaims): Promise<readonly Plan[]> {
  loaded ??= arrangePlans((await call('GET /user/plans', { expects: 'array' })).map(planOf), claims);
  return loaded;
}
