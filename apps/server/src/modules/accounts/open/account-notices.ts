import { newId } from '../../../platform/kernel/text/random-text.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { type AccountNotices, buildAccountNotices, type QueueNoticeMail } from '../account-notices/account-notices.ts';
import { buildNoticeTokens, type NoticeTokens } from '../account-notices/notice-tokens.ts';

export interface NoticeFeatures {
  readonly notices: AccountNotices;
  readonly tokens: NoticeTokens;
}

/** Constructs the mails to owners about their accounts. `secret`: of the installation, at least 32 bytes. */
export function wireAccountNotices(
  secret: Uint8Array,
  queueMail: QueueNoticeMail,
  clock = SYSTEM_CLOCK,
): NoticeFeatures {
  return { notices: buildAccountNotices({ clock, newId, queueMail }), tokens: buildNoticeTokens(secret) };
}
