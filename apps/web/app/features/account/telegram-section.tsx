import { Icon, Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useEffect, useRef } from 'react';
import { useProductName } from '../../shell/layout/site-settings.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { TelegramWorkspace } from './telegram-workspace.tsx';
import { type JoinLink, type TelegramState, useTelegram } from './use-telegram.ts';

/** Connects the account to a Telegram account, and disconnects it. */
export function TelegramSection() {
  const { state, link, hasFailed, isBusy, load, makeLink, chooseWorkspace, disconnect } = useTelegram();
  const joined = state?.joined ?? null;
  return (
    <section className="acc-sec" aria-labelledby="telegram">
      <h2 id="telegram">Telegram</h2>
      {hasFailed && (
        <p>
          Your Telegram connection could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {state === null && !hasFailed && (
        <p className="waiting">
          <Spinner /> Loading your Telegram connection
        </p>
      )}
      {joined !== null && (
        <Joined
          joined={joined}
          isBusy={isBusy}
          onChoose={(id) => void chooseWorkspace(id)}
          onDisconnect={() => void disconnect()}
        />
      )}
      {state !== null && joined === null && (
        <NotJoined link={link} isBusy={isBusy} onMakeLink={() => void makeLink()} />
      )}
    </section>
  );
}

interface JoinedProps {
  readonly joined: NonNullable<TelegramState['joined']>;
  readonly isBusy: boolean;
  readonly onChoose: (workspaceId: string) => void;
  readonly onDisconnect: () => void;
}

function Joined({ joined, isBusy, onChoose, onDisconnect }: JoinedProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <p>
        Connected to the Telegram account with an id ending in <b>{joined.user_id_ending}</b>, since{' '}
        <time dateTime={joined.since}>{formatMoment(joined.since, timeZone)}</time>. Its checks use this account’s
        balance and appear in its history.
      </p>
      <TelegramWorkspace selected={joined.workspace_id} isBusy={isBusy} onChoose={onChoose} />
      <button className="btn btn-line" type="button" aria-busy={isBusy} onClick={onDisconnect}>
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
        Run checks in a chat with the {productName} bot. They use this account’s balance and appear in its history. The
        chat’s own checks stay with the chat and are used once this account has none left.
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
  // Replaces the button that was pressed, so it takes over the keyboard focus.
  useEffect(() => anchor.current?.focus(), []);
  return (
    <div className="join-link">
      <a ref={anchor} className="btn btn-primary" href={link.url} target="_blank" rel="noreferrer">
        <Icon name="plane" />
        Open in Telegram
      </a>
      <p className="hint" role="status">
        The link works once, until <time dateTime={link.expires_at}>{formatMoment(link.expires_at, timeZone)}</time>,
        and connects the Telegram account that opens it. Do not share it. The bot asks for confirmation first.
      </p>
      <p className="hint join-url">{link.url}</p>
    </div>
  );
}
