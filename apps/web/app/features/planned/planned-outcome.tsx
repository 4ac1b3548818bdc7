import type { PlannedData, PlannedRating } from '@assay/contracts';
import type { Stars as Score } from '@assay/domain';
import { RiskMark, Stars } from '@assay/ui';
import { formatCoins, headlineOf, RISK_OF_VERDICT } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';

/** What a planned payment is rated, and the own wallet before and after it, side by side. */
export function PlannedOutcome({ planned: { result, checks } }: { readonly planned: PlannedData }) {
  const { address, amount, direction, payment, wallet, records_held: held } = result;
  const isDeposit = direction === 'deposit';
  return (
    <section className="planned-outcome" aria-label="Result">
      <h2>
        {isDeposit ? 'Deposit' : 'Withdrawal'} of {formatCoins(amount, result)}
      </h2>
      <Rating name={isDeposit ? 'The payment' : 'The address that it would pay'} rating={payment} />
      <p className="mono planned-address">
        {isDeposit ? 'from' : 'to'} {address}
      </p>
      {wallet !== null && (
        <>
          <h3>Your wallet</h3>
          <p className="mono planned-address">{wallet.address}</p>
          <p className="planned-change">{changeOf(wallet.before.riskscore, wallet.after.riskscore)}</p>
          <div className="planned-sides">
            <Rating name="Before" rating={wallet.before} isOfWallet />
            <Rating name="After" rating={wallet.after} isOfWallet />
          </div>
        </>
      )}
      <p className="hint">{held}</p>
      <ul>
        {checks.map(({ sub_id: id, address: of }) => (
          <li key={id}>
            <SiteLink prefetch="none" to={`/riskcheck/${id}`}>
              Result of <span className="mono planned-address">{of}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RatingProps {
  readonly name: string;
  readonly rating: PlannedRating;
  /** Of the own wallet, under its heading. */
  readonly isOfWallet?: boolean;
}

function Rating({ name, rating, isOfWallet = false }: RatingProps) {
  const Heading = isOfWallet ? 'h4' : 'h3';
  return (
    <div className="planned-rating">
      <Heading>{name}</Heading>
      <p>
        <Stars score={scoreOf(rating.riskscore)} size="sm" />{' '}
        {rating.riskscore === 0 ? null : <span>{rating.riskscore} of 5</span>}
      </p>
      <p className="planned-verdict">
        <RiskMark risk={RISK_OF_VERDICT[rating.verdict]} />
        <span>{headlineOf(rating)}</span>
      </p>
    </div>
  );
}

function changeOf(before: number, after: number): string {
  if (before === after) return 'The payment does not change its stars.';
  const named = (stars: number) => (stars === 0 ? 'N/A' : String(stars));
  return `The payment changes its stars from ${named(before)} to ${named(after)}.`;
}

function scoreOf(riskscore: number): Score {
  return Math.min(5, Math.max(0, Math.round(riskscore))) as Score;
}
