import type { Db } from '../../../../platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import { type MailJobs, type MailSender, workMails } from '../../../../platform/mail/index.ts';
import type { QueueInvitationMail } from '../workspaces.ports.ts';
import {
  INVITATION_MAIL_QUEUE,
  type InvitationMailJob,
  type InvitationMailSettings,
  sendInvitationMail,
} from './invitation-mail.ts';
import type { InvitationTokens } from './invitation-tokens.ts';
import { invitationsStore } from './invitations.store.ts';

/** About two hours: after 5 s, 10 s, 20 s and so on, at most 10 minutes apart. */
const RETRY = { tries: 20, longestWaitSeconds: 600 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workInvitationMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: InvitationMailSettings,
  { tokens, sender }: { readonly tokens: InvitationTokens; readonly sender: MailSender },
): Promise<QueueInvitationMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<InvitationMailJob>(jobs, INVITATION_MAIL_QUEUE, AT_ONCE, (job) =>
    sendInvitationMail(job, { db, clock: SYSTEM_CLOCK, invitations: invitationsStore, tokens, sender, settings }),
  );
  return (tx, { id, sentAt }) => {
    const job: InvitationMailJob = { invitationId: id, sentAt: sentAt.toISOString() };
    return jobs.sendIn(tx, INVITATION_MAIL_QUEUE, `${id}:${sentAt.getTime()}`, job, RETRY);
  };
}
