import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import type { AccountService } from './account/account.service.ts';
import { undoRoutes } from './account-notices/undo.routes.ts';
import { DEFAULT_SIGN_IN_LIMITS, type SignInLimits } from './auth/auth.policy.ts';
import { type AuthRoutesOptions, authRoutes } from './auth/auth.routes.ts';
import { sessionsRoutes } from './auth/sessions.routes.ts';
import type { SessionsService } from './auth/sessions.service.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { companySignInRoutes } from './identity-providers/company-sign-in.routes.ts';
import { identityRoutes } from './identity-providers/identity.routes.ts';
import type { FactorFeatures } from './open/factors.ts';
import type { IdentityFeatures } from './open/identity.ts';
import type { WorkspaceFeatures } from './open/workspaces.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
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
