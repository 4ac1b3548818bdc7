import { ControlState, Dialog, Spinner } from '@assay/ui';
import { formatNamedDay } from '@assay/wording';
import { useState } from 'react';
import type { SessionUser } from '../../shell/session/session.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { Subscription } from './money.ts';
import { useSubscription } from './use-subscription.ts';

export interface CancelSubscriptionProps {
  /** The plan the person is on. */
  readonly tariff: NonNullable<SessionUser['currentTariff']>;
}

/** Ends the renewal: asks once, and says until when the plan stays (GAP-47). */
export function CancelSubscription({ tariff }: CancelSubscriptionProps) {
  const [isOpen, setOpen] = useState(false);
  const { subscription, isBusy, hasFailed, cancel } = useSubscription();
  const timeZone = useTimeZone();

  if (subscription?.status === 'cancelling') {
    return (
      <p className="cancel" role="status">
        Your subscription is cancelled. {subscription.plan_name} stays active until{' '}
        {formatNamedDay(activeUntil(subscription, tariff), timeZone)}.
      </p>
    );
  }
  return (
    <p className="cancel">
      <button className="link" type="button" onClick={() => setOpen(true)}>
        Cancel subscription
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Cancel subscription"
        description={
          subscription
            ? `${subscription.plan_name} stays active until ${formatNamedDay(activeUntil(subscription, tariff), timeZone)}, with the checks you have. It is paid until ${formatNamedDay(subscription.paid_until, timeZone)} and will not renew after that.`
            : onceText(tariff, timeZone)
        }
        action={
          subscription && (
            <button
              className="btn btn-danger"
              type="button"
              disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void cancel().then((isDone) => isDone && setOpen(false))}
            >
              {isBusy && <Spinner />}
              Cancel subscription
            </button>
          )
        }
      >
        <span role="status">{hasFailed && <ControlState>Not cancelled. Try again.</ControlState>}</span>
      </Dialog>
    </p>
  );
}

/** The day that is shown beside the plan: a few days past the paid time, in which a renewal may still come. */
function activeUntil({ plan_id, paid_until }: Subscription, { plan, expired_in }: CancelSubscriptionProps['tariff']) {
  return plan.id === plan_id && expired_in !== null ? expired_in : paid_until;
}

function onceText({ plan, expired_in }: CancelSubscriptionProps['tariff'], timeZone: string): string {
  if (expired_in === null) return `${plan.name} does not renew, so there is nothing to cancel.`;
  return `${plan.name} was a one-time payment and does not renew, so there is nothing to cancel. It stays active until ${formatNamedDay(expired_in, timeZone)}.`;
}
