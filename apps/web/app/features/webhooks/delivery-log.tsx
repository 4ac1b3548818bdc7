import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';

/** What was sent in a delivery, and what came back at each attempt. */
export function DeliveryLog({ id }: { readonly id: string }) {
  const timeZone = useTimeZone();
  const { data, problem, reload } = useData(`delivery ${id}`, async (signal) => {
    const { delivery } = await call('GET /developers/deliveries/:id', { id, signal });
    return delivery;
  });
  if (problem !== null) {
    return (
      <p className="hook-detail">
        The details could not be loaded.{' '}
        <button className="link" type="button" onClick={() => void reload()}>
          Try again
        </button>
      </p>
    );
  }
  if (data === null) {
    return (
      <p className="waiting hook-detail">
        <Spinner /> Loading the details
      </p>
    );
  }
  return (
    <div className="hook-detail">
      <h3>Sent</h3>
      <pre>{indented(data.request_body)}</pre>
      <h3>Attempts</h3>
      {data.attempts.length === 0 && <p className="hint">None yet.</p>}
      <ol>
        {data.attempts.map(({ at, duration_ms, status_code, failure, response_body }) => (
          <li key={at}>
            <p className="hint">
              <time dateTime={at}>{formatMoment(at, timeZone)}</time>, {duration_ms} ms:{' '}
              {status_code === null ? `no answer, ${failure}` : `answered ${status_code}`}
            </p>
            {response_body !== null && response_body !== '' && <pre>{response_body}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The body with line breaks, for reading; what was sent has none. */
function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
