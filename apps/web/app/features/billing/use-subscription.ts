import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useSession } from '../../shell/session/session.tsx';
import { money, type Subscription } from './money.ts';
import { useReloadUser } from './use-reload-user.ts';

export interface KnownSubscription {
  /** Null without one; undefined while that is not known. */
  readonly subscription: Subscription | null | undefined;
  readonly isBusy: boolean;
  /** The last cancellation failed. No alert is shown (row ERR-13): the dialog says so. */
  readonly hasFailed: boolean;
  /** Resolves to whether it was cancelled. */
  readonly cancel: () => Promise<boolean>;
}

/** The card subscription of the user, and its cancellation. */
export function useSubscription(): KnownSubscription {
  const [hasFailed, setFailed] = useState(false);
  const { user } = useSession();
  const reloadUser = useReloadUser();
  const { data, problem, reload } = useData(`subscription of plan ${user?.currentTariff?.plan.id}`, async (signal) => ({
    subscription: await money().subscription({ signal }),
  }));
  const { isBusy, run } = useAction(() => setFailed(true));

  function cancel(): Promise<boolean> {
    setFailed(false);
    return run(async () => {
      await money().cancelSubscription();
      await Promise.all([reload(), reloadUser()]);
    });
  }

  return { subscription: problem === null ? data?.subscription : undefined, isBusy, hasFailed, cancel };
}
