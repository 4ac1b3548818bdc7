import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { DeliveryLog } from './delivery-log.tsx';
import type { DeliveryFacts, EndpointFacts } from './use-webhooks.ts';

/** While something waits, the log is looked at again after so long. */
const LOOK_AGAIN_MS = 2_000;

const STATUS = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const;

/** What was sent to an endpoint, the newest first. */
export function DeliveryList({ endpoint }: { readonly endpoint: EndpointFacts }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1) ?? null;
  return (
    <section className="acc-sec" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p className="hint">
        To <span className="hook-url">{endpoint.url}</span>, of the last 30 days.
      </p>
      <Page
        key={cursor ?? ''}
        endpoint={endpoint}
        cursor={cursor}
        onNewer={cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1))}
        onOlder={(next) => setCursors([...cursors, next])}
      />
    </section>
  );
}

interface PageProps {
  readonly endpoint: EndpointFacts;
  readonly cursor: string | null;
  /** Null on the first page. */
  readonly onNewer: (() => void) | null;
  readonly onOlder: (cursor: string) => void;
}

function Page({ endpoint, cursor, onNewer, onOlder }: PageProps) {
  const { data, problem, reload } = useData(
    `deliveries ${endpoint.id} ${cursor ?? ''}`,
    (signal) =>
      call('GET /developers/webhooks/:id/deliveries', {
        id: endpoint.id,
        query: cursor === null ? {} : { cursor },
        signal,
      }),
    {
      isPausedHidden: true,
      againMs: (page) => (page?.deliveries.some(({ status }) => status === 'waiting') === true ? LOOK_AGAIN_MS : null),
    },
  );
  if (problem !== null && data === null) {
    return (
      <p>
        The deliveries could not be loaded.{' '}
        <button className="link" type="button" onClick={() => void reload()}>
          Try again
        </button>
      </p>
    );
  }
  if (data === null) {
    return (
      <p className="waiting">
        <Spinner /> Loading the deliveries
      </p>
    );
  }
  const next = data.next_cursor;
  return (
    <>
      {data.deliveries.length === 0 && <p>Nothing was sent yet.</p>}
      <ul className="sessions hook-log">
        {data.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} facts={delivery} onResent={() => void reload()} />
        ))}
      </ul>
      <div className="key-acts">
        {onNewer !== null && (
          <button className="btn btn-line btn-sm" type="button" onClick={onNewer}>
            Newer
          </button>
        )}
        {next !== null && (
          <button className="btn btn-line btn-sm" type="button" onClick={() => onOlder(next)}>
            Older
          </button>
        )}
      </div>
    </>
  );
}

function DeliveryRow({ facts, onResent }: { readonly facts: DeliveryFacts; readonly onResent: () => void }) {
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  const { id, event, event_type, status, created_at, next_attempt_at, last_status_code } = facts;
  const resend = () =>
    void run(async () => {
      await call('POST /developers/deliveries/:id/resend', { id });
      show({ type: 'success', message: 'The event is sent again.' });
      onResent();
    });
  return (
    <li className="hook">
      <div className="key-row">
        <b>{event_type}</b> <code className="key-hint">{event}</code>
        <p className="hint">
          {STATUS[status]}
          {last_status_code !== null && `, answered ${last_status_code}`}. Written{' '}
          <time dateTime={created_at}>{formatMoment(created_at, timeZone)}</time>
          {next_attempt_at !== null && last_status_code !== null && (
            <>
              , next attempt <time dateTime={next_attempt_at}>{formatMoment(next_attempt_at, timeZone)}</time>
            </>
          )}
        </p>
      </div>
      <div className="key-acts">
        <button className="btn btn-line btn-sm" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Details<span className="sr"> of {event}</span>
        </button>
        <button className="btn btn-line btn-sm" type="button" aria-busy={isBusy} onClick={resend}>
          Send again<span className="sr"> {event}</span>
        </button>
      </div>
      {isOpen && <DeliveryLog key={`${status} ${next_attempt_at ?? ''}`} id={id} />}
    </li>
  );
}
