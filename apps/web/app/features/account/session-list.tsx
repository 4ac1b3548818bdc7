import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { type SessionFacts, useSessions } from './use-sessions.ts';

/** Where the person is signed in, each with its end, and the end of all. */
export function SessionList() {
  const { sessions, hasFailed, load, endOne, endAll } = useSessions();
  return (
    <section className="acc-sec" aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      {hasFailed && (
        <p>
          Your sessions could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {sessions === null && !hasFailed && (
        <p className="waiting">
          <Spinner /> Loading your sessions
        </p>
      )}
      {sessions !== null && (
        <ul className="sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void endOne(session.id)} />
          ))}
        </ul>
      )}
      <button className="btn btn-line" type="button" onClick={() => void endAll()}>
        Log out everywhere
      </button>
    </section>
  );
}

function SessionRow({ session, onEnd }: { readonly session: SessionFacts; readonly onEnd: () => void }) {
  const { device, is_current, opened_by, created_at, last_seen_at } = session;
  const timeZone = useTimeZone();
  const time = is_current ? created_at : last_seen_at;
  return (
    <li>
      <div>
        <b>{device}</b>
        <p className="hint">
          {is_current ? 'This browser, since ' : 'Last seen '}
          <time dateTime={time}>{formatMoment(time, timeZone)}</time>
          {opened_by === 'provider' && ', by the company login'}
        </p>
      </div>
      {!is_current && (
        <button className="btn btn-line btn-sm" type="button" onClick={onEnd}>
          Log out<span className="sr"> of {device}</span>
        </button>
      )}
    </li>
  );
}
