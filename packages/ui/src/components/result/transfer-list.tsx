import { formatTime, shortenAddress } from '@assay/wording';
import { CopyButton } from '../controls/copy-button.tsx';
import type { EvidencePath, PathSubject } from './evidence.ts';

/** Every transfer of the sample paths: whole transaction ids, amounts and times. */
export function TransferList({ paths, subject }: { paths: readonly EvidencePath[]; subject: PathSubject }) {
  return (
    <div className="transfers">
      {paths.map((path, order) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paths have no name but their order.
        <ol key={order} aria-label={paths.length === 1 ? 'Sample path' : `Sample path ${order + 1}`}>
          {path.steps.map((step) => (
            <li key={`${step.transactionId}${step.from}${step.to}`}>
              <span className="transfer-id">
                <span className="mono">{step.transactionId}</span>
                <CopyButton
                  text={step.transactionId}
                  label={`Copy transaction id ${step.transactionId}`}
                  confirmation="The transaction id is copied to clipboard"
                />
              </span>
              <span className="transfer-facts">
                <Stop address={step.from} subject={subject} /> to <Stop address={step.to} subject={subject} />,{' '}
                <span className="num">{step.amount}</span>, {formatTime(step.time)} UTC
              </span>
            </li>
          ))}
        </ol>
      ))}
    </div>
  );
}

function Stop({ address, subject }: { address: string; subject: PathSubject }) {
  if (address === subject.address) return subject.name;
  return (
    <span className="mono" title={address}>
      {shortenAddress(address)}
    </span>
  );
}
