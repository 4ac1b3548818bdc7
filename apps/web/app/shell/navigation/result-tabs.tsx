import { SiteLink } from './site-link.tsx';

/** What there is of one result, as links: each works without a script, and loads what it needs when it is opened. */
export function ResultTabs({
  subId,
  current,
}: {
  readonly subId: string;
  readonly current: 'result' | 'counterparties' | 'explorer';
}) {
  const path = `/riskcheck/${subId}`;
  return (
    <nav className="tab-list result-tabs" aria-label="Of this check">
      <SiteLink className="tab" to={path} aria-current={current === 'result' ? 'page' : undefined}>
        Result
      </SiteLink>
      <SiteLink
        className="tab"
        to={`${path}/counterparties`}
        prefetch="hover"
        aria-current={current === 'counterparties' ? 'page' : undefined}
      >
        Counterparties
      </SiteLink>
      <SiteLink
        className="tab"
        to={`${path}/explore`}
        prefetch="hover"
        aria-current={current === 'explorer' ? 'page' : undefined}
      >
        Explorer
      </SiteLink>
    </nav>
  );
}
