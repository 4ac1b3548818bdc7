import type { Db } from '../../db/index.ts';
import { type MailSender, mailFailureOf } from '../mail/index.ts';
import {
  INVITATION_MAIL_QUEUE,
  type InvitationMailJob,
  type InvitationMailSettings,
  sendInvitationMail,
} from './invitation-mail.ts';
import type { InvitationTokens } from './invitation-tokens.ts';
import { invitationsStore } from './invitations.store.ts';
import type { QueueInvitationMail } from './workspaces.ports.ts';

/** The background jobs that mails with invitations need. */
export interface InvitationMailJobs {
  work<T extends object>(
    queue: string,
    handle: (job: T) => Promise<void>,
    options: { readonly atOnce: number; readonly describe: (error: unknown) => object },
  ): Promise<void>;
  sendIn(
    db: Db,
    queue: string,
    key: string,
    job: object,
    options: { readonly tries: number; readonly longestWaitSeconds: number },
  ): Promise<void>;
}

/** About two hours: after 5 s, 10 s, 20 s and so on, at most 10 minutes apart. */
const RETRY = { tries: 20, longestWaitSeconds: 600 };
const AT_ONCE = 2;

/** Sends the mails from the queue; returns a function that queues one. Must run before the first request. */
export async function workInvitationMail(
  jobs: InvitationMailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: InvitationMailSettings,
  { tokens, sender }: { readonly tokens: InvitationTokens; readonly sender: MailSender },
): Promise<QueueInvitationMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  const clock = { now: () => new Date() };
  await jobs.work<InvitationMailJob>(
    INVITATION_MAIL_QUEUE,
    (job) => sendInvitationMail(job, { db, clock, invitations: invitationsStore, tokens, sender, settings }),
    // The mail server's message may quote the address, so only its code is logged.
    { atOnce: AT_ONCE, describe: (error) => ({ code: mailFailureOf(error) }) },
  );
  return (tx, { id, sentAt }) => {
    const job: InvitationMailJob = { invitationId: id, sentAt: sentAt.toISOString() };
    return jobs.sendIn(tx, INVITATION_MAIL_QUEUE, `${id}:${sentAt.getTime()}`, job, RETRY);
  };
}
