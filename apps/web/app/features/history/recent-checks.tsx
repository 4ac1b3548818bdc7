import { Spinner } from '@assay/ui';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { HistoryTable } from './history-table.tsx';
import { useHistory } from './use-history.ts';

const RECENT = { page: 1, size: 5, search: '' };

/** The last five checks. */
export function RecentChecks() {
  const { data, isLoading, problem } = useHistory(RECENT);
  const timeZone = useTimeZone();
  return (
    <section className="recent" aria-labelledby="recent-checks">
      <div className="recent-head">
        <h2 id="recent-checks">Last checks</h2>
        {data !== null && data.items.length > 0 && (
          <SiteLink className="link" to="/account?tab=history">
            Checks history
          </SiteLink>
        )}
      </div>
      {problem !== null && <p className="error">{problem}</p>}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading your checks
        </p>
      )}
      {data !== null && data.items.length === 0 && <p className="quiet">Your checks will appear here.</p>}
      {data !== null && data.items.length > 0 && (
        <HistoryTable items={data.items} isLoading={isLoading} timeZone={timeZone} />
      )}
    </section>
  );
}
