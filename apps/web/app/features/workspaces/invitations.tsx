import { WORKSPACE_ROLES } from '@assay/domain';
import { Field, Pager, Spinner } from '@assay/ui';
import { formatMoment } from '@assay/wording';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { useData } from '../../shell/data/use-data.ts';
import { useAlerts } from '../../shell/layout/alerts.tsx';
import { judgeEmail } from '../../shell/layout/judge-email.ts';
import { call } from '../../shell/session/browser-client.ts';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { ROLE_WORDS } from './role-words.ts';
import type { InvitationFacts } from './use-workspaces.ts';

const INVITED_ROLES = WORKSPACE_ROLES.filter((role) => role !== 'owner');
type InvitedRole = (typeof INVITED_ROLES)[number];

/** Invites by mail, and shows the invitations that are open. */
export function Invitations() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useData(`invitations ${page}`, (signal) =>
    call('GET /workspace/invitations', { query: { page }, signal }),
  );
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));

  const change = (work: () => Promise<unknown>, message: string) =>
    run(async () => {
      await work();
      show({ type: 'success', message });
    }).then(() => reload());

  return (
    <section className="acc-sec" aria-labelledby="invitations">
      <h2 id="invitations">Invite</h2>
      <p>The invitation is for one email, works once and is valid for 7 days.</p>
      <InviteForm onSent={() => void reload()} />
      {problem !== null && (
        <p>
          The invitations could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data !== null && data.invitations.length > 0 && (
        <>
          <h3>Open invitations</h3>
          <ul className="sessions members">
            {data.invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                isBusy={isBusy}
                onResend={() =>
                  void change(
                    () => call('POST /workspace/invitations/:id/resend', { id: invitation.id }),
                    `A new link was sent to ${invitation.email}.`,
                  )
                }
                onRevoke={() =>
                  void change(
                    () => call('DELETE /workspace/invitations/:id', { id: invitation.id }),
                    'The invitation was revoked.',
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
      {data !== null && data.meta.totalPages > 1 && (
        <Pager label="Pages of invitations" current={page} total={data.meta.totalPages} onPage={setPage} />
      )}
    </section>
  );
}

function InviteForm({ onSent }: { readonly onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<InvitedRole>('analyst');
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = useAlerts();
  const { isBusy, run } = useAction(({ message }) => setProblem(message));
  const roleId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = judgeEmail(email);
    setProblem(wrong);
    if (wrong !== null) return;
    await run(async () => {
      const { email: to } = await call('POST /workspace/invitations', { body: { email, role } });
      show({ type: 'success', message: `An invitation was sent to ${to}.` });
      setEmail('');
      onSent();
    });
  }

  return (
    <form className="workspace-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        error={problem}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setProblem(null);
        }}
      />
      <div className="field">
        <label htmlFor={roleId}>Role</label>
        <select
          className="input"
          id={roleId}
          value={role}
          onChange={(event) => setRole(INVITED_ROLES.find((one) => one === event.target.value) ?? 'viewer')}
        >
          {INVITED_ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_WORDS[one].name}
            </option>
          ))}
        </select>
      </div>
      <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
        {isBusy && <Spinner />}
        Send invitation
      </button>
    </form>
  );
}

interface InvitationRowProps {
  readonly invitation: InvitationFacts;
  readonly isBusy: boolean;
  readonly onResend: () => void;
  readonly onRevoke: () => void;
}

function InvitationRow({ invitation, isBusy, onResend, onRevoke }: InvitationRowProps) {
  const { email, role, expires_at, is_expired } = invitation;
  const timeZone = useTimeZone();
  return (
    <li>
      <div className="workspace-row">
        <b>{email}</b>
        <p className="hint">
          {ROLE_WORDS[role].name}, {is_expired ? 'expired' : 'valid until'}{' '}
          <time dateTime={expires_at}>{formatMoment(expires_at, timeZone)}</time>
        </p>
      </div>
      <div className="member-acts">
        <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onResend}>
          Send again<span className="sr"> to {email}</span>
        </button>
        <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onRevoke}>
          Revoke<span className="sr"> the invitation of {email}</span>
        </button>
      </div>
    </li>
  );
}
