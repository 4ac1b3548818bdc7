import { useAction } from '../../shell/data/use-action.ts';
import { useSelectWorkspace } from '../../shell/layout/use-select-workspace.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { useLogOut } from '../../shell/session/use-log-out.ts';

export interface RefusedSessionProps {
  readonly user: SessionUser;
  readonly refusal: NonNullable<SessionUser['workspaceRefusal']>;
}

/** Why the selected company refuses this session, and what to do: log in again, or go to the personal workspace. */
export function RefusedSession({ user, refusal }: RefusedSessionProps) {
  const { isBusy, select } = useSelectWorkspace();
  const logOut = useLogOut();
  const leaving = useAction();
  const navigate = useSiteNavigate();
  const toLogin = async () => {
    await logOut();
    await navigate('/login');
  };
  const name = user.workspace.name ?? 'This workspace';
  return (
    <main className="auth-main" id="main">
      <div className="auth-col invitation">
        <h1>{refusal === 'address' ? 'Not from this address' : 'Log in again'}</h1>
        <p className="auth-lede">
          {refusal === 'address' ? (
            <>
              <b>{name}</b> can be used only from network addresses that its administrators allow, and yours now is not
              one of them. Come back from an allowed network, or ask an administrator of the workspace.
            </>
          ) : (
            <>
              <b>{name}</b> asks for a newer login than yours: you logged in too long ago, or did nothing for too long.
              Log in again, then switch back to it.
            </>
          )}
        </p>
        <div className="auth-form">
          {refusal === 'sign_in' && (
            <button className="btn btn-primary" type="button" onClick={() => void leaving.run(toLogin)}>
              Log in again
            </button>
          )}
          <button
            className={refusal === 'sign_in' ? 'btn btn-line' : 'btn btn-primary'}
            type="button"
            disabled={isBusy}
            onClick={() => void select(user.sub)}
          >
            Use my personal workspace
          </button>
        </div>
      </div>
    </main>
  );
}
