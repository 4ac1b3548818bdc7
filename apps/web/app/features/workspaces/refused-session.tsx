import { mayIn } from '@assay/domain';
import { useAction } from '../../shell/data/use-action.ts';
import { ConfirmationSlot } from '../../shell/factors/confirmation-slot.tsx';
import { useSelectWorkspace } from '../../shell/layout/use-select-workspace.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { keepPlace, rememberWorkspace, takePlace } from '../../shell/session/return-place.ts';
import { type SessionUser, useSession } from '../../shell/session/session.tsx';
import { useLogOut } from '../../shell/session/use-log-out.ts';
import { SessionPolicy } from './session-policy.tsx';

export interface RefusedSessionProps {
  readonly user: SessionUser;
  readonly refusal: NonNullable<SessionUser['workspaceRefusal']>;
}

/** Why the selected company refuses this session, and what to do: log in again, or go to the personal workspace; an owner changes the addresses here. */
export function RefusedSession({ user, refusal }: RefusedSessionProps) {
  const { isBusy, select } = useSelectWorkspace();
  const logOut = useLogOut();
  const leaving = useAction();
  const navigate = useSiteNavigate();
  const { reload } = useSession();
  const toLogin = async () => {
    const place = takePlace();
    await logOut();
    keepPlace(place?.path ?? '/');
    rememberWorkspace(user.workspace.id);
    await navigate('/login');
  };
  const isOwner = mayIn(user.workspace.role, 'ownership');
  const name = user.workspace.name ?? 'This workspace';
  return (
    <main className="auth-main" id="main">
      <div className="auth-col invitation">
        <h1>{refusal === 'address' ? 'Not from this address' : 'Log in again'}</h1>
        <p className="auth-lede">
          {refusal === 'address' ? (
            <>
              <b>{name}</b> can be used only from network addresses that its owners allow, and yours now is not one of
              them.{' '}
              {isOwner
                ? 'You are an owner: change the addresses here, or come back from an allowed network.'
                : 'Come back from an allowed network, or ask an owner of the workspace.'}
            </>
          ) : (
            <>
              <b>{name}</b> asks for a newer login than yours: you logged in too long ago, or did nothing for too long.
              Log in again: you come back to it.
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
        {refusal === 'address' && isOwner && (
          <>
            <SessionPolicy mayChange onSaved={() => void reload()} />
            <ConfirmationSlot />
          </>
        )}
      </div>
    </main>
  );
}
