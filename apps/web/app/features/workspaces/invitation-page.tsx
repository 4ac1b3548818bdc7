import { Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { SiteLink, useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import type { InvitationFinding } from './look-at-invitation.ts';
import { ROLE_WORDS } from './role-words.ts';

export interface InvitationPageProps {
  readonly token: string;
  readonly found: InvitationFinding;
}

/** Who invites to what, and the button that accepts; for the invited mailbox only. */
export function InvitationPage({ token, found: loaded }: InvitationPageProps) {
  const { found, problem, isBusy, accept } = useInvitation(token, loaded);
  const timeZone = useTimeZone();
  useTokenOutOfSight();
  if (found.kind === 'refused') {
    return (
      <Sheet title="This invitation cannot be used">
        <p className="auth-lede">{found.message}</p>
        <div className="auth-form">
          <SiteLink className="btn btn-primary" to="/">
            Home
          </SiteLink>
        </div>
      </Sheet>
    );
  }
  const { workspace, invited_by, role, email, expires_at, is_for_caller } = found.status;
  return (
    <Sheet title={`Join ${workspace}`}>
      <p className="auth-lede">
        <b>{invited_by ?? 'A former member'}</b> invites {email} to this workspace as{' '}
        <b>{ROLE_WORDS[role].name.toLowerCase()}</b>. {ROLE_WORDS[role].may} Valid until{' '}
        <time dateTime={expires_at}>{formatMoment(expires_at, timeZone)}</time>.
      </p>
      {is_for_caller === true && (
        <form
          className="auth-form"
          onSubmit={(event) => {
            event.preventDefault();
            void accept();
          }}
        >
          <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
            {isBusy && <Spinner />}
            Accept
          </button>
        </form>
      )}
      {is_for_caller === false && (
        <p className="auth-lede">
          You are logged in with another email. Log out, log in with the invited email, and open the invitation again.
        </p>
      )}
      {is_for_caller === null && (
        <>
          <p className="auth-lede">
            Log in or create an account with the invited email first. This page then shows the button to accept; you can
            also open the invitation from the email again.
          </p>
          <div className="auth-form">
            <a className="btn btn-primary" href="/login" target="_blank" rel="noreferrer">
              Log in
            </a>
          </div>
        </>
      )}
      <p className="auth-lede" role="status">
        {problem}
      </p>
    </Sheet>
  );
}

function Sheet({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <main className="auth-main" id="main">
      <div className="auth-col invitation">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

function useInvitation(token: string, loaded: InvitationFinding) {
  const [found, setFound] = useState(loaded);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useSiteNavigate();
  const showSelected = useShowSelected();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const { run: look } = useAction();
  const isWaiting = found.kind === 'open' && found.status.is_for_caller === null;

  // The person logs in in another tab, and comes back here.
  useEffect(() => {
    if (!isWaiting) return;
    const lookAgain = () =>
      void look(async () => {
        const status = await call('GET /workspaces/invitation/:token', { token });
        setFound({ kind: 'open', status });
      });
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [isWaiting, look, token]);

  return {
    found,
    problem,
    isBusy,
    accept: () =>
      run(async () => {
        await call('POST /workspaces/invitation/accept', { body: { token } });
        await showSelected();
        await navigate('/account/workspace', { replace: true });
      }),
  };
}

/** The token leaves the address bar and the history at once; the page keeps it in memory only. */
function useTokenOutOfSight(): void {
  useLayoutEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
}
