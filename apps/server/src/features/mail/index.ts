export type { KeptMail, Mail, MailSender, Outbox } from './mail.ports.ts';
export { mailFailureOf } from './mail-failure.ts';
export { type MailWords, mailHtml, mailText } from './mail-frame.ts';
export { outboxRoutes } from './outbox.routes.ts';
