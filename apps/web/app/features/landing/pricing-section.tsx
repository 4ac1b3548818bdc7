import {
  arrangePlans,
  LEAST_CHECKS,
  listedPlans,
  PLAN_PERIODS,
  type PlanPeriod,
  type PriceList,
  plansOfPeriod,
  priceOfChecks,
} from '@assay/domain';
import { PayAsYouGo, PlanTable, periodNote, Segmented } from '@assay/ui';
import { formatCents } from '@assay/wording';
import { useState } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

const PERIOD_LABELS: Readonly<Record<PlanPeriod, string>> = {
  month: 'Month',
  '3_months': '3 months',
  half_year: '6 months',
  year: 'Year',
};

/** Plans by payment period, and pay as you go. Buying begins with an account. */
export function PricingSection({ priceList }: { readonly priceList: PriceList }) {
  const [period, setPeriod] = useState<PlanPeriod>('month');
  const [checks, setChecks] = useState(LEAST_CHECKS);
  const plans = plansOfPeriod(arrangePlans(listedPlans(priceList), priceList.claims), period);
  const periods = PLAN_PERIODS.map((value) => ({
    value,
    label: PERIOD_LABELS[value],
    note: periodNote(priceList.periodDiscountPercent[value]),
  }));
  return (
    <section className="pricing" id="pricing">
      <div className="wrap-wide">
        <div className="sec-head">
          <h2>Pricing</h2>
          <div className="period">
            <Segmented label="Payment period" value={period} choices={periods} onChange={setPeriod} />
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
          priceList={priceList}
          price={priceOfChecks(checks, priceList)}
          onChange={setChecks}
          action={
            <SiteLink className="btn btn-primary" to="/register">
              Get Started
            </SiteLink>
          }
        />
        <p className="hint price-note">
          Pay As You Go is {formatCents(priceList.checkCents)} per check. Unused checks carry over to the next month.
          Pay by card or crypto.
        </p>
      </div>
    </section>
  );
}
