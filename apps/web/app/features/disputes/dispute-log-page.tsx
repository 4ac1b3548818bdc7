import type { DisputeLogData, LoggedDispute } from '@assay/contracts';
import { DISPUTE_GROUNDS } from '@assay/contracts/client';
import { countOf } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { disputesPath } from './dispute-paths.ts';
import { LabelOutcomes } from './label-outcomes.tsx';

export interface DisputeLogPageProps {
  readonly log: DisputeLogData;
  /** Number of the dispute whose decision is shown alone; null where all are. */
  readonly dispute: number | null;
}

/** Every decision on a dispute, the newest first, or one of them. */
export function DisputeLogPage({ log, dispute }: DisputeLogPageProps) {
  const { page, totalPages, total } = log.meta;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Disputes of labels</h1>
        <div className="text-lead">
          <p>
            Anyone may dispute a label, from a result or from the <SiteLink to="/entities">page of an entity</SiteLink>.
            Here is what was decided, and why. People are not named. A withdrawn label counts in no check after the
            decision, also when its list is imported again; results that rested on it are checked again at no cost to
            their owners.
          </p>
          <p>Lists of governments are not decided here: only their authority can change them.</p>
        </div>
        {dispute === null ? (
          <p role="status">
            {total === 0 ? 'No dispute was decided yet.' : `${countOf(total, 'decision')}, the newest first.`}
          </p>
        ) : (
          <p role="status">
            The decision on dispute {dispute}. <SiteLink to={disputesPath()}>All decisions</SiteLink>
          </p>
        )}
        {log.disputes.length > 0 && <DecisionTable disputes={log.disputes} />}
        <PageLinks label="Pages of decisions" page={page} totalPages={totalPages} pathOf={disputesPath} />
      </div>
    </main>
  );
}

function DecisionTable({ disputes }: { readonly disputes: readonly LoggedDispute[] }) {
  return (
    <DataTable
      label="Decisions"
      rows={disputes}
      keyOf={({ id }) => `${id}`}
      isStacked
      columns={[
        { head: 'No.', cell: ({ id }) => id },
        {
          head: 'Address',
          cell: ({ address, networkName }) => (
            <>
              <span className="mono dispute-address">{address}</span>
              <small>{networkName}</small>
            </>
          ),
        },
        { head: 'Labels', cell: ({ labels }) => <LabelOutcomes labels={labels} isDecided /> },
        {
          head: 'Disputed because',
          cell: ({ ground, hasProof }) => (
            <>
              {DISPUTE_GROUNDS[ground]}
              {hasProof && <small>Control of the address was shown</small>}
            </>
          ),
        },
        {
          head: 'Decision',
          cell: ({ decision, reason, decidedAt, filedAt }) => (
            <>
              <b>{decision === 'withdrawn' ? 'Withdrawn' : 'Kept'}</b>. {reason}
              <small>
                filed {filedAt.slice(0, 10)}, decided {decidedAt.slice(0, 10)}
              </small>
            </>
          ),
        },
      ]}
    />
  );
}
