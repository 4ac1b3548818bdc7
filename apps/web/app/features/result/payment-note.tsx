import type { CheckAsset } from '@assay/contracts';
import { EXPLORERS, isNetworkId, type NetworkId, transactionPage } from '@assay/domain';
import { Alert, CopyButton } from '@assay/ui';
import {
  formatCoins,
  formatTime,
  formatUsd,
  nameOfAddress,
  otherEndsOf,
  titleOfShare,
  wordsOnPayment,
} from '@assay/wording';
import { checkPath } from '../../shell/navigation/check-path.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { transactionPath } from '../../shell/navigation/transaction-path.ts';
import './changes.css';

/** Other ends that are listed; the page of the transaction has all. */
const MOST_SHOWN = 5;

const PENDING =
  'Not confirmed yet: another transaction can still take its place, with other coins. Check it again once it is confirmed, free within 24 hours; until then there is no report.';

type OtherEnd = NonNullable<CheckAsset['payment']>['parties'][number];

interface PaymentNoteProps {
  readonly asset: CheckAsset;
  readonly payment: NonNullable<CheckAsset['payment']>;
}

/** All that the transaction moved to the address or from it. */
function paidIn(asset: CheckAsset, direction: NonNullable<CheckAsset['payment']>['direction']) {
  if (asset.method_version !== '3') {
    return direction === 'deposit' ? asset.evidence.incoming : asset.evidence.outgoing;
  }
  const mixture = asset.mixtures.find(({ name }) => name === 'payment');
  return { amount: mixture?.amount ?? '0', usd: mixture?.usd ?? null };
}

/** Which payment a result is of: how much, between whom, in which transaction, when. */
export default function PaymentNote({ asset, payment }: PaymentNoteProps) {
  const { direction, time, block, is_pending: isPending } = payment;
  const words = wordsOnPayment(direction);
  const { amount, usd } = paidIn(asset, direction);
  const ends = otherEndsOf(payment, asset.address);
  const network = asset.network !== null && isNetworkId(asset.network) ? asset.network : null;
  const own = payment.parties.find(({ address }) => address === asset.address);
  return (
    <section className="changes payment" aria-labelledby="payment">
      <h2 id="payment">{words.title}</h2>
      {isPending === true && <Alert type="warn" message={PENDING} />}
      <dl>
        <div>
          <dt>{words.amount}</dt>
          <dd className="tnum">
            {formatCoins(amount, asset)}
            {usd === null ? '' : ` (${formatUsd(usd)})`}
          </dd>
        </div>
        <div>
          <dt>{words.otherEnd}</dt>
          <dd>
            {ends.length === 0 && words.nobody}
            {ends.slice(0, MOST_SHOWN).map((end) => (
              <OtherEndLine key={end.address} end={end} asset={asset} />
            ))}
            {ends.length > MOST_SHOWN && <span className="hint">and {ends.length - MOST_SHOWN} more</span>}
          </dd>
        </div>
        <div>
          <dt>{nameOfAddress(payment)}</dt>
          <dd>
            <span className="payment-end">
              <span className="mono addr">{asset.address}</span>
              {own?.label ? <LabelWords label={own.label} /> : null}
            </span>
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd>
            <TransactionLinks id={payment.transaction_id} network={network} ticker={asset.ticker} />
          </dd>
        </div>
        <div>
          <dt>{isPending === true ? 'Seen' : 'Made'}</dt>
          <dd>
            {formatTime(time)} UTC{block === null ? '' : `, block ${block}`}
          </dd>
        </div>
      </dl>
      <p className="hint">
        Rated is this payment alone, by <SiteLink to="/method/transactions">the method for a transaction</SiteLink>.{' '}
        {words.rest}
      </p>
    </section>
  );
}

function OtherEndLine({ end, asset }: { readonly end: OtherEnd; readonly asset: CheckAsset }) {
  return (
    <span className="payment-end">
      <span className="mono addr">{end.address}</span>
      {end.label !== null && <LabelWords label={end.label} />}
      <SiteLink className="link payment-check" prefetch="none" to={checkPath(asset, end.address)}>
        Check this address
      </SiteLink>
    </span>
  );
}

function LabelWords({ label }: { readonly label: NonNullable<OtherEnd['label']> }) {
  return (
    <small>
      {label.entity}, {titleOfShare(label.category)}
    </small>
  );
}

interface TransactionLinksProps {
  readonly id: string;
  readonly network: NetworkId | null;
  readonly ticker: string;
}

function TransactionLinks({ id, network, ticker }: TransactionLinksProps) {
  return (
    <>
      <span className="copy">
        <span className="mono addr">{id}</span>
        <CopyButton text={id} label="Copy transaction id" confirmation="The transaction id is copied to clipboard" />
      </span>
      {network !== null && (
        <span className="payment-links">
          <SiteLink className="link" prefetch="none" to={transactionPath({ id, network, ticker })}>
            What it moved
          </SiteLink>
          <a className="link" href={transactionPage(network, id)} target="_blank" rel="noopener noreferrer">
            See it in {EXPLORERS[network].name}
          </a>
        </span>
      )}
    </>
  );
}
