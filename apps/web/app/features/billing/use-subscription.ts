import { ApiError } from '@assay/contracts/client';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../shell/session/session.tsx';
import { money, type Subscription } from './money.ts';
import { useReloadUser } from './use-reload-user.ts';

export interface KnownSubscription {
  /** Null without one; undefined while that is not known. */
  readonly subscription: Subscription | null | undefined;
  readonly isBusy: boolean;
  /** The last cancelling did not succeed. Nothing is shown (row ERR-13): screen readers hear it. */
  readonly hasFailed: boolean;
  /** Answers whether it was done. */
  readonly cancel: () => Promise<boolean>;
}

/** The card subscription of the person, and its end. */
export function useSubscription(): KnownSubscription {
  const [subscription, setSubscription] = useState<Subscription | null | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { user } = useSession();
  const reload = useReloadUser();
  const planId = user?.currentTariff?.plan.id;

  const load = useCallback(async () => {
    try {
      setSubscription(await money().subscription());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSubscription(undefined);
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan is another subscription.
  useEffect(() => {
    void load();
  }, [load, planId]);

  async function cancel(): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailed(false);
    try {
      await money().cancelSubscription();
      await Promise.all([load(), reload()]);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { subscription, isBusy, hasFailed, cancel };
}
