import type { CheckAsset } from '@assay/contracts';
import { formatCoins, formatTime, titleOfShare } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import './changes.css';

/** Parties that are listed; the result has more. */
const MOST_SHOWN = 10;

interface PaymentNoteProps {
  readonly asset: CheckAsset;
  readonly payment: NonNullable<CheckAsset['payment']>;
}

/** What a check of a transaction rated: the payment, and who paid and received in the transaction. */
export default function PaymentNote({ asset, payment }: PaymentNoteProps) {
  const { direction, transaction_id: id, time, block, parties, moves_in_all: moves } = payment;
  const shown = parties.slice(0, MOST_SHOWN);
  return (
    <section className="changes" aria-labelledby="payment">
      <h2 id="payment">{direction === 'deposit' ? 'One deposit' : 'One withdrawal'}, not the whole address</h2>
      <p className="hint">
        Rated is what transaction <span className="mono">{id}</span> of {formatTime(time)}
        {block === null ? '' : `, block ${block},`} moved {direction === 'deposit' ? 'to' : 'from'}{' '}
        <span className="mono">{asset.address}</span>, by{' '}
        <SiteLink to="/method/transactions">the method for a transaction</SiteLink>.
      </p>
      <ul>
        {shown.map(({ address, paid, received, label }) => (
          <li key={address}>
            <span className="mono">{address}</span>
            {label === null ? '' : ` (${label.entity}, ${titleOfShare(label.category)})`}
            {paid === '0' ? '' : ` paid ${formatCoins(paid, asset)}`}
            {paid === '0' || received === '0' ? '' : ' and'}
            {received === '0' ? '' : ` received ${formatCoins(received, asset)}`}
          </li>
        ))}
      </ul>
      {parties.length > shown.length && (
        <p className="hint">
          And {parties.length - shown.length} more. The transaction has {moves} movements of {asset.ticker}.
        </p>
      )}
    </section>
  );
}
