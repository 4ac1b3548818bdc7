import { formatMoment } from '@assay/wording';
import type { Db } from '../../../../platform/db/index.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import {
  type Mail,
  type MailJobs,
  type MailSender,
  type MailSettings,
  mailHtml,
  mailText,
  RETRY_TWO_HOURS,
  workMails,
} from '../../../../platform/mail/index.ts';
import type { QueueInvitationMail } from '../workspaces.ports.ts';
import type { InvitationTokens } from './invitation-tokens.ts';
import { invitationsStore, type NamedInvitation } from './invitations.store.ts';

const AT_ONCE = 2;

/** Job queue of the mails with invitations. */
export const INVITATION_MAIL_QUEUE = 'invitation-mail';

/** The queued job. It does not contain the token, which is created when the mail is written. */
export interface InvitationMailJob {
  readonly invitationId: string;
  /** ISO 8601. A later sending replaces this one. */
  readonly sentAt: string;
}

/**
 * The same for addresses with and without an account. The name of a company that anybody may have made just now is not in
 * it: as a subject it would be a message of theirs from the operator's address.
 */
export function invitationMail(invitation: NamedInvitation, token: string, settings: MailSettings): Mail {
  const { productName, publicUrl } = settings;
  const { workspaceName, email, role, expiresAt, invitedBy, isEstablished } = invitation;
  const url = `${publicUrl}/invitation?token=${encodeURIComponent(token)}`;
  const heading = isEstablished ? `Join ${workspaceName} on ${productName}` : `Join a workspace on ${productName}`;
  const workspace = isEstablished ? `the workspace ${workspaceName}` : 'a workspace';
  const words = {
    ...settings,
    heading,
    paragraphs: [
      `${invitedBy ?? 'A member'} invites ${email} to ${workspace}, as ${articleOf(role)} ${role}.`,
      'Log in or create an account with this email, then accept. The invitation works once.',
    ],
    button: { label: 'See the invitation', url },
    facts: [['Valid until', `${formatMoment(expiresAt.toISOString(), 'UTC')} (UTC)`]] as const,
    closing: ['If you do not know who invites you, ignore this email. We will never ask you to forward it.'],
  };
  return {
    to: email,
    subject: heading,
    text: mailText(words),
    html: mailHtml(words),
    key: `invitation:${invitation.id}:${invitation.sentAt.getTime()}`,
    link: url,
  };
}

function articleOf(role: string): string {
  return /^[aeiou]/.test(role) ? 'an' : 'a';
}

/** Writes and sends the mail of an invitation; none for one that was accepted, revoked or sent again meanwhile, or whose sender is suspended. */
export async function sendInvitationMail(
  { invitationId, sentAt }: InvitationMailJob,
  deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly tokens: InvitationTokens;
    readonly sender: MailSender;
    readonly settings: MailSettings;
  },
): Promise<void> {
  const found = await invitationsStore.find(deps.db, invitationId);
  if (found === null || found.acceptedAt !== null || found.revokedAt !== null) return;
  if (found.isInviterSuspended || !found.mayInviterInvite) return;
  if (found.sentAt.toISOString() !== sentAt || found.expiresAt <= deps.clock.now()) return;
  await deps.sender.send(invitationMail(found, deps.tokens.tokenOf(found), deps.settings));
}

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workInvitationMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: MailSettings,
  { tokens, sender }: { readonly tokens: InvitationTokens; readonly sender: MailSender },
): Promise<QueueInvitationMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<InvitationMailJob>(jobs, INVITATION_MAIL_QUEUE, AT_ONCE, (job) =>
    sendInvitationMail(job, { db, clock: SYSTEM_CLOCK, tokens, sender, settings }),
  );
  return (tx, { id, sentAt }) => {
    const job: InvitationMailJob = { invitationId: id, sentAt: sentAt.toISOString() };
    return jobs.sendIn(tx, INVITATION_MAIL_QUEUE, `${id}:${sentAt.getTime()}`, job, RETRY_TWO_HOURS);
  };
}
