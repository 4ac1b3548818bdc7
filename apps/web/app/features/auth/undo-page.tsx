import type { UndoneData } from '@assay/contracts';
import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { AuthSheet } from './auth-sheet.tsx';
import { type UndoFinding, undoFindingOf } from './look-at-undo.ts';
import { DONE, HAPPENED, QUESTIONS } from './undo-words.ts';
import { useTokenOutOfSight } from './use-token-out-of-sight.ts';

export interface UndoPageProps {
  readonly token: string;
  readonly found: UndoFinding;
  /** Where a form that was sent without a script was done. */
  readonly answered: UndoneData['done'] | null;
  readonly supportEmail: string;
}

/** What the link of a mail undoes, the button that does it, and what was done. */
export function UndoPage({ token, found: loaded, answered, supportEmail }: UndoPageProps) {
  const [found, setFound] = useState(loaded);
  const [done, setDone] = useState(answered);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useAction((error) => {
    if (error.errorName === 'InvalidToken' || error.errorName === 'TokenExpiredError') setFound(undoFindingOf(error));
    else setProblem(error.message);
  });
  useTokenOutOfSight();

  if (done !== null) return <Done done={done} supportEmail={supportEmail} />;
  if (found.kind !== 'open') {
    return (
      <AuthSheet title={found.kind === 'expired' ? 'This link has expired' : 'This link cannot be used'} seal="void">
        <p className="auth-lede">
          {found.kind === 'expired'
            ? 'It worked for 7 days. Log in to look through your sessions and factors.'
            : 'It was used already, or is incomplete: open it from the email again.'}
        </p>
        <LogIn />
      </AuthSheet>
    );
  }
  const { title, does, button } = QUESTIONS[found.state.effect];
  return (
    <AuthSheet title={title} seal="started">
      <p className="auth-lede">{does}</p>
      <Facts state={found.state} />
      <form
        className="auth-form"
        method="post"
        action={`/undo?${new URLSearchParams({ token })}`}
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            setProblem(null);
            setDone((await call('POST /auth/undo', { body: { token } })).done);
          });
        }}
      >
        <input type="hidden" name="token" value={token} />
        <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
          {isBusy && <Spinner />}
          {button}
        </button>
      </form>
      <p className="auth-alt" role="status">
        {problem ?? 'If it was you who did this, close this page.'}
      </p>
    </AuthSheet>
  );
}

function Facts({ state }: { readonly state: Extract<UndoFinding, { readonly kind: 'open' }>['state'] }) {
  const timeZone = useTimeZone();
  const { kind, email, device, at } = state;
  return (
    <dl className="order-facts">
      <dt>What</dt>
      <dd>{HAPPENED[kind]}</dd>
      <dt>Account</dt>
      <dd>{email}</dd>
      {device !== null && (
        <>
          <dt>From</dt>
          <dd>{device}</dd>
        </>
      )}
      <dt>At</dt>
      <dd>
        <time dateTime={at}>{formatMoment(at, timeZone)}</time>
      </dd>
    </dl>
  );
}

function Done({ done, supportEmail }: Pick<UndoPageProps, 'supportEmail'> & { readonly done: UndoneData['done'] }) {
  const { title, next } = DONE[done];
  return (
    <AuthSheet title={title}>
      <p className="auth-lede" role="status">
        {next}
        {done === 'factor_kept' && (
          <>
            {' '}
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
            .
          </>
        )}
      </p>
      <LogIn />
    </AuthSheet>
  );
}

function LogIn() {
  return (
    <div className="auth-form">
      <SiteLink className="btn btn-line" to="/login">
        Log in
      </SiteLink>
    </div>
  );
}
