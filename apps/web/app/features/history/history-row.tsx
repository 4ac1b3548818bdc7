import { AssetName, CopyButton, Icon, Spinner, Stars } from '@assay/ui';
import { formatMoment, formatShortMoment, nameOfCaller, shortenAddress } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { HistoryItem } from './use-history.ts';

export interface HistoryRowProps {
  readonly item: HistoryItem;
  readonly timeZone: string;
  readonly now: Date;
  readonly isBusy: boolean;
  readonly onCheckAgain: () => void;
}

export function HistoryRow({ item, timeZone, now, isBusy, onCheckAgain }: HistoryRowProps) {
  const { ticker, parent, address, riskscore, created_at, payment } = item;
  return (
    <tr aria-busy={isBusy}>
      <td className="c-asset">
        <AssetName ticker={ticker} parent={parent} />
      </td>
      <td className="c-addr">
        <span className="copy">
          <SiteLink className="mono" to={`/riskcheck/${item.sub_id}`} prefetch="hover" title={address}>
            {shortenAddress(address)}
          </SiteLink>
          <CopyButton
            text={address}
            label={`Copy address ${shortenAddress(address)}`}
            confirmation="The address is copied to clipboard"
          />
        </span>
        {payment !== undefined && (
          <small className="hint" title={payment.transaction_id}>
            {payment.direction === 'deposit' ? 'Deposit' : 'Withdrawal'}
            {payment.is_pending === true && ', not confirmed yet'}, transaction {shortenAddress(payment.transaction_id)}
          </small>
        )}
        {item.asked_by !== undefined && <small className="hint">Checked by {nameOfCaller(item.asked_by)}</small>}
        {item.after_dispute !== undefined && (
          <small className="hint">
            Checked again after <SiteLink to="/disputes">dispute {item.after_dispute}</SiteLink>
          </small>
        )}
      </td>
      <td className="c-score">
        <Stars score={starsOf(riskscore)} size="sm" />
      </td>
      <td className="c-date tnum">
        <time dateTime={created_at}>
          <span className="only-w">{formatMoment(created_at, timeZone)}</span>
          <span className="only-n">{formatShortMoment(created_at, timeZone, now)}</span>
        </time>
      </td>
      <td className="c-act r">
        {payment === undefined && (
          <button className="btn-quiet" type="button" aria-busy={isBusy} onClick={onCheckAgain}>
            {isBusy ? <Spinner /> : <Icon name="redo" small />}
            Check again
            <span className="sr">
              {' '}
              {ticker} {shortenAddress(address)}
            </span>
          </button>
        )}
      </td>
    </tr>
  );
}

function starsOf(riskscore: number) {
  return riskscore === 1 || riskscore === 2 || riskscore === 3 || riskscore === 4 || riskscore === 5 ? riskscore : 0;
}
