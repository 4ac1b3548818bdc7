import type { DisputeLogData, LoggedDispute } from '@assay/contracts';
import { ALL_DISPUTE_GROUNDS } from '@assay/contracts/client';
import { countOf } from '@assay/wording';
import { DataTable } from '../../shell/layout/data-table.tsx';
import { PageLinks } from '../../shell/navigation/page-links.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { disputesPath } from './dispute-paths.ts';
import { LabelOutcomes, ServiceLink } from './label-outcomes.tsx';

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
        <h1>Disputes</h1>
        <div className="text-lead">
          <p>
            Anyone may dispute a label, from a result or from the <SiteLink to="/entities">page of an entity</SiteLink>,
            and a row of the <SiteLink to="/services">services that identify their customers</SiteLink>. Here is what
            was decided, and why. People are not named. A withdrawn label counts in no check after the decision, also
            when its list is imported again; results that rested on it are checked again at no cost to their owners.
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

const OUTCOMES = {
  withdrawn: 'Withdrawn',
  corrected: 'To be corrected',
  kept: 'Kept',
} as const satisfies Record<LoggedDispute['decision'], string>;

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
          head: 'About',
          cell: ({ address, networkName, service }) => (
            <>
              {service !== null && <ServiceLink service={service} />}
              <span className="mono dispute-address">{address}</span>
              <small>{service === null ? networkName : 'Row of a service'}</small>
            </>
          ),
        },
        {
          head: 'Labels',
          cell: ({ labels }) => (labels.length === 0 ? 'none' : <LabelOutcomes labels={labels} isDecided />),
        },
        {
          head: 'Disputed because',
          cell: ({ ground, hasProof }) => (
            <>
              {ALL_DISPUTE_GROUNDS[ground]}
              {hasProof && <small>Control of the address was shown</small>}
            </>
          ),
        },
        {
          head: 'Decision',
          cell: ({ decision, reason, decidedAt, filedAt }) => (
            <>
              <b>{OUTCOMES[decision]}</b>. {reason}
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
