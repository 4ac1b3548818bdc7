import type { DisputableLabelsData, ServiceRow } from '@assay/contracts';
import { DISPUTE_GROUNDS, SERVICE_DISPUTE_GROUNDS } from '@assay/contracts/client';
import { formatDay } from '@assay/wording';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { DisputeFormAnswer } from './answer-dispute-form.ts';
import { DisputeForm, LabelFields } from './dispute-form.tsx';

export interface DisputeFormPageProps {
  /** Null where the link names no address. */
  readonly place: DisputableLabelsData | null;
  /** The row that the link names; null where it names none. */
  readonly service: ServiceRow | null;
  readonly answer: DisputeFormAnswer | null;
}

/** Anyone may say that a label, or the row of a service, is wrong. */
export function DisputeFormPage({ place, service, answer }: DisputeFormPageProps) {
  return (
    <main className="page page-text" id="main">
      <div className="wrap text-body">
        <h1>{service === null ? 'Dispute a label' : 'Dispute a service’s row'}</h1>
        {service !== null && <OfService service={service} answer={answer} />}
        {place !== null && <Found place={place} answer={answer} />}
        {service === null && place === null && <Without />}
      </div>
    </main>
  );
}

function Without() {
  return (
    <div className="text-lead">
      <p>
        A dispute begins at a label: open a result, or the <SiteLink to="/entities">page of an entity</SiteLink>, and
        choose ‘Dispute’ beside the address; or at a row of the{' '}
        <SiteLink to="/services">services that identify their customers</SiteLink>. An account is not needed.
      </p>
    </div>
  );
}

function OfService({ service, answer }: { readonly service: ServiceRow; readonly answer: DisputeFormAnswer | null }) {
  const { slug, title, since, until } = service;
  return (
    <>
      <div className="text-lead">
        <p>
          {title} is on the <SiteLink to="/services">list of services that identify their customers</SiteLink>. An
          administrator reads every dispute and decides with a reason, which is published in the{' '}
          <SiteLink to="/disputes">log</SiteLink> without your name. You need no account. Files can be added once it is
          filed.
        </p>
      </div>
      <dl className="dispute-facts">
        <div>
          <dt>Row</dt>
          <dd>
            <SiteLink to={`/services/${slug}`}>{title}</SiteLink>
          </dd>
        </div>
        <div>
          <dt>Holds</dt>
          <dd>{until === null ? `since ${formatDay(since)}` : `${formatDay(since)} to ${formatDay(until)}`}</dd>
        </div>
      </dl>
      <DisputeForm key={answer?.error} grounds={SERVICE_DISPUTE_GROUNDS} answer={answer}>
        <input type="hidden" name="service" value={slug} />
      </DisputeForm>
    </>
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
      {labels.length > 0 && !isOnlyOfficial && (
        <DisputeForm key={answer?.error} grounds={DISPUTE_GROUNDS} answer={answer}>
          <LabelFields place={place} ticked={answer?.labels ?? []} />
        </DisputeForm>
      )}
    </>
  );
}
