import { Spinner } from '@assay/ui';
import { useEffect } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';
import type { LinkFinding } from './confirm-state.ts';
import { ExpiredLink } from './expired-link.tsx';
import { NoFreeCheck } from './no-free-check.tsx';
import { OrderedCheck } from './ordered-check.tsx';
import { useConfirm } from './use-confirm.ts';
import { useTokenOutOfSight } from './use-token-out-of-sight.ts';

export interface ConfirmPageProps {
  readonly link: string;
  readonly found: LinkFinding;
}

/**
 * Confirms the link of an email: by itself in the browser that asked for it, elsewhere when its button is pressed, so
 * that a program that opens every link of a mail does not use it up.
 */
export function ConfirmPage({ link, found }: ConfirmPageProps) {
  const { state, confirm } = useConfirm(link, found);
  const isOwn = found.kind === 'waiting' && found.isOwn;
  useTokenOutOfSight();

  useEffect(() => {
    if (isOwn) void confirm();
  }, [isOwn, confirm]);

  switch (state.kind) {
    case 'expired':
      return <ExpiredLink link={link} email={state.email} />;
    case 'incorrect':
      return (
        <AuthSheet title="Invalid Token" seal="void">
          <p className="auth-lede">Try to relogin</p>
          {state.isUsed && (
            <p className="auth-alt">
              This link was used, or ended when another link to the same email was used. Each link works once.
            </p>
          )}
          <div className="auth-form">
            <SiteLink className="btn btn-primary" to="/login">
              Relogin
            </SiteLink>
          </div>
        </AuthSheet>
      );
    case 'ordered':
      return <OrderedCheck link={link} order={state.order} email={state.email} problem={null} />;
    case 'no free check':
      return <NoFreeCheck to={state.path} reason={state.reason} />;
    case 'confirmed':
      return (
        <AuthSheet title="Successfuly confirm">
          <p className="auth-lede" role="status">
            You will be redirected in a few seconds.
          </p>
        </AuthSheet>
      );
    case 'waiting':
    case 'confirming':
      return (
        <AuthSheet title={isOwn ? 'Logging you in' : 'Log in on this device?'} seal="started">
          {!isOwn && state.kind === 'waiting' && state.email !== null && (
            <p className="auth-lede">
              This link was requested in another browser. Continue here as <b>{state.email}.</b>
              {state.hasCheck && ' Its pending check starts only after you confirm it.'}
            </p>
          )}
          <form
            className="auth-form"
            method="post"
            action={`/confirm-link?${new URLSearchParams({ link })}`}
            onSubmit={(event) => {
              event.preventDefault();
              void confirm();
            }}
          >
            <input type="hidden" name="link" value={link} />
            <button className="btn btn-primary" type="submit" aria-busy={isOwn || state.kind === 'confirming'}>
              {(isOwn || state.kind === 'confirming') && <Spinner />}
              Log in
            </button>
          </form>
          {!isOwn && state.kind === 'waiting' && state.email !== null && (
            <p className="auth-alt">
              Want to log in with another spelling of this email address?{' '}
              <SiteLink
                className="link"
                prefetch="none"
                to={{ pathname: '/register', search: `?${new URLSearchParams({ link })}` }}
              >
                Send a link for that spelling
              </SiteLink>
            </p>
          )}
        </AuthSheet>
      );
  }
}
