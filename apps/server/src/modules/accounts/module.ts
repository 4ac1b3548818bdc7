import type { FastifyPluginAsync } from 'fastify';
import type { Context, OpenModule } from '../../platform/module.ts';
import { accountRoutes } from './account/account.routes.ts';
import type { AccountService } from './account/account.service.ts';
import { workNoticeMail } from './account-notices/notice-mail.ts';
import { buildNoticeTokens } from './account-notices/notice-tokens.ts';
import { undoRoutes } from './account-notices/undo.routes.ts';
import { DEFAULT_SIGN_IN_LIMITS, type SignInLimits } from './auth/auth.policy.ts';
import { type AuthRoutesOptions, authRoutes } from './auth/auth.routes.ts';
import { workLinkMail } from './auth/links/link-mail-jobs.ts';
import type { MailboxHash } from './auth/mailbox.ts';
import { sessionsRoutes } from './auth/sessions.routes.ts';
import type { SessionsService } from './auth/sessions.service.ts';
import { buildTokenSmith } from './auth/tokens.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { companySignInRoutes } from './identity-providers/company-sign-in.routes.ts';
import { workDomainLooks } from './identity-providers/domain-look-jobs.ts';
import { identityRoutes } from './identity-providers/identity.routes.ts';
import { refoldAccounts, type SignUpPorts, wireAuth } from './open/auth.ts';
import { type FactorFeatures, wireAccountNotices, wireFactors } from './open/factors.ts';
import { type IdentityFeatures, openIdentity } from './open/identity.ts';
import { type WorkspaceFeatures, wireWorkspaces } from './open/workspaces.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { workInvitationMail } from './workspaces/members/invitation-mail.ts';
import { buildInvitationTokens } from './workspaces/members/invitation-tokens.ts';
import type { OwnedPart } from './workspaces/workspaces.ports.ts';
import { workspacesRoutes } from './workspaces/workspaces.routes.ts';

export interface AccountsCallsOptions extends Omit<AuthRoutesOptions, 'limits'> {
  readonly limits?: Partial<SignInLimits>;
  readonly sessions: SessionsService;
  readonly factors: FactorFeatures;
  readonly identity: IdentityFeatures;
  readonly workspaces: WorkspaceFeatures;
  readonly account: AccountService;
  readonly publicUrl: string;
}

/** Signing in, factors and recovery, the account, companies and their logins. */
export function accountsCalls(options: AccountsCallsOptions): FastifyPluginAsync {
  const { sessions, factors, identity, workspaces, account, publicUrl } = options;
  const signedIn = { sessions, userOf: options.userOf };
  return async (calls) => {
    await calls.register(authRoutes, { ...options, limits: { ...DEFAULT_SIGN_IN_LIMITS, ...options.limits } });
    await calls.register(factorsRoutes, { ...factors, ...signedIn });
    await calls.register(companySignInRoutes, { companySignIn: identity.companySignIn, ...signedIn });
    await calls.register(recoveryRoutes, { recovery: factors.recovery, ...signedIn });
    await calls.register(undoRoutes, { undo: factors.undo });
    await calls.register(sessionsRoutes, { sessions });
    await calls.register(accountRoutes, { account });
    await calls.register(workspacesRoutes, workspaces);
    await calls.register(identityRoutes, { settings: identity.settings, publicUrl });
  };
}

export interface AccountsNeeds {
  readonly mailboxHash: MailboxHash;
  readonly signUp: SignUpPorts;
  /** What modules hold of a company, in the order of erasure. */
  readonly companyParts: readonly OwnedPart[];
  readonly account: AccountService;
  readonly userOf: AuthRoutesOptions['userOf'];
  /** Page that shows the mails; null where mails are really sent. */
  readonly outboxPath: string | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Opens sign-in, factors, companies and their logins. */
export async function openAccounts(
  context: Context,
  { mailboxHash, signUp, companyParts, ...needs }: AccountsNeeds,
): Promise<OpenModule & { readonly sessions: SessionsService }> {
  const { pool, config, jobs, sender, secret, securityEvents, log, clock, signal } = context;
  const tokens = buildTokenSmith(secret);
  await refoldAccounts(pool, mailboxHash, signUp.carryMarks);
  const [queueLinkMail, queueNoticeMail, queueMail] = await Promise.all([
    workLinkMail(jobs, pool, config, { tokens, sender }),
    workNoticeMail(jobs, pool, config, { tokens: buildNoticeTokens(secret), sender }),
    workInvitationMail(jobs, pool, config, { tokens: buildInvitationTokens(secret), sender }),
  ]);
  const notices = wireAccountNotices(secret, queueNoticeMail, clock);
  const auth = wireAuth(pool, config.signIn, {
    ...{ tokens, mailboxHash, queueLinkMail, signUp, log, securityEvents, clock },
    notices: notices.notices,
  });
  const { sessions, signIn, secondStep } = auth;
  const workspaces = wireWorkspaces(pool, {
    checksKeptDays: config.inquiryRetentionDays,
    domains: config.signIn.domains,
    owned: companyParts,
    ...{ secret, queueMail, clock },
  });
  const factors = wireFactors(pool, config, { secret, auth, securityEvents, notices, clock });
  const identity = await openIdentity(pool, config, jobs, {
    secret,
    sender,
    secondStep,
    mailboxHash,
    securityEvents,
    clock,
  });
  return {
    sessions,
    calls: accountsCalls({
      ...{ sessions, signIn, factors, workspaces, identity: identity.features, publicUrl: config.publicUrl },
      ...needs,
    }),
    regular: [
      {
        // Mails about recoveries may be this late; one reports each step.
        everyMs: MINUTE_MS,
        failure: 'recoveries by mail could not be looked after',
        isOutgoing: true,
        work: () => factors.recoveryUpkeep.tend(),
      },
      {
        everyMs: HOUR_MS,
        failure: 'old links, sessions and requests could not be forgotten',
        work: async () => {
          await signIn.forgetOld();
          await factors.factors.forgetOld();
          await factors.recoveryUpkeep.forgetOld();
          await workspaces.invitations.forgetOld();
        },
      },
    ],
    onListening: () => workDomainLooks(jobs, identity.features.looks, { signal, log }),
    afterClosed: () => identity.close(),
  };
}
