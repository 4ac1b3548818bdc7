import { Alert } from '@assay/ui';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { planEnd } from './plan-end.ts';
import { readSubscription } from './read-subscription.ts';

export interface PlanEndNoticeProps {
  readonly tariff: NonNullable<SessionUser['currentTariff']>;
}

/** Says that a plan ends soon, once it is known that it does not renew by itself. */
export default function PlanEndNotice({ tariff }: PlanEndNoticeProps) {
  const { plan, expired_in } = tariff;
  const timeZone = useTimeZone();
  const { data, problem } = useData(`end of plan ${plan.id} on ${expired_in}`, async (signal) => ({
    subscription: await readSubscription(signal),
  }));
  if (data === null && problem === null) return null;
  const message = planEnd(data?.subscription ?? null, expired_in, { now: new Date(), timeZone });
  if (message === null) return null;
  return (
    <Alert
      type="warn"
      message={message}
      action={
        <SiteLink className="link" to="/account?tab=tariffs">
          {data?.subscription?.status === 'unpaid' ? 'Billing and plans' : 'Renew'}
        </SiteLink>
      }
    />
  );
}
