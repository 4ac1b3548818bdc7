import { isPopularPlan, type Plan } from '@assay/domain';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { BuyButton } from './buy-button.tsx';
import type { Provider } from './money.ts';
import { type Buyer, offerOf } from './plan-offer.ts';
import { PAYG_SECTION } from './sections.ts';
import type { Buying } from './use-purchase.ts';

export interface PlanActionProps {
  readonly plan: Plan;
  readonly buyer: Buyer;
  readonly providers: readonly Provider[];
  readonly salesEmail: string;
  readonly buying: Buying;
}

/** What one can do with a plan. */
export function PlanAction({ plan, buyer, providers, salesEmail, buying }: PlanActionProps) {
  const look = isPopularPlan(plan) ? 'btn btn-primary' : 'btn btn-line';
  switch (offerOf(plan, buyer)) {
    case 'current':
      return (
        <>
          <button className="btn" type="button" disabled>
            Current plan
          </button>
          <BuyMoreChecks />
        </>
      );
    case 'soon':
      return (
        <button className="btn" type="button" disabled aria-label={`${plan.name}: Coming soon`}>
          Coming soon
        </button>
      );
    case 'contact':
      return (
        <a className={look} href={`mailto:${salesEmail}`} aria-label={`Contact us about ${plan.name}`}>
          Contact us
        </a>
      );
    case 'buy':
      return (
        <BuyButton
          className={look}
          label="Buy"
          subject={plan.name}
          purchase={{ pay_for_tariff: { plan_id: plan.id } }}
          providers={providers}
          buying={buying}
        />
      );
    case 'none':
      return null;
  }
}

export function BuyMoreChecks() {
  return (
    <SiteLink className="link plan-more" to={PAYG_SECTION} prefetch="none">
      Buy more checks
    </SiteLink>
  );
}
