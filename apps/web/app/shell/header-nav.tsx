import { Icon } from '@assay/ui';
import { lazy, Suspense } from 'react';
import { AvatarFace } from './avatar-face.tsx';
import type { SessionUser } from './session/session.tsx';
import { SiteLink } from './site-link.tsx';

/** A guest's first page carries no menu. */
const UserMenu = lazy(() => import('./user-menu.tsx'));

/** The end of the header: ways in for a guest, what is left and the menu for who is signed in. */
export function HeaderNav({ user }: { readonly user: SessionUser | null }) {
  return (
    <nav className="header-end" aria-label="Account">
      {user === null ? <GuestLinks /> : <UserLinks user={user} />}
    </nav>
  );
}

function GuestLinks() {
  return (
    <>
      <SiteLink className="only-lg" to="/login">
        Log in
      </SiteLink>
      <SiteLink className="btn-icon only-sm" to="/login" aria-label="Log in">
        <Icon name="user" />
      </SiteLink>
      <SiteLink className="btn btn-primary btn-sm" to="/register">
        Create account
      </SiteLink>
    </>
  );
}

function UserLinks({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <SiteLink className="checks-left tnum" to="/account?tab=tariffs">
        {user.checks} {user.checks === 1 ? 'check' : 'checks'}
      </SiteLink>
      <Suspense
        fallback={
          <span className="avatar" aria-hidden="true">
            <AvatarFace email={user.email} />
          </span>
        }
      >
        <UserMenu email={user.email} />
      </Suspense>
    </>
  );
}
