import { Icon, Spinner } from '@assay/ui';
import { useEffect, useRef } from 'react';
import { useProductName } from '../../shell/site-settings.ts';
import { formatMoment } from '../../shell/time/format-time.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { type JoinLink, type TelegramState, useTelegram } from './use-telegram.ts';

/** Joins the account to a Telegram account, and parts them. */
export function TelegramSection() {
  const { state, link, hasFailed, isBusy, load, makeLink, part } = useTelegram();
  const joined = state?.joined ?? null;
  return (
    <section className="acc-sec" aria-labelledby="telegram">
      <h2 id="telegram">Telegram</h2>
      {hasFailed && (
        <p>
          Your connection could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {state === null && !hasFailed && (
        <p className="waiting">
          <Spinner /> Loading your connection
        </p>
      )}
      {joined !== null && <Joined joined={joined} isBusy={isBusy} onPart={() => void part()} />}
      {state !== null && joined === null && (
        <NotJoined link={link} isBusy={isBusy} onMakeLink={() => void makeLink()} />
      )}
    </section>
  );
}

interface JoinedProps {
  readonly joined: NonNullable<TelegramState['joined']>;
  readonly isBusy: boolean;
  readonly onPart: () => void;
}

function Joined({ joined, isBusy, onPart }: JoinedProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <p>
        Connected to the Telegram account whose id ends in <b>{joined.user_id_ending}</b>, since{' '}
        <time dateTime={joined.since}>{formatMoment(joined.since, timeZone)}</time>. Its checks are paid from this
        account and stand in this history.
      </p>
      <button className="btn btn-line" type="button" aria-busy={isBusy} onClick={onPart}>
        {isBusy && <Spinner />}
        Disconnect Telegram
      </button>
    </>
  );
}

interface NotJoinedProps {
  readonly link: JoinLink | null;
  readonly isBusy: boolean;
  readonly onMakeLink: () => void;
}

function NotJoined({ link, isBusy, onMakeLink }: NotJoinedProps) {
  const productName = useProductName();
  return (
    <>
      <p>
        Check from a chat with the {productName} bot: paid from this account, kept in this history. Checks that the chat
        has of its own stay there and are used when this account has none left.
      </p>
      {link === null ? (
        <button className="btn btn-line" type="button" aria-busy={isBusy} onClick={onMakeLink}>
          {isBusy && <Spinner />}
          Connect Telegram
        </button>
      ) : (
        <OpenLink link={link} />
      )}
    </>
  );
}

function OpenLink({ link }: { readonly link: JoinLink }) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const timeZone = useTimeZone();
  // The button that was pressed is gone: the keyboard goes on where it stood.
  useEffect(() => anchor.current?.focus(), []);
  return (
    <div className="join-link">
      <a ref={anchor} className="btn btn-primary" href={link.url} target="_blank" rel="noreferrer">
        <Icon name="plane" />
        Open in Telegram
      </a>
      <p className="hint" role="status">
        The link works once, until <time dateTime={link.expires_at}>{formatMoment(link.expires_at, timeZone)}</time>,
        and connects whoever opens it. Do not pass it on. The bot asks before it connects.
      </p>
      <p className="hint join-url">{link.url}</p>
    </div>
  );
}
