import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useSession } from '../../shell/session/session.tsx';
import type { Subscription } from './money.ts';
import { readSubscription } from './read-subscription.ts';
import { useReloadUser } from './use-reload-user.ts';

export interface KnownSubscription {
  /** Null without one; undefined while it is loaded, and after a failure. */
  readonly subscription: Subscription | null | undefined;
  /** It could not be loaded. */
  readonly isUnknown: boolean;
  readonly isBusy: boolean;
  /** What failed last. No alert is shown (row ERR-13): the control says so. */
  readonly failed: 'cancel' | 'resume' | null;
  /** Resolves to whether it was cancelled. */
  readonly cancel: () => Promise<boolean>;
  /** Resolves to whether it renews again. */
  readonly resume: () => Promise<boolean>;
}

/** The plan the user has paid for, and the changes of its renewal. */
export function useSubscription(): KnownSubscription {
  const [failed, setFailed] = useState<KnownSubscription['failed']>(null);
  const { user } = useSession();
  const reloadUser = useReloadUser();
  const { data, problem, reload } = useData(
    `subscription of plan ${user?.currentTariff?.plan.id} until ${user?.currentTariff?.expired_in}`,
    async (signal) => ({ subscription: await readSubscription(signal) }),
  );
  const { isBusy, run } = useAction();

  async function change(what: 'cancel' | 'resume'): Promise<boolean> {
    setFailed(null);
    const isDone = await run(() => call(`POST /payment/stripe/subscriptions/${what}`, { expects: 'boolean' }));
    setFailed(isDone ? null : what);
    await Promise.all([reload(), reloadUser()]);
    return isDone;
  }

  return {
    subscription: problem === null ? data?.subscription : undefined,
    isUnknown: problem !== null,
    isBusy,
    failed,
    cancel: () => change('cancel'),
    resume: () => change('resume'),
  };
}
