import type { Plan } from '@assay/domain';
import { formatCents, formatMills } from '@assay/wording';
import { SaleBadge } from '../marks/badge.tsx';
import { perPeriodText } from './plan-words.ts';

/** What a plan costs now, what the same checks cost month by month, and what that makes for one. */
export function PlanPrice({ plan }: { readonly plan: Plan }) {
  const { priceCents, priceWithoutDiscountCents, salePercent, paymentPeriod, perCheckMills } = plan;
  const isByCheck = paymentPeriod === 'none' || paymentPeriod === 'package';
  return (
    <div className="price">
      <b>{formatCents(priceCents)}</b>
      {salePercent > 0 && (
        <>
          <s>
            <span className="sr">was </span>
            {formatCents(priceWithoutDiscountCents)}
          </s>
          <SaleBadge percent={salePercent} />
        </>
      )}
      <span className="per">
        {perPeriodText(paymentPeriod)}
        {!isByCheck && `, ${formatMills(perCheckMills)} per check`}
      </span>
    </div>
  );
}
