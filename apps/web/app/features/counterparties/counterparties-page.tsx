import type { CheckAsset, Counterparties } from '@assay/contracts';
import { type CallQuery, pathOf } from '@assay/contracts/client';
import { countOf, formatCoins, formatTime, formatUsd, nameTicker } from '@assay/wording';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { checkPath } from '../../shell/navigation/check-path.ts';
import { ResultTabs } from '../../shell/navigation/result-tabs.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { CounterpartyFilter } from './counterparty-filter.tsx';
import { CounterpartyTable } from './counterparty-table.tsx';
import { type PageSearch, withSearch } from './read-search.ts';

type Ready = Extract<Counterparties, { readonly status: 'ready' }>;

export interface CounterpartiesPageProps {
  readonly asset: Pick<CheckAsset, 'sub_id' | 'ticker' | 'address' | 'network'>;
  readonly found: Counterparties;
  readonly search: PageSearch;
  /** Owners alone can download the file. */
  readonly isOwner: boolean;
}

const EXPORT = 'GET /monitor/check/:sub_id/counterparties/export';

/** Between two questions how far a list is; each question continues it. */
const AGAIN_MS = 400;

export function CounterpartiesPage({ asset, found, search, isOwner }: CounterpartiesPageProps) {
  const { sub_id: subId, ticker, address } = asset;
  const direction = search.direction === 'outgoing' ? 'outgoing' : 'incoming';
  return (
    <div className="wrap counterparties-page">
      <h1>Counterparties of this wallet</h1>
      <p className="mono party-whole">{address}</p>
      <ResultTabs subId={subId} current="counterparties" />
      <nav className="party-directions" aria-label="Direction">
        {(['incoming', 'outgoing'] as const).map((one) => (
          <SiteLink
            key={one}
            className="tab"
            preventScrollReset
            to={withSearch(subId, search, { direction: one })}
            aria-current={one === direction ? 'true' : undefined}
          >
            {one === 'incoming' ? 'Who paid it' : 'Whom it paid'}
            {found.status === 'ready' && <span className="num"> {found.totals[one].parties}</span>}
          </SiteLink>
        ))}
      </nav>
      {found.status === 'building' && <Building progress={found.progress} />}
      {found.status === 'none' && <p className="no-flow">{REASONS[found.reason]}</p>}
      {found.status === 'ready' && (
        <>
          <Totals page={found} direction={direction} />
          <CounterpartyFilter subId={subId} ticker={ticker} search={search} />
          {found.items.length === 0 ? (
            <p className="no-flow">No counterparty fits. Show all, or ask for less.</p>
          ) : (
            <CounterpartyTable page={found} />
          )}
          <Turn subId={subId} search={search} next={found.next} />
          {isOwner && (
            <p>
              <a className="link" href={fileOf(subId, search)} download>
                Download all as CSV
              </a>
            </p>
          )}
        </>
      )}
      <AlsoSeen asset={asset} seen={found.also_seen} />
    </div>
  );
}

const REASONS = {
  not_opened: 'Its owner has not opened this list yet. Visitors of a shared result see it once it was opened.',
  no_records:
    'No imported record names this address. Records that were read from the chain for this check alone are not listed.',
  not_followed: 'Assay holds no records of this asset.',
} as const;

function Building({ progress }: { readonly progress: number }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <div className="no-flow" role="status">
      <p>Summing the records of this wallet: {Math.floor(progress * 100)}%.</p>
      <progress value={progress} max={1} aria-label="Records summed" />
      <noscript>
        <p>Load this page again to continue.</p>
      </noscript>
    </div>
  );
}

function Totals({ page, direction }: { readonly page: Ready; readonly direction: 'incoming' | 'outgoing' }) {
  const { parties, records, amount, usd } = page.totals[direction];
  return (
    <div className="party-totals">
      <p>
        {countOf(parties, 'party', 'parties')}, {countOf(records, 'record')}, {formatCoins(amount, page)}
        {usd !== null && <>, {formatUsd(usd)} at the prices of the days</>}. Records until {formatTime(page.until)}.
      </p>
      {page.is_shared_out && (
        <p className="hint">
          Parties are the owners of inputs and outputs. A transaction has no pairs of payer and payee: what it brought
          or took is shared among them by their amounts, as the method shares it.
        </p>
      )}
    </div>
  );
}

function Turn({
  subId,
  search,
  next,
}: {
  readonly subId: string;
  readonly search: PageSearch;
  readonly next: string | null;
}) {
  if (next === null && search.cursor === undefined) return null;
  return (
    <nav className="party-turn" aria-label="Pages of counterparties">
      {search.cursor !== undefined && <SiteLink to={withSearch(subId, search, {})}>First page</SiteLink>}
      {next !== null && <SiteLink to={withSearch(subId, search, { cursor: next })}>Next page</SiteLink>}
    </nav>
  );
}

function fileOf(subId: string, { cursor: _cursor, ...search }: PageSearch): string {
  const query = search as CallQuery<typeof EXPORT>;
  return `/api${pathOf(EXPORT, { sub_id: subId, query })}`;
}

function AlsoSeen({
  asset,
  seen,
}: Pick<CounterpartiesPageProps, 'asset'> & { readonly seen: Counterparties['also_seen'] }) {
  const others = seen.filter(({ ticker, network }) => ticker !== asset.ticker || network !== asset.network);
  if (others.length === 0) return null;
  return (
    <section className="also-seen">
      <h2>Also seen</h2>
      <ul>
        {others.map(({ records, last_time: last, ...seenAsset }) => (
          <li key={`${seenAsset.ticker} ${seenAsset.network}`}>
            {seenAsset.ticker} on {seenAsset.network}, {countOf(records, 'record')}, the last on {formatTime(last)}{' '}
            <SiteLink className="link" prefetch="none" to={checkPath(seenAsset, asset.address)}>
              Check it for {nameTicker(seenAsset)}
            </SiteLink>
          </li>
        ))}
      </ul>
      <p className="hint">Records of this address in other assets. The list of each comes with a check for it.</p>
    </section>
  );
}
