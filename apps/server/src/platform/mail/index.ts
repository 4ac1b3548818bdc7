export type { KeptMail, Mail, MailSender, Outbox } from './mail.ports.ts';
export { type MailSettings, mailHtml, mailText } from './mail-frame.ts';
export { type MailJobs, RETRY_TWO_HOURS, workMails } from './mail-jobs.ts';
export { outboxPages, outboxPathOf } from './outbox.routes.ts';
