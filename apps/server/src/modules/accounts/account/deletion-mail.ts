import { randomUUID } from 'node:crypto';
import type { Log } from '../../../platform/kernel/log.ts';
import { type Mail, type MailSender, type MailSettings, mailHtml, mailText } from '../../../platform/mail/index.ts';

/** Says that an account was deleted: its owner may not have done it. */
export function deletionMail(to: string, settings: MailSettings): Mail {
  const { productName, publicUrl, operator } = settings;
  const words = {
    ...settings,
    heading: 'Your account was deleted',
    paragraphs: [
      `The account of ${to} was deleted, with its sessions, its history and its checks. A plan that was running has ended, and a card is not charged again.`,
      `Was it not you? Then write to ${operator.supportEmail}.`,
    ],
    button: { label: `Open ${productName}`, url: publicUrl },
    facts: [],
    closing: ['This is the last mail for this account.'],
  };
  return {
    to,
    subject: `Your account was deleted - ${productName}`,
    text: mailText(words),
    html: mailHtml(words),
    key: `account-deleted:${randomUUID()}`,
    link: publicUrl,
  };
}

/** Sends the mail after the deletion of an account. A failure is logged: nothing is left to try it again for. */
export async function sendDeletionMail(
  to: string,
  settings: MailSettings,
  { sender, log }: { readonly sender: MailSender; readonly log: Pick<Log, 'warn'> },
): Promise<void> {
  try {
    await sender.send(deletionMail(to, settings));
  } catch (error) {
    // The mail server's message may quote the address, so only its name is logged.
    const name = error instanceof Error ? error.name : 'unknown';
    log.warn({ name }, 'the mail about a deleted account was not sent');
  }
}
