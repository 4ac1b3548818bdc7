import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Config } from '../../../platform/config/config.ts';
import { inTransaction, type Pool } from '../../../platform/db/index.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { isLoopbackServer } from '../../../platform/kernel/network/loopback.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { buildSeal, deriveKey } from '../../../platform/kernel/seal.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import type { CompanyRules } from '../auth/auth.ports.ts';
import { buildDomainRule, type DomainSettings } from '../auth/email-domains.ts';
import type { MailboxHash } from '../auth/mailbox.ts';
import type { SecondStepService } from '../auth/second-step.service.ts';
import { buildCompanyRules } from '../identity-providers/company-rules.ts';
import { buildCompanySignInService, type CompanySignInService } from '../identity-providers/company-sign-in.service.ts';
import { buildDomainLooks, type DomainLooks } from '../identity-providers/domain-looks.ts';
import type { OpenIdProviders, QueueIdentityMail, ReadTxt } from '../identity-providers/identity.ports.ts';
import { workIdentityMail } from '../identity-providers/identity-mail.ts';
import {
  buildIdentitySettingsService,
  type IdentitySettingsDeps,
  type IdentitySettingsService,
} from '../identity-providers/identity-settings.service.ts';
import { openIdProviders } from '../outside/identity/openid-provider.ts';
import { txtRecords } from '../outside/identity/txt-records.ts';

export interface IdentityFeatures {
  readonly settings: IdentitySettingsService;
  readonly companySignIn: CompanySignInService;
  readonly looks: DomainLooks;
}

export interface IdentityParts {
  /** The secret of the installation, at least 32 bytes. */
  readonly secret: Uint8Array;
  readonly publicUrl: string;
  readonly domains: DomainSettings;
  readonly openid: OpenIdProviders;
  readonly readTxt: ReadTxt;
  readonly queueMail: QueueIdentityMail;
  readonly secondStep: SecondStepService;
  readonly mailboxHash: MailboxHash;
  readonly securityEvents: SecurityEvents;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** What companies demand of logins, for the sign-in. */
export function wireCompanyRules(clock: Clock): CompanyRules {
  return buildCompanyRules({ clock, audit: recordAudit });
}

/** Constructs the logins of companies over one database. */
export function wireIdentity(pool: Pool, parts: IdentityParts): IdentityFeatures {
  const { secret, clock = SYSTEM_CLOCK, domains, ...rest } = parts;
  const isDomainAllowed = buildDomainRule(domains);
  const shared = {
    ...rest,
    db: pool,
    clock,
    newId,
    seal: buildSeal(deriveKey(secret, 'client-secret')),
    audit: recordAudit,
  };
  const transaction: IdentitySettingsDeps['transaction'] = (work) =>
    inService('workspaces', () => inTransaction(pool, work));
  const looks = buildDomainLooks({ ...shared, transaction });
  return {
    looks,
    settings: buildIdentitySettingsService({
      ...shared,
      transaction,
      isDisposable: (domain) => !isDomainAllowed(`anybody@${domain}`),
    }),
    companySignIn: buildCompanySignInService({
      ...shared,
      transaction: (work) => inService('sign-in', () => inTransaction(pool, work)),
      newState: () => randomBytes(32).toString('base64url'),
      flowKey: deriveKey(secret, 'company-login'),
      looks,
      isDomainAllowed,
    }),
  };
}

/** The logins of companies as the settings have them, with their mails. */
export async function openIdentity(
  pool: Pool,
  config: Config,
  jobs: Jobs,
  {
    sender,
    ...parts
  }: Pick<IdentityParts, 'secret' | 'secondStep' | 'mailboxHash' | 'securityEvents' | 'clock'> & {
    readonly sender: MailSender;
  },
): Promise<{ readonly features: IdentityFeatures; close(): Promise<void> }> {
  const { identity, domains } = config.signIn;
  const openid = openIdProviders({
    privateHosts: identity.privateHosts,
    allowsLoopback: isLoopbackServer(config),
  });
  const features = wireIdentity(pool, {
    ...parts,
    publicUrl: config.publicUrl,
    domains,
    openid,
    readTxt: txtRecords(identity.dnsServers),
    queueMail: await workIdentityMail(jobs, pool, config, { sender, newId }),
  });
  return { features, close: () => openid.close() };
}
