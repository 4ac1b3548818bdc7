import { DEFAULT_PRICE_LIST, listedPlans, plansOfPeriod, priceOfChecks } from '@assay/domain';
import { PayAsYouGo, PlanTable } from '@assay/ui';
import { useState } from 'react';
import { Specimen } from './specimen.tsx';

export function PlansSpecimens() {
  const [checks, setChecks] = useState(250);
  return (
    <>
      <Specimen title="Plans">
        <PlanTable
          plans={plansOfPeriod(listedPlans(DEFAULT_PRICE_LIST), 'half_year')}
          actionOf={(plan) => (
            <button
              className={plan.type === 'standard_6' ? 'btn btn-primary' : 'btn btn-line'}
              type="button"
              disabled={plan.type === 'basic_6'}
            >
              {plan.type === 'basic_6' ? 'Current plan' : 'Buy'}
            </button>
          )}
        />
      </Specimen>
      <Specimen title="Pay as you go">
        <PayAsYouGo
          checks={checks}
          priceList={DEFAULT_PRICE_LIST}
          price={priceOfChecks(checks, DEFAULT_PRICE_LIST)}
          onChange={setChecks}
          action={
            <button className="btn btn-primary" type="button">
              Get Started
            </button>
          }
        />
      </Specimen>
    </>
  );
}
