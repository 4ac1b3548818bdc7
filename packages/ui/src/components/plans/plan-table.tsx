import { isPopularPlan, type Plan } from '@assay/domain';
import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';
import { SolidBadge } from '../marks/badge.tsx';
import { PlanPrice } from './plan-price.tsx';
import { checksText, DETAIL_ROWS, detailOf, moreRows, PLAN_ROWS, periodText } from './plan-words.ts';

export interface PlanTableProps {
  readonly plans: readonly Plan[];
  /** What can be done with a plan: a button or a link. */
  readonly actionOf: (plan: Plan) => ReactNode;
}

/** Plans side by side, row by row; on phones one below the other, the popular one first. */
export function PlanTable({ plans, actionOf }: PlanTableProps) {
  const more = moreRows(plans);
  return (
    <div className="plans" data-count={plans.length} data-more={more.length}>
      <div className="plan-labels" aria-hidden="true">
        {[...PLAN_ROWS, ...more].map((row) => (
          <span key={row}>{row}</span>
        ))}
      </div>
      {plans.map((plan) => (
        <PlanColumn key={plan.id} plan={plan} more={more} action={actionOf(plan)} />
      ))}
    </div>
  );
}

interface PlanColumnProps {
  readonly plan: Plan;
  /** Rows after those that every plan has. */
  readonly more: readonly string[];
  readonly action: ReactNode;
}

function PlanColumn({ plan, more, action }: PlanColumnProps) {
  const isPopular = isPopularPlan(plan);
  return (
    <section className={isPopular ? 'plan is-popular' : 'plan'} aria-label={plan.name}>
      <div className="plan-head">
        <h3>{plan.name}</h3>
        {isPopular && <SolidBadge>Popular</SolidBadge>}
      </div>
      <div className="plan-cell plan-price">
        <PlanPrice plan={plan} />
        <div className="plan-act">{action}</div>
      </div>
      <PlanCell row="Number of checks">{checksText(plan)}</PlanCell>
      <PlanCell row="Payment period">{periodText(plan.paymentPeriod)}</PlanCell>
      {[...DETAIL_ROWS, ...more].map((row) => (
        <PlanCell key={row} row={row}>
          <DetailValue detail={detailOf(plan, row)} />
        </PlanCell>
      ))}
    </section>
  );
}

/** The row's name is shown beside the value where the column of names does not fit; screen readers always read it. */
function PlanCell({ row, children }: { readonly row: string; readonly children: ReactNode }) {
  return (
    <div className="plan-cell">
      <span className="plan-row">{row}</span>
      <span>{children}</span>
    </div>
  );
}

function DetailValue({ detail }: { readonly detail: ReturnType<typeof detailOf> }) {
  if (detail === null) return <span className="sr">Not included</span>;
  if (typeof detail === 'string') return detail;
  switch (detail.type) {
    case 'text':
      return detail.value;
    case 'icon':
      return (
        <span className="yes">
          <Icon name="check" />
          <span className="sr">Included</span>
        </span>
      );
    case 'none':
      return null;
  }
}
