import { positionOnScale } from '@assay/figures';

export interface DiscountScaleProps {
  readonly value: number;
  readonly tiers: readonly { readonly from: number; readonly percent: number }[];
}

/** A graduated scale: one span for each tier, a pointer at the number of checks. The list below says the same in words. */
export function DiscountScale({ value, tiers }: DiscountScaleProps) {
  const x = `${(
    positionOnScale(
      value,
      tiers.map((tier) => tier.from),
    ) * 100
  ).toFixed(2)}%`;
  const current = tiers.findLastIndex((tier) => value >= tier.from);
  return (
    <div className="scale">
      <svg className="scale-bar" aria-hidden="true">
        {tiers.map((tier, span) => (
          <rect
            key={tier.from}
            className="scale-step"
            x={`${(span * 100) / tiers.length}%`}
            y="10"
            width="1"
            height="16"
          />
        ))}
        <rect className="scale-run" y="22" width={x} height="4" />
        <svg x={x} overflow="visible" aria-hidden="true">
          <path className="scale-at" d="M-7 0H7L0 10Z" />
        </svg>
      </svg>
      <ol className="scale-keys">
        {tiers.map((tier, span) => (
          <li key={tier.from} aria-current={span === current ? 'step' : undefined}>
            <b>
              {tier.from}
              {span === tiers.length - 1 && '+'}
            </b>
            <span>{tier.percent}% off</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
