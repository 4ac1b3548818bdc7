import type { Db } from '../../../platform/db/index.ts';
import type { Clock } from '../../../platform/kernel/clock.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { type LinkMailSettings, linkMail } from './link-mail.ts';
import { findLink, noteMailed } from './magic-links.store.ts';
import type { TokenSmith } from './tokens.ts';
import { hasAccount } from './users.store.ts';

/** Job queue of the mails with links. */
export const LINK_MAIL_QUEUE = 'link-mail';

/** The queued job. It does not contain the token, which is created when the mail is written. */
export interface LinkMailJob {
  readonly linkId: string;
}

/** Writes and sends the mail of a link; sends nothing for a link that is used, expired or deleted, or was mailed before. */
export async function sendLinkMail(
  { linkId }: LinkMailJob,
  deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly tokens: TokenSmith;
    readonly sender: MailSender;
    readonly settings: LinkMailSettings;
  },
): Promise<void> {
  const link = await findLink(deps.db, linkId);
  if (link === null || link.usedAt !== null || link.mailedAt !== null) return;
  if (link.expiresAt <= deps.clock.now()) return;
  const facts = {
    linkId,
    email: link.email,
    token: deps.tokens.linkToken(linkId),
    asked: link.asked,
    askedAt: link.createdAt,
    hasCheck: link.checkRequest !== null,
    isNew: !(await hasAccount(deps.db, link.email)),
  };
  await deps.sender.send(linkMail(facts, deps.settings));
  await noteMailed(deps.db, linkId, deps.clock.now());
}
