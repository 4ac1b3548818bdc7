import type { OwnDisputeData } from '@assay/contracts';
import { ALL_DISPUTE_GROUNDS } from '@assay/contracts/client';
import { formatMoment } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { LabelOutcomes, ServiceLink } from './label-outcomes.tsx';
import { ProofPart } from './proof-part.tsx';

type Outcome = NonNullable<OwnDisputeData['decision']>['outcome'];

export interface OwnDisputePageProps {
  readonly dispute: OwnDisputeData;
  /** The key of its link. */
  readonly disputeKey: string;
}

/** A filed dispute, for who has its link. */
export function OwnDisputePage({ dispute, disputeKey }: OwnDisputePageProps) {
  const { id, address, networkName, labels, service, ground, filedAt, decision, evidence, proof, scheme } = dispute;
  const { proofBy, isMailed } = dispute;
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Dispute {id}</h1>
        <div className="text-lead">
          {decision === null ? (
            <p>
              {proofBy === null
                ? 'It waits for a decision. '
                : `Three disputes of this address wait already. This one is read once you show below that you control the address, until ${formatMoment(proofBy, 'UTC')} (UTC); after that it is deleted. `}
              {isMailed
                ? 'The decision is sent to your email, and the address of this page now: keep it, because it is the only way back.'
                : 'The mailbox you named has had enough mails about disputes today, so this one sends none: keep the address of this page, because it is the only way back.'}
            </p>
          ) : (
            <p>
              {outcomeIn(decision.outcome, service)} The decision is in the{' '}
              <SiteLink to="/disputes">public log</SiteLink>.
            </p>
          )}
        </div>
        <dl className="dispute-facts">
          {service === null ? (
            <>
              <div>
                <dt>Address</dt>
                <dd className="mono">{address}</dd>
              </div>
              <div>
                <dt>Network</dt>
                <dd>{networkName}</dd>
              </div>
              <div>
                <dt>Labels</dt>
                <dd>
                  <LabelOutcomes labels={labels} isDecided={decision !== null} />
                </dd>
              </div>
            </>
          ) : (
            <div>
              <dt>Row</dt>
              <dd>
                <ServiceLink service={service} />
              </dd>
            </div>
          )}
          <div>
            <dt>Why</dt>
            <dd>{ALL_DISPUTE_GROUNDS[ground]}</dd>
          </div>
          <div>
            <dt>Filed</dt>
            <dd>
              <time dateTime={filedAt}>{filedAt.slice(0, 10)}</time>
            </dd>
          </div>
          {decision !== null && (
            <div>
              <dt>Decided</dt>
              <dd>
                <time dateTime={decision.decidedAt}>{decision.decidedAt.slice(0, 10)}</time>: {decision.reason}
              </dd>
            </div>
          )}
        </dl>
        {service === null && (
          <ProofPart disputeKey={disputeKey} proof={proof} scheme={scheme} isOpen={decision === null} />
        )}
        <EvidencePart disputeKey={disputeKey} files={evidence} isOpen={decision === null} />
      </div>
    </main>
  );
}

function outcomeIn(outcome: Outcome, service: string | null): string {
  switch (outcome) {
    case 'withdrawn':
      return 'Labels were withdrawn.';
    case 'corrected':
      return 'The row is to be corrected.';
    case 'kept':
      return service === null ? 'The labels were kept.' : 'The row was kept.';
  }
}
