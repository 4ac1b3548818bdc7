import {
  type AccountNotices,
  buildAccountNotices,
  buildNoticeTokens,
  type NoticeTokens,
  type QueueNoticeMail,
} from '../../modules/accounts/index.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';

export interface NoticeFeatures {
  readonly notices: AccountNotices;
  readonly tokens: NoticeTokens;
}

/** Constructs the mails to owners about their accounts. `secret`: of the installation, at least 32 bytes. */
export function wireAccountNotices(
  secret: Uint8Array,
  queueMail: QueueNoticeMail,
  clock = { now: () => new Date() },
): NoticeFeatures {
  return { notices: buildAccountNotices({ clock, newId, queueMail }), tokens: buildNoticeTokens(secret) };
}
