import { ALL_DISPUTE_GROUNDS, pathOf } from '@assay/contracts/client';
import { DecisionForm } from './decision-form.tsx';
import type { DisputeDecision, ListedDispute } from './use-disputes.ts';

export interface DisputeCardProps {
  readonly dispute: ListedDispute;
  readonly onDecide: (id: number, decision: DisputeDecision) => Promise<void>;
  /** Lists those about the same address or row alone; null where they are. */
  readonly onAlike: (() => void) | null;
}

/** A dispute with everything an administrator needs to decide it. */
export function DisputeCard({ dispute, onDecide, onAlike }: DisputeCardProps) {
  const { id, address, networkName, service, ground, statement, email, filedAt, decision } = dispute;
  const { labels, evidence, proof, alike } = dispute;
  return (
    <li className="decision">
      <h2>Dispute {id}</h2>
      <dl className="decision-facts">
        {service === null ? (
          <Fact name="Address">
            <span className="mono">{address}</span> ({networkName})
          </Fact>
        ) : (
          <Fact name="Row of">
            <a href={`/services/${encodeURIComponent(service)}`}>{service}</a>
          </Fact>
        )}
        <Fact name="Why">{ALL_DISPUTE_GROUNDS[ground]}</Fact>
        <Fact name="Statement">{statement ?? 'Erased'}</Fact>
        <Fact name="Contact">{email ?? 'Erased'}</Fact>
        <Fact name="Filed">{filedAt.slice(0, 10)}</Fact>
        {service === null && (
          <Fact name="Control">{proof === null ? 'Not shown' : `Shown by a signature (${proof})`}</Fact>
        )}
        {alike !== null && alike > 1 && (
          <Fact name="The same">
            {alike} disputes {service === null ? 'of this address' : 'of this row'} wait{' '}
            {onAlike !== null && (
              <button className="link" type="button" onClick={onAlike}>
                Show them alone
              </button>
            )}
          </Fact>
        )}
        {evidence.length > 0 && (
          <Fact name="Evidence">
            {evidence.map((file) => (
              <a
                key={file.id}
                className="decision-file"
                href={`/api${pathOf('GET /disputes/admin/:id/evidence/:file', { id, file: file.id })}`}
                download
              >
                {file.name}
              </a>
            ))}
          </Fact>
        )}
        {decision !== null && (
          <>
            <Fact name="Decided">
              {decision.decidedAt.slice(0, 10)}: {decision.reason}
            </Fact>
            {service === null ? (
              <Fact name="Labels">
                {labels
                  .map(
                    ({ entity, source, isWithdrawn }) => `${entity} (${source}): ${isWithdrawn ? 'withdrawn' : 'kept'}`,
                  )
                  .join('; ')}
              </Fact>
            ) : (
              <Fact name="Row">{decision.outcome === 'corrected' ? 'to be corrected' : 'kept'}</Fact>
            )}
          </>
        )}
      </dl>
      {decision === null && <DecisionForm dispute={dispute} onDecide={(wanted) => onDecide(id, wanted)} />}
    </li>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
