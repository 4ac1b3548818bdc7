import { ApiError, planOf } from '@assay/contracts/client';
import { arrangePlans, type Plan } from '@assay/domain';
import { useCallback, useEffect, useState } from 'react';
import { money } from './money.ts';

export interface KnownPlans {
  /** In the order they are shown; null before they arrived. */
  readonly plans: readonly Plan[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

let asked: Promise<readonly Plan[]> | undefined;

/** The plans, as the server offers them: asked for once, however often the tab is opened (row BILL-16). */
export function usePlans(): KnownPlans {
  const [plans, setPlans] = useState<readonly Plan[] | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(async () => {
    setFailed(false);
    try {
      asked ??= readPlans();
      setPlans(await asked);
    } catch (error) {
      asked = undefined;
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  return { plans, hasFailed, retry: () => void load() };
}

async function readPlans(): Promise<readonly Plan[]> {
  return arrangePlans((await money().plans()).map(planOf));
}
