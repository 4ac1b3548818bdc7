import {
  arrangePlans,
  LEAST_CHECKS,
  listedPlans,
  PERIOD_DISCOUNT_PERCENT,
  PLAN_PERIODS,
  type PlanPeriod,
  plansOfPeriod,
  priceOfChecks,
} from '@assay/domain';
import { PayAsYouGo, PlanTable, Segmented } from '@assay/ui';
import { useState } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

const PERIOD_LABELS: Readonly<Record<PlanPeriod, string>> = {
  month: 'Month',
  '3_months': '3 months',
  half_year: '6 months',
  year: 'Year',
};

const PERIODS = PLAN_PERIODS.map((period) => ({
  value: period,
  label: PERIOD_LABELS[period],
  note: period === 'month' ? 'Base' : `${PERIOD_DISCOUNT_PERCENT[period]}%`,
}));

/** Plans by payment period, and pay as you go. Buying begins with an account. */
export function PricingSection() {
  const [period, setPeriod] = useState<PlanPeriod>('month');
  const [checks, setChecks] = useState(LEAST_CHECKS);
  const plans = plansOfPeriod(arrangePlans(listedPlans()), period);
  return (
    <section className="pricing" id="pricing">
      <div className="wrap-wide">
        <div className="sec-head">
          <h2>Pricing</h2>
          <div className="period">
            <Segmented label="Payment period" value={period} choices={PERIODS} onChange={setPeriod} />
          </div>
        </div>
        <PlanTable
          plans={plans}
          actionOf={(plan) => (
            <SiteLink
              className={plan.type.startsWith('standard') ? 'btn btn-primary' : 'btn btn-line'}
              to="/register"
              aria-label={`Buy ${plan.name}`}
            >
              Buy
            </SiteLink>
          )}
        />
        <PayAsYouGo
          checks={checks}
          price={priceOfChecks(checks)}
          onChange={setChecks}
          action={
            <SiteLink className="btn btn-primary" to="/register">
              Get Started
            </SiteLink>
          }
        />
        <p className="hint price-note">
          Pay As You Go is $0.99 per check. Unused checks carry over to the next month. Pay by card or crypto.
        </p>
      </div>
    </section>
  );
}
