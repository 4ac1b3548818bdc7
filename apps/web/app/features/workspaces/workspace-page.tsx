import { mayIn } from '@assay/domain';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { SessionUser } from '../../shell/session/session.tsx';
import { CloseWorkspace } from './close-workspace.tsx';
import { CompanyLogin } from './company-login.tsx';
import { Invitations } from './invitations.tsx';
import { LeaveWorkspace } from './leave-workspace.tsx';
import { MemberList } from './member-list.tsx';
import { RenameWorkspace } from './rename-workspace.tsx';
import { Retention } from './retention.tsx';
import { ROLE_WORDS } from './role-words.ts';
import { SessionPolicy } from './session-policy.tsx';
import { WorkspaceList } from './workspace-list.tsx';

export interface WorkspacePageProps {
  readonly headline: string;
  readonly user: SessionUser;
}

/** The selected workspace, its members and settings, and the other workspaces of the user. */
export function WorkspacePage({ headline, user }: WorkspacePageProps) {
  const { workspace } = user;
  const { role } = workspace;
  return (
    <>
      <div className="acc-head">
        <h1>{headline}</h1>
      </div>
      <section className="acc-sec" aria-labelledby="selected-workspace">
        <h2 id="selected-workspace">{workspace.name ?? 'Personal workspace'}</h2>
        {workspace.kind === 'personal' ? (
          <p>
            Your own checks, balance and invoices. Nobody else sees them. A company workspace is shared with others: its
            members use one balance and see one history.
          </p>
        ) : (
          <p>
            You are in this workspace as <b>{ROLE_WORDS[role].name.toLowerCase()}</b>. {ROLE_WORDS[role].may} Its
            members share checks, history, plan and invoices. Checks from promo codes and the survey stay in your
            personal workspace.
          </p>
        )}
        {workspace.kind === 'company' && (
          <p className="hint workspace-id">
            Id of this workspace: <span className="num">{workspace.id}</span>
          </p>
        )}
      </section>
      <WorkspaceList />
      {workspace.kind === 'company' && (
        <>
          {mayIn(role, 'members') && (
            <>
              <MemberList ownRole={role} />
              <Invitations />
            </>
          )}
          {mayIn(role, 'settings') && (
            <>
              <RenameWorkspace key={workspace.name} name={workspace.name} />
              <SessionPolicy mayChange={mayIn(role, 'ownership')} />
              <Retention />
              <CompanyLogin mayChange={mayIn(role, 'ownership')} />
            </>
          )}
          {mayIn(role, 'audit') && (
            <section className="acc-sec" aria-labelledby="workspace-audit">
              <h2 id="workspace-audit">Audit log</h2>
              <p>
                Who did what in this workspace, when and from where.{' '}
                <SiteLink className="link" to="/account/audit-log">
                  Open the audit log
                </SiteLink>
              </p>
            </section>
          )}
          <LeaveWorkspace name={workspace.name} />
          {mayIn(role, 'close') && <CloseWorkspace name={workspace.name} user={user} />}
        </>
      )}
    </>
  );
}
