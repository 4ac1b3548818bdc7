import { SiteLink } from './site-link.tsx';

const TABS = [
  { id: 'result', name: 'Result', path: '' },
  { id: 'counterparties', name: 'Counterparties', path: '/counterparties' },
  { id: 'explorer', name: 'Explorer', path: '/explore' },
] as const;

/** What there is of one result, as links: each works without a script, and loads what it needs when it is opened. */
export function ResultTabs({
  subId,
  current,
}: {
  readonly subId: string;
  readonly current: (typeof TABS)[number]['id'];
}) {
  return (
    <nav className="tab-list result-tabs" aria-label="Of this check">
      {TABS.map(({ id, name, path }) => (
        <SiteLink
          key={id}
          className="tab"
          to={`/riskcheck/${subId}${path}`}
          prefetch={id === 'result' ? 'view' : 'hover'}
          aria-current={id === current ? 'page' : undefined}
        >
          {name}
        </SiteLink>
      ))}
    </nav>
  );
}
