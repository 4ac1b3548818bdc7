import { isComingSoon, PLAN_PERIODS, type Plan, type PlanPeriod, type PriceList, plansOfPeriod } from '@assay/domain';
import { PlanTable, periodNote, Segmented, Spinner } from '@assay/ui';
import { type ReactNode, useState } from 'react';
import type { KnownPlans } from './use-plans.ts';

const PERIOD_LABELS: Readonly<Record<PlanPeriod, string>> = {
  month: 'Month',
  '3_months': '3 months',
  half_year: '6 months',
  year: 'Year',
};

/** Shown first to customers without a plan of a period. */
const FIRST_PERIOD: PlanPeriod = '3_months';

export interface PlansSectionProps {
  readonly priceList: PriceList;
  readonly known: KnownPlans;
  /** The customer's own: its period is shown first. */
  readonly currentId: number | null;
  readonly actionOf: (plan: Plan) => ReactNode;
  /** Shown below the plans. */
  readonly children?: ReactNode;
}

/** The plans of a period side by side; those that are only announced below. */
export function PlansSection({ priceList, known, currentId, actionOf, children }: PlansSectionProps) {
  const [chosen, setChosen] = useState<PlanPeriod | null>(null);
  const { plans, hasFailed, retry } = known;
  const period = chosen ?? periodOf(plans?.find(({ id }) => id === currentId)) ?? FIRST_PERIOD;
  // Three plans are shown together, whatever they are paid for (row BILL-18).
  const isShort = plans?.length === 3;
  const periods = PLAN_PERIODS.map((value) => ({
    value,
    label: PERIOD_LABELS[value],
    note: periodNote(priceList.periodDiscountPercent[value]),
  }));
  return (
    <section className="bill-plans" id="plans" aria-labelledby="plans-title">
      <div className="sec-head">
        <h2 id="plans-title">Plans</h2>
        {!isShort && (
          <div className="period">
            <Segmented label="Payment period" value={period} choices={periods} onChange={setChosen} />
          </div>
        )}
      </div>
      {plans === null && !hasFailed && (
        <p className="waiting">
          <Spinner /> Loading the plans
        </p>
      )}
      {hasFailed && (
        <p role="alert">
          The plans could not be loaded.{' '}
          <button className="link" type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {plans !== null && (
        <>
          <PlanTable plans={isShort ? plans : plansOfPeriod(plans, period)} actionOf={actionOf} />
          <AnnouncedPlans plans={isShort ? [] : plans.filter(isComingSoon)} actionOf={actionOf} />
        </>
      )}
      {children}
    </section>
  );
}

function periodOf(plan: Plan | undefined): PlanPeriod | undefined {
  return PLAN_PERIODS.find((period) => period === plan?.paymentPeriod);
}

/** Plans without a price and a period yet. */
function AnnouncedPlans({
  plans,
  actionOf,
}: Pick<PlansSectionProps, 'actionOf'> & { readonly plans: readonly Plan[] }) {
  if (plans.length === 0) return null;
  return (
    <ul className="plans-soon" aria-label="Announced plans">
      {plans.map((plan) => (
        <li key={plan.id}>
          <h3>{plan.name}</h3>
          {actionOf(plan)}
        </li>
      ))}
    </ul>
  );
}
