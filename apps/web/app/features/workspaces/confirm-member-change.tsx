import type { AccessFate } from '@assay/contracts';
import type { WorkspaceRole } from '@assay/domain';
import { Dialog, Segmented, Spinner } from '@assay/ui';
import { useState } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';
import { fateWords } from './fate-words.ts';
import { ROLE_WORDS } from './role-words.ts';
import type { MemberFacts } from './use-workspaces.ts';

const FATES = [
  { value: 'revoke', label: 'Revoke them' },
  { value: 'hand_over', label: 'Take them over' },
] as const;

export interface MemberChange {
  readonly member: MemberFacts;
  /** The new role; null: the member is removed. */
  readonly role: WorkspaceRole | null;
}

export interface ConfirmMemberChangeProps {
  readonly change: MemberChange;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (fate: AccessFate) => void;
}

/**
 * Asks before a member is removed or loses the right to make keys, with what the member made, or last set the secret or URL
 * of, and what becomes of it.
 */
export function ConfirmMemberChange({
  change: { member, role },
  isBusy,
  onClose,
  onConfirm,
}: ConfirmMemberChangeProps) {
  const { data, problem } = useData(`access ${member.sub}`, (signal) =>
    call('GET /workspace/members/:sub/access', { sub: member.sub, signal }),
  );
  const [fate, setFate] = useState<AccessFate>('revoke');
  const made =
    data === null
      ? []
      : [...data.keys.map(keyLine), ...data.webhooks.map(webhookLine), ...data.invitations.map(invitationLine)];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={
        role === null
          ? `Remove ${member.email}?`
          : `Change the role of ${member.email} to ${ROLE_WORDS[role].name.toLowerCase()}?`
      }
      description={
        role === null ? 'Takes effect at once. What this member did stays with the workspace.' : ROLE_WORDS[role].may
      }
      action={
        <button
          className="btn btn-danger"
          type="button"
          aria-busy={isBusy}
          disabled={data === null && problem === null}
          onClick={() => onConfirm(fate)}
        >
          {isBusy && <Spinner />}
          {role === null ? 'Remove' : 'Change role'}
        </button>
      }
    >
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Looking for keys and webhooks
        </p>
      )}
      {problem !== null && <p>What this member made could not be loaded. It is revoked with the change.</p>}
      {data !== null && made.length > 0 && (
        <div className="member-access">
          <p>Made or changed by {member.is_self ? 'you' : 'this member'}, and still valid:</p>
          <ul>
            {made.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
          {!member.is_self && (
            <Segmented label="What becomes of them" value={fate} choices={FATES} onChange={setFate} />
          )}
          <p className="hint">{fateWords(fate, data)}</p>
        </div>
      )}
    </Dialog>
  );
}

const keyLine = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, text: `API key ${name}` });
const webhookLine = ({ id, url }: { readonly id: string; readonly url: string }) => ({ id, text: `Webhook ${url}` });
const invitationLine = ({ id, email }: { readonly id: string; readonly email: string }) => ({
  id,
  text: `Invitation of ${email}`,
});
