import type { AccessFate } from '@assay/contracts';
import { keepsMade, mayAssign, WORKSPACE_ROLES, type WorkspaceRole } from '@assay/domain';
import { Pager, Spinner } from '@assay/ui';
import { useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { useShowSelected } from '../../shell/layout/use-select-workspace.ts';
import { call } from '../../shell/session/browser-client.ts';
import { ConfirmMemberChange, type MemberChange } from './confirm-member-change.tsx';
import { ROLE_WORDS } from './role-words.ts';
import type { MemberFacts } from './use-workspaces.ts';

/** The members, with role and removal for those that the own role decides about. */
export function MemberList({ ownRole }: { readonly ownRole: WorkspaceRole }) {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useData(`members ${page}`, (signal) =>
    call('GET /workspace/members', { query: { page }, signal }),
  );
  const { show } = useAlerts();
  const showSelected = useShowSelected();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  /** What is asked about. */
  const [change, setChange] = useState<MemberChange | null>(null);

  const changeRole = (member: MemberFacts, role: WorkspaceRole, fate?: AccessFate) =>
    run(async () => {
      await call('PATCH /workspace/members/:sub', { sub: member.sub, body: { role, access: fate } });
      show({ type: 'success', message: `${member.email} now has the role ${ROLE_WORDS[role].name}.` });
      if (member.is_self) await showSelected();
    }).then(() => reload());
  const remove = (member: MemberFacts, fate: AccessFate) =>
    run(async () => {
      await call('DELETE /workspace/members/:sub', { sub: member.sub, query: { access: fate } });
      show({ type: 'success', message: `${member.email} was removed.` });
    }).then(() => reload());
  const confirm = ({ member, role }: MemberChange, fate: AccessFate) =>
    (role === null ? remove(member, fate) : changeRole(member, role, fate)).then(() => setChange(null));

  return (
    <section className="acc-sec" aria-labelledby="members">
      <h2 id="members">Members</h2>
      {problem !== null && (
        <p>
          The members could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading the members
        </p>
      )}
      {data !== null && (
        <ul className="sessions members">
          {data.members.map((member) => (
            <MemberRow
              key={member.sub}
              member={member}
              ownRole={ownRole}
              isBusy={isBusy}
              onRole={(role) => {
                if (keepsMade(member.role) && !keepsMade(role)) setChange({ member, role });
                else void changeRole(member, role);
              }}
              onRemove={() => setChange({ member, role: null })}
            />
          ))}
        </ul>
      )}
      {data !== null && data.meta.totalPages > 1 && (
        <Pager label="Pages of members" current={page} total={data.meta.totalPages} onPage={setPage} />
      )}
      {change !== null && (
        <ConfirmMemberChange
          change={change}
          isBusy={isBusy}
          onClose={() => setChange(null)}
          onConfirm={(fate) => void confirm(change, fate)}
        />
      )}
    </section>
  );
}

interface MemberRowProps {
  readonly member: MemberFacts;
  readonly ownRole: WorkspaceRole;
  readonly isBusy: boolean;
  readonly onRole: (role: WorkspaceRole) => void;
  readonly onRemove: () => void;
}

function MemberRow({ member, ownRole, isBusy, onRole, onRemove }: MemberRowProps) {
  const { email, role, is_self } = member;
  const isDecided = mayAssign(ownRole, role);
  return (
    <li>
      <div className="workspace-row">
        <b>{email}</b>
        <p className="hint">{is_self ? 'You' : ROLE_WORDS[role].may}</p>
      </div>
      <div className="member-acts">
        {isDecided ? (
          <select
            className="input"
            aria-label={`Role of ${email}`}
            value={role}
            disabled={isBusy}
            onChange={(event) => {
              const chosen = WORKSPACE_ROLES.find((one) => one === event.target.value);
              if (chosen !== undefined) onRole(chosen);
            }}
          >
            {WORKSPACE_ROLES.map((one) => (
              // Only an administrator becomes an owner.
              <option
                key={one}
                value={one}
                disabled={!mayAssign(ownRole, one) || (one === 'owner' && role !== 'admin' && role !== 'owner')}
              >
                {ROLE_WORDS[one].name}
              </option>
            ))}
          </select>
        ) : (
          <span>{ROLE_WORDS[role].name}</span>
        )}
        {isDecided && !is_self && (
          <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onRemove}>
            Remove<span className="sr"> {email}</span>
          </button>
        )}
      </div>
    </li>
  );
}
