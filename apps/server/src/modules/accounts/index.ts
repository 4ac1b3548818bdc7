export type { AccountPart } from './account/account.ports.ts';
export { accountRoutes } from './account/account.routes.ts';
export { type AccountService, buildAccountService } from './account/account.service.ts';
export { sendDeletionMail } from './account/deletion-mail.ts';
export { signInParts } from './account/sign-in-part.store.ts';
export { type AccountNotices, buildAccountNotices, type QueueNoticeMail } from './account-notices/account-notices.ts';
export { workNoticeMail } from './account-notices/notice-mail.ts';
export { buildNoticeTokens, type NoticeTokens } from './account-notices/notice-tokens.ts';
export { undoRoutes } from './account-notices/undo.routes.ts';
export { buildUndoService, type UndoService } from './account-notices/undo.service.ts';
export { identitiesPart, workspacesPart } from './account-parts.store.ts';
export { findAccount, findCompany, grantAdmin, listAccounts, revokeAdmin } from './admin/administration.store.ts';
export { COMPANY_NAME, noAccount, ownerNamed, TELEGRAM_NAME } from './admin/named-owner.ts';
export { recordOperatorAct } from './admin/operator-act.ts';
export { type NamedPerson, type ReachedPerson, restorePerson, suspendPerson } from './admin/suspend-person.ts';
export { administratorRule } from './auth/administrators.ts';
export { DEFAULT_SIGN_IN_LIMITS, LINK_KEPT_MS, type SignInLimits } from './auth/auth.policy.ts';
export type { CompanyRules, QueueLinkMail, ReadOrder, RunOrderedCheck } from './auth/auth.ports.ts';
export { authRoutes } from './auth/auth.routes.ts';
export { buildDomainRule, type DomainSettings } from './auth/email-domains.ts';
export { workLinkMail } from './auth/links/link-mail-jobs.ts';
export { countMailedLinks } from './auth/links/magic-links.store.ts';
export { buildMailboxHash, type MailboxHash, mailboxKey } from './auth/mailbox.ts';
export { refoldMailboxes } from './auth/mailboxes/refold-mailboxes.ts';
export { buildSecondStepService, type SecondStepService } from './auth/second-step.service.ts';
export { sessionsRoutes } from './auth/sessions.routes.ts';
export { buildSessionsService, type SessionsService } from './auth/sessions.service.ts';
export { endSessionsOf } from './auth/sessions.store.ts';
export { buildSignInService, type SignInService } from './auth/sign-in.service.ts';
export { buildTokenSmith, type TokenSmith } from './auth/tokens.ts';
export { findUser, mailboxHashOf } from './auth/users.store.ts';
export { buildConfirmService, type ConfirmService } from './factors/confirm.service.ts';
export { buildFactorKeys } from './factors/factor-keys.ts';
export { factorsRoutes } from './factors/factors.routes.ts';
export { buildFactorsService, type FactorsService } from './factors/factors.service.ts';
export { buildProveFactor } from './factors/prove-factor.ts';
export { resetFactors } from './factors/reset-factors.ts';
export { buildCompanyRules } from './identity-providers/company-rules.ts';
export { companySignInRoutes } from './identity-providers/company-sign-in.routes.ts';
export { buildCompanySignInService, type CompanySignInService } from './identity-providers/company-sign-in.service.ts';
export { companySignInsStore } from './identity-providers/company-sign-ins.store.ts';
export { buildDomainLooks, type DomainLooks } from './identity-providers/domain-looks.ts';
export { domainsStore } from './identity-providers/domains.store.ts';
export { identitiesStore } from './identity-providers/identities.store.ts';
export type { OpenIdProviders, QueueIdentityMail, ReadTxt } from './identity-providers/identity.ports.ts';
export { identityRoutes } from './identity-providers/identity.routes.ts';
export { workIdentityMail } from './identity-providers/identity-mail.ts';
export {
  buildIdentitySettingsService,
  type IdentitySettingsDeps,
  type IdentitySettingsService,
} from './identity-providers/identity-settings.service.ts';
export { freeDomain } from './identity-providers/lose-domain.ts';
export { providersStore } from './identity-providers/providers.store.ts';
export { assertMayDelete, assertMayDeletePerson, personHeldTo } from './legal-holds/assert-may-delete.ts';
export { endHold, endOfHold, type HeldTarget, lastDayOf, placeHold } from './legal-holds/hold-acts.ts';
export { besideHolds, legalHoldsStore, removeInPortions } from './legal-holds/legal-holds.store.ts';
export { afterProof } from './recovery/after-proof.ts';
export { RECOVERY_WAIT_HOURS } from './recovery/recovery.policy.ts';
export { recoveryRoutes } from './recovery/recovery.routes.ts';
export { buildRecoveryService, type RecoveryService } from './recovery/recovery.service.ts';
export { buildRecoveryUpkeep, type RecoveryUpkeep } from './recovery/recovery-upkeep.ts';
export { type HoldStore, holdMember, roleFor } from './workspaces/members/held-member.ts';
export { workInvitationMail } from './workspaces/members/invitation-mail.ts';
export { buildInvitationTokens } from './workspaces/members/invitation-tokens.ts';
export { buildInvitationsService, type InvitationsService } from './workspaces/members/invitations.service.ts';
export { invitationsStore } from './workspaces/members/invitations.store.ts';
export { memberAccessStore } from './workspaces/members/member-access.store.ts';
export { buildMembersService, type MembersService } from './workspaces/members/members.service.ts';
export {
  buildSessionPolicyService,
  openToAddresses,
  type SessionPolicyService,
} from './workspaces/policy/session-policy.service.ts';
export { sessionPolicyStore } from './workspaces/policy/session-policy.store.ts';
export { buildRetentionService, type RetentionService } from './workspaces/retention.service.ts';
export { retentionStore } from './workspaces/retention.store.ts';
export type { OwnedPart, QueueInvitationMail } from './workspaces/workspaces.ports.ts';
export { workspacesRoutes } from './workspaces/workspaces.routes.ts';
export { buildWorkspacesService, type WorkspacesService } from './workspaces/workspaces.service.ts';
export { billingEmailsOf, workspacesStore } from './workspaces/workspaces.store.ts';
