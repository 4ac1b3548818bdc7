import type { DisputableLabelsData } from '@assay/contracts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { DisputeFormAnswer } from './answer-dispute-form.ts';
import { DisputeForm } from './dispute-form.tsx';

export interface DisputeFormPageProps {
  /** Null where the link names no address. */
  readonly place: DisputableLabelsData | null;
  readonly answer: DisputeFormAnswer | null;
}

/** Anyone may say that a label is wrong. */
export function DisputeFormPage({ place, answer }: DisputeFormPageProps) {
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>Dispute a label</h1>
        {place === null ? <Without /> : <Found place={place} answer={answer} />}
      </div>
    </main>
  );
}

function Without() {
  return (
    <div className="text-lead">
      <p>
        A dispute begins at a label: open a result, or the <SiteLink to="/entities">page of an entity</SiteLink>, and
        choose ‘Dispute’ beside the address. An account is not needed.
      </p>
    </div>
  );
}

function Found({ place, answer }: { readonly place: DisputableLabelsData; readonly answer: DisputeFormAnswer | null }) {
  const { address, networkName, labels } = place;
  const isOnlyOfficial = labels.length > 0 && labels.every(({ authorityList }) => authorityList !== null);
  return (
    <>
      <div className="text-lead">
        <p>
          Labels come from published lists, and lists contain mistakes. An administrator reads every dispute and decides
          with a reason, which is published in the <SiteLink to="/disputes">log</SiteLink> without your name. You need
          no account, and you are never asked to connect a wallet.
        </p>
      </div>
      <dl className="dispute-facts">
        <div>
          <dt>Address</dt>
          <dd className="mono">{address}</dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{networkName}</dd>
        </div>
      </dl>
      {labels.length === 0 && <p>This address has no label on {networkName}.</p>}
      {isOnlyOfficial && (
        <p>
          Every label of this address is of a government list:{' '}
          {[...new Set(labels.map((one) => one.authorityList))].join(', ')}. Only the authority can change its list, so
          there is nothing that a dispute here could withdraw.
        </p>
      )}
      {labels.length > 0 && !isOnlyOfficial && <DisputeForm key={answer?.error} place={place} answer={answer} />}
    </>
  );
}
