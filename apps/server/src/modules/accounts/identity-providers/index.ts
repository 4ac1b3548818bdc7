export { identitiesPart } from './account-part.store.ts';
export { buildCompanyRules } from './company-rules.ts';
export { companySignInRoutes } from './company-sign-in.routes.ts';
export { buildCompanySignInService, type CompanySignInService } from './company-sign-in.service.ts';
export { companySignInsStore } from './company-sign-ins.store.ts';
export { buildDomainLooks, type DomainLooks } from './domain-looks.ts';
export { domainsStore } from './domains.store.ts';
export { freeDomain } from './free-domain.ts';
export { identitiesStore } from './identities.store.ts';
export {
  DnsFault,
  type OpenIdProviders,
  type ProvenIdentity,
  ProviderFault,
  type ProviderFaultReason,
  type ProviderSettings,
  type QueueIdentityMail,
  type ReadTxt,
} from './identity.ports.ts';
export { identityRoutes } from './identity.routes.ts';
export type { IdentityMailSettings } from './identity-mail.ts';
export { workIdentityMail } from './identity-mail-jobs.ts';
export {
  buildIdentitySettingsService,
  type IdentitySettingsDeps,
  type IdentitySettingsService,
} from './identity-settings.service.ts';
export { providersStore } from './providers.store.ts';
