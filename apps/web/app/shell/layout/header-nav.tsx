import { Icon } from '@assay/ui';
import { countOf } from '@assay/wording';
import { SiteLink } from '../navigation/site-link.tsx';
import type { SessionUser } from '../session/session.tsx';
import { AccountMenu } from './account-menu.tsx';

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
        {countOf(user.checks, 'check')}
      </SiteLink>
      {user.workspace.name !== null && (
        <SiteLink className="workspace-name" to="/account/workspace">
          {user.workspace.name}
        </SiteLink>
      )}
      <AccountMenu email={user.email} />
    </>
  );
}
