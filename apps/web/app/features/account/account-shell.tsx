import { mayIn } from '@assay/domain';
import { Icon } from '@assay/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useSession } from '../../shell/session/session.tsx';
import { useLogOut } from '../../shell/session/use-log-out.ts';
import './account.css';
import { type AccountTab, tabsFor } from './account-tabs.ts';

/** What the account shows: a tab, or one of the pages beside them. */
export type AccountPage =
  | AccountTab
  | 'workspace'
  | 'batches'
  | 'developers'
  | 'security'
  | 'privacy'
  | 'audit'
  | 'service-audit';

export const WORKSPACE_HEADLINE = 'Workspace';
export const BATCHES_HEADLINE = 'Batches';
export const DEVELOPERS_HEADLINE = 'Developers';
export const SECURITY_HEADLINE = 'Security';
export const PRIVACY_HEADLINE = 'Sessions and data';

interface MenuEntry {
  readonly id: AccountPage;
  readonly to: string;
  readonly headline: string;
}

const AUDIT_LOG: MenuEntry = { id: 'audit', to: '/account/audit-log', headline: 'Audit log' };
const SERVICE_AUDIT_LOG: MenuEntry = {
  id: 'service-audit',
  to: '/account/service-audit-log',
  headline: 'Audit log of the service',
};

export interface AccountShellProps {
  readonly page: AccountPage;
  readonly isAdmin: boolean;
  readonly children: ReactNode;
}

/** The menu beside the page: a rail, on narrower windows a strip, on phones behind a button. */
export function AccountShell({ page, isAdmin, children }: AccountShellProps) {
  return (
    <main className="page account" id="main">
      <div className="wrap-wide acc-in">
        <AccountMenu page={page} isAdmin={isAdmin} />
        <div className="acc-body">{children}</div>
      </div>
    </main>
  );
}

function AccountMenu({ page, isAdmin }: Pick<AccountShellProps, 'page' | 'isAdmin'>) {
  const [isOpen, setOpen] = useState(false);
  const logOut = useLogOut();
  const listId = useId();
  const { pathname, search } = useLocation();
  const { user } = useSession();
  const entries: readonly MenuEntry[] = [
    ...tabsFor(isAdmin).map(({ id, headline }) => ({ id, to: `/account?tab=${id}`, headline })),
    { id: 'workspace', to: '/account/workspace', headline: WORKSPACE_HEADLINE },
    { id: 'batches', to: '/account/batches', headline: BATCHES_HEADLINE },
    { id: 'developers', to: '/account/developers', headline: DEVELOPERS_HEADLINE },
    { id: 'security', to: '/account/security', headline: SECURITY_HEADLINE },
    { id: 'privacy', to: '/account/privacy', headline: PRIVACY_HEADLINE },
    ...(user !== null && mayIn(user.workspace.role, 'audit') ? [AUDIT_LOG] : []),
    ...(isAdmin ? [SERVICE_AUDIT_LOG] : []),
  ];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu.
  useEffect(() => setOpen(false), [pathname, search]);

  return (
    <nav className="acc-menu" aria-label="Account pages">
      <button
        className="acc-toggle"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {entries.find(({ id }) => id === page)?.headline}
        <Icon name="down" />
      </button>
      <ul id={listId} data-open={isOpen ? '' : undefined}>
        {entries.map(({ id, to, headline }) => (
          <li key={id}>
            <SiteLink to={to} aria-current={id === page ? 'page' : undefined} prefetch="hover">
              {headline}
            </SiteLink>
          </li>
        ))}
        <li className="out">
          <button type="button" onClick={() => void logOut()}>
            Log out
          </button>
        </li>
      </ul>
    </nav>
  );
}
