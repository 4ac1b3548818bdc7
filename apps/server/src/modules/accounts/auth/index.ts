export { administratorRule } from './administrators.ts';
export { DEFAULT_SIGN_IN_LIMITS, LINK_KEPT_MS, type SignInLimits } from './auth.policy.ts';
export type { CompanyProof, CompanyRules, QueueLinkMail, ReadOrder, RunOrderedCheck } from './auth.ports.ts';
export { askSecondStep, authRoutes, deviceOf, endFormerSession, handOver } from './auth.routes.ts';
export { buildDomainRule, type DomainSettings, type IsDomainAllowed } from './email-domains.ts';
export { countMailedLinks } from './link-counts.store.ts';
export type { LinkMailSettings } from './link-mail.ts';
export { workLinkMail } from './link-mail-jobs.ts';
export { unlessLocal } from './local-limit.ts';
export { findLink, lockMailbox } from './magic-links.store.ts';
export { buildMailboxHash, domainOf, type MailboxHash, mailboxKey } from './mailbox.ts';
export { inheritSuspension, keepSuspension, restoreMailbox, suspendMailbox } from './mailbox-suspensions.store.ts';
export type { PendingSignIn } from './pending-sign-ins.store.ts';
export { refoldMailboxes } from './refold-mailboxes.ts';
export {
  buildSecondStepService,
  type ProvenPerson,
  type SecondStepService,
  type SignInOutcome,
} from './second-step.service.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { buildSessionsService, type Renewed, type SessionsService } from './sessions.service.ts';
export { endSession, endSessionsOf } from './sessions.store.ts';
export { buildSignInService, type ConfirmOutcome, type SignInService } from './sign-in.service.ts';
export { buildTokenSmith, hashToken, isSameHash, type TokenSmith } from './tokens.ts';
export { confirmUser, findUser, mailboxHashOf, mailboxKeyOf } from './users.store.ts';
