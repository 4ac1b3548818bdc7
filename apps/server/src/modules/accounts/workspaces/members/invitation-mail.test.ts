import { describe, expect, it } from 'vitest';
import { invitationMail } from './invitation-mail.ts';
import type { NamedInvitation } from './invitations.store.ts';

const NAME = 'URGENT call +1 555 0100';
const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'https://assay.example',
  operator: { company: 'Example', supportEmail: 'help@assay.example' },
};
const invitation = (isEstablished: boolean): NamedInvitation => ({
  id: 'a'.repeat(32),
  tokenHash: Buffer.alloc(32),
  workspace: 'workspace:b',
  email: 'guest@firm.example',
  mailboxKey: 'guest@firm.example',
  role: 'viewer',
  sentAt: new Date(0),
  expiresAt: new Date(1),
  acceptedAt: null,
  revokedAt: null,
  isEstablished,
  workspaceName: NAME,
  invitedBy: 'owner@firm.example',
  isInviterSuspended: false,
  mayInviterInvite: true,
});

describe('the mail of an invitation', () => {
  it('carries no name of a company that anybody may have made just now', () => {
    const mail = invitationMail(invitation(false), 'token', SETTINGS);
    expect(mail.subject).toBe('Join a workspace on Assay');
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain(NAME);
    expect(mail.text).toContain('owner@firm.example invites guest@firm.example to a workspace, as a viewer.');
  });

  it('names an established company', () => {
    const mail = invitationMail(invitation(true), 'token', SETTINGS);
    expect(mail.subject).toBe(`Join ${NAME} on Assay`);
    expect(mail.text).toContain(`to the workspace ${NAME}, as a viewer.`);
  });
});
