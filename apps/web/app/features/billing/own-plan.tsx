import { ControlState, Spinner } from '@assay/ui';
import { formatNamedDay } from '@assay/wording';
import { useId } from 'react';
import type { SessionUser } from '../../shell/session/session.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { BuyButton } from './buy-button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Provider, Subscription } from './money.ts';
import { cancelText, comingChecks, notRenewedText, renewalText } from './plan-words.ts';
import type { Buying } from './use-purchase.ts';
import { type KnownSubscription, useSubscription } from './use-subscription.ts';

const NOT_LOADED = 'Your plan could not be loaded. Reload the page and try again.';

export interface OwnPlanProps {
  /** The plan the person is on. */
  readonly tariff: NonNullable<SessionUser['currentTariff']>;
  /** Empty where nothing is sold, or nothing to this person. */
  readonly providers: readonly Provider[];
  readonly buying: Buying;
}

/** What the plan brings next, when it is charged again, and how that is changed. */
export function OwnPlan({ tariff, providers, buying }: OwnPlanProps) {
  const known = useSubscription();
  const timeZone = useTimeZone();
  const titleId = useId();
  const { subscription } = known;
  if (subscription === undefined || subscription === null) {
    if (subscription === undefined && !known.isUnknown) return null;
    const description = known.isUnknown ? NOT_LOADED : onceText(tariff, timeZone);
    const canRenew = !known.isUnknown && tariff.expired_in !== null && isSubscription(tariff) && providers.length > 0;
    return (
      <p className="cancel">
        {canRenew && <RenewButton plan={tariff.plan} providers={providers} buying={buying} />}
        <CancelDialog description={description} cancel={null} />
      </p>
    );
  }
  return (
    <section className="own-plan" aria-labelledby={titleId}>
      <h2 id={titleId}>Your plan: {subscription.plan_name}</h2>
      <dl>
        <div>
          <dt>Next checks</dt>
          <dd>
            <ComingChecks lines={comingChecks(subscription, timeZone)} />
          </dd>
        </div>
        <div>
          <dt>Renewal</dt>
          <dd>
            <span role="status">{renewalText(subscription, timeZone)}</span>
          </dd>
          <dd className="act">
            <PlanControls known={known} subscription={subscription} providers={providers} buying={buying} />
          </dd>
        </div>
        {subscription.status !== 'active' && (
          <div>
            <dt>Checks left</dt>
            <dd>They lapse on {formatNamedDay(subscription.lapses_at, timeZone)}, unless the plan renews before.</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function ComingChecks({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return 'None. All checks that were paid for have been added.';
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

type ControlsProps = Pick<OwnPlanProps, 'providers' | 'buying'> & {
  readonly known: KnownSubscription;
  readonly subscription: Subscription;
};

function PlanControls({ known, subscription, providers, buying }: ControlsProps) {
  const timeZone = useTimeZone();
  const { isBusy, failed, cancel, resume } = known;
  switch (subscription.status) {
    case 'one_time':
      return (
        <>
          {providers.length > 0 && (
            <RenewButton
              plan={{ id: subscription.plan_id, name: subscription.plan_name }}
              providers={providers}
              buying={buying}
            />
          )}
          <CancelDialog description={notRenewedText(subscription, timeZone)} cancel={null} />
        </>
      );
    case 'cancelling':
      return (
        <>
          <button
            className="btn btn-line"
            type="button"
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => void resume()}
          >
            {isBusy && <Spinner />}
            Resume subscription
          </button>
          <span role="status">{failed === 'resume' && <ControlState>Not resumed. Try again.</ControlState>}</span>
        </>
      );
    case 'active':
    case 'unpaid':
      return (
        <CancelDialog
          description={cancelText(subscription, timeZone)}
          cancel={{ isBusy, hasFailed: failed === 'cancel', run: cancel }}
        />
      );
  }
}

type RenewProps = Pick<OwnPlanProps, 'providers' | 'buying'> & {
  readonly plan: { readonly id: number; readonly name: string };
};

function RenewButton({ plan, providers, buying }: RenewProps) {
  return (
    <BuyButton
      className="btn btn-line"
      label="Renew"
      subject={plan.name}
      purchase={{ pay_for_tariff: { plan_id: plan.id } }}
      providers={providers}
      buying={buying}
    />
  );
}

/** Paid for a time; no other plan can be bought again. */
function isSubscription({ plan }: OwnPlanProps['tariff']): boolean {
  return /_\d+$/.test(plan.type);
}

function onceText({ plan, expired_in }: OwnPlanProps['tariff'], timeZone: string): string {
  if (expired_in === null) return `${plan.name} does not renew, so there is nothing to cancel.`;
  return `${plan.name} does not renew, so there is nothing to cancel. It stays active until ${formatNamedDay(expired_in, timeZone)}.`;
}
