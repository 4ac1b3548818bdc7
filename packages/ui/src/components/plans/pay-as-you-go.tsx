import {
  type CheckPrices,
  type ChecksPrice,
  LEAST_CHECKS,
  MOST_CHECKS,
  type PriceList,
  priceOfChecks,
} from '@assay/domain';
import { formatCents } from '@assay/wording';
import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';
import { Stepper } from '../controls/stepper.tsx';
import { DiscountScale } from './discount-scale.tsx';

export interface PayAsYouGoProps {
  readonly checks: number;
  readonly priceList: PriceList;
  /** Of these checks; null while it is being asked for. */
  readonly price: Pick<ChecksPrice, 'priceCents' | 'withoutDiscountCents'> | null;
  readonly onChange: (checks: number) => void;
  /** 'Get Started': a link or a button. */
  readonly action: ReactNode;
}

const linesOf = ({ assets, supportHours }: PriceList['claims']) => [
  'Payment period: As you need',
  ...(assets === null ? [] : [`${assets} available assets`]),
  'A sharable link',
  'A signed PDF report',
  ...(supportHours === null ? [] : [`${supportHours} support`]),
];

const STEP_CHECKS = 10;

/** Any number of checks, at a discount that grows with it. */
export function PayAsYouGo({ checks, priceList, price, onChange, action }: PayAsYouGoProps) {
  return (
    <section className="payg" id="payg" aria-labelledby="payg-title">
      <div>
        <h3 id="payg-title">Pay As You Go</h3>
        <ul className="payg-lines">
          {linesOf(priceList.claims).map((line) => (
            <li key={line}>
              <Icon name="check" />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <div className="payg-top">
          <Stepper
            label="Number of checks"
            value={checks}
            least={LEAST_CHECKS}
            most={MOST_CHECKS}
            step={STEP_CHECKS}
            fewerLabel="Fewer checks"
            moreLabel="More checks"
            onChange={onChange}
          />
          <p className="price" role="status" aria-busy={price === null}>
            {price !== null && <Total {...price} />}
          </p>
        </div>
        <DiscountScale value={checks} tiers={priceList.discountTiers} />
        <div className="payg-buy">
          <p className="hint tnum">
            {price !== null && `${formatCents(Math.round(price.priceCents / checks))} per check. `}
            Minimum {LEAST_CHECKS} checks.
            {price !== null && cheaperMoreText(checks, price.priceCents, priceList)}
          </p>
          {action}
        </div>
      </div>
    </section>
  );
}

/** Just below a tier more checks cost less: '200 checks cost less: $178.20.' */
export function cheaperMoreText(checks: number, priceCents: number, prices: CheckPrices): string {
  const next = prices.discountTiers.find(({ from }) => from > checks);
  if (next === undefined) return '';
  const more = priceOfChecks(next.from, prices);
  return more.priceCents < priceCents ? ` ${more.checks} checks cost less: ${formatCents(more.priceCents)}.` : '';
}

function Total({ priceCents, withoutDiscountCents }: Pick<ChecksPrice, 'priceCents' | 'withoutDiscountCents'>) {
  return (
    <>
      <b>
        <span className="sr">Total </span>
        {formatCents(priceCents)}
      </b>
      {withoutDiscountCents > priceCents && (
        <s>
          <span className="sr">was </span>
          {formatCents(withoutDiscountCents)}
        </s>
      )}
    </>
  );
}
