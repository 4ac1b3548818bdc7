export { type AccountNotices, buildAccountNotices, type QueueNoticeMail } from './account-notices.ts';
export type { NoticeKind } from './notice.ts';
export { type NoticeMailSettings, utc } from './notice-mail.ts';
export { workNoticeMail } from './notice-mail-jobs.ts';
export { buildNoticeTokens, type NoticeTokens } from './notice-tokens.ts';
export { undoRoutes } from './undo.routes.ts';
export { buildUndoService, type UndoService } from './undo.service.ts';
