import { EmailAddress } from '@assay/contracts';
import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { CompanyProof } from '../auth/auth.ports.ts';
import { lockMailbox } from '../auth/links/magic-links.store.ts';
import { domainOf, type MailboxHash, mailboxKey } from '../auth/mailbox.ts';
import { inheritSuspension } from '../auth/mailboxes/mailbox-suspensions.store.ts';
import type { SecondStepService, SignInOutcome } from '../auth/second-step.service.ts';
import { hashToken } from '../auth/tokens.ts';
import { confirmUser, findUser } from '../auth/users.store.ts';
import { workspacesStore } from '../workspaces/workspaces.store.ts';
import { companySignInsStore, type StoredCompanySignIn } from './company-sign-ins.store.ts';
import type { DomainLooks } from './domain-looks.ts';
import { domainsStore } from './domains.store.ts';
import { identitiesStore } from './identities.store.ts';
import { COMPANY_SIGN_IN_SECONDS, RETURN_PATH, secretsOf } from './identity.policy.ts';
import type { OpenIdProviders, ProvenIdentity, ProviderSettings, StoredProvider } from './identity.ports.ts';
import { openSecret } from './provider-secret.ts';
import { refuseLogin } from './provider-words.ts';
import { providersStore } from './providers.store.ts';

export interface CompanySignInDeps {
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  /** 43 characters of base64url from a cryptographic source. */
  readonly newState: () => string;
  readonly seal: Seal;
  /** 32 bytes that only this installation knows, for the secrets of logins under way. */
  readonly flowKey: Uint8Array;
  readonly publicUrl: string;
  readonly openid: OpenIdProviders;
  readonly looks: Pick<DomainLooks, 'look'>;
  readonly secondStep: Pick<SecondStepService, 'begin'>;
  readonly mailboxHash: MailboxHash;
  readonly isDomainAllowed: (email: string) => boolean;
  readonly securityEvents: SecurityEvents;
  readonly audit: Audit;
}

export type CompanySignInService = ReturnType<typeof buildCompanySignInService>;

type RefusedIdentity = 'no email' | 'unverified' | 'other domain' | 'no account';

const REFUSED: Readonly<Record<RefusedIdentity, string>> = {
  'no email': 'Your company’s login named no email. Ask your administrator to release it to this service.',
  unverified: 'Your company’s login has not verified your email. Ask your administrator.',
  'other domain':
    'The email of this account is in no domain that your company has proven here. Log in by a link instead, or ask your administrator.',
  'no account': 'You have no account here yet, and your company’s login makes none. Ask its owner for an invitation.',
};

/** Logging in by the provider of a company. */
export function buildCompanySignInService(deps: CompanySignInDeps) {
  const { transaction, clock, openid } = deps;
  const redirectUri = `${deps.publicUrl}${RETURN_PATH}`;

  const settingsOf = (provider: StoredProvider): ProviderSettings => ({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: openSecret(deps.seal, provider),
  });

  function refused(reason: RefusedIdentity): AppError {
    const event = { name: 'company_login_refused', reason } as const;
    return new AppError('IdentityRefused', { publicText: REFUSED[reason], security: { event } });
  }

  /** The address whose domain must be proven: that of the linked account, or of the identity; null where it has none. */
  async function emailFor(
    tx: Db,
    { issuer, subject, email }: ProvenIdentity,
    workspace: string,
  ): Promise<string | null> {
    const linked = await identitiesStore.find(tx, { workspace, issuer, subject });
    const user = linked === null ? null : await findUser(tx, linked);
    return user?.email ?? EmailAddress.safeParse(email).data ?? null;
  }

  /** The account of an identity that is not linked yet: only by an address that the workspace has proven to be its own. */
  async function accountFor(
    tx: Db,
    identity: ProvenIdentity,
    { provider, acceptsTerms }: { readonly provider: StoredProvider; readonly acceptsTerms: boolean },
  ): Promise<string> {
    const { workspace } = provider;
    const email = EmailAddress.safeParse(identity.email);
    if (!email.success) throw refused('no email');
    if (!identity.isVerified) throw refused('unverified');
    if ((await domainsStore.proofOf(tx, workspace, domainOf(email.data))) === null) throw refused('other domain');
    const mailbox = mailboxKey(email.data);
    // As where a link is confirmed: one account a mailbox, however many logins there are at once.
    await lockMailbox(tx, mailbox);
    const known = await identitiesStore.accountOf(tx, email.data);
    if (known !== null) return known;
    const now = clock.now();
    const mayJoin = provider.joiningRole !== null || (await identitiesStore.isInvited(tx, workspace, mailbox, now));
    if (!mayJoin) throw refused('no account');
    if (!deps.isDomainAllowed(email.data)) throw new AppError('EmailDomainNotAllowed');
    if (!acceptsTerms) throw new AppError('TermsNotAccepted');
    // Without the check that a first link gives: a provider can name any number of mailboxes.
    const { sub } = await confirmUser(tx, { sub: deps.newId(), email: email.data, now });
    await inheritSuspension(tx, { sub, mailboxKey: mailbox, mailboxHash: deps.mailboxHash(mailbox) });
    await deps.audit(tx, {
      workspace: sub,
      actor: { kind: 'person', sub },
      action: 'account.create',
      target: null,
      from: currentOrigin(),
      text: null,
    });
    return sub;
  }

  async function enter(
    tx: Db,
    identity: ProvenIdentity,
    signIn: StoredCompanySignIn,
    device: string,
  ): Promise<SignInOutcome> {
    const { workspace } = signIn;
    const provider = await providersStore.find(tx, workspace);
    // It was changed while the login was under way.
    if (provider?.issuer !== identity.issuer) throw new AppError('SignInExpired');
    const company: CompanyProof = { workspace, issuer: identity.issuer, subject: identity.subject };
    const linked = await identitiesStore.find(tx, company);
    const { acceptsTerms } = signIn;
    const user = await findUser(tx, linked ?? (await accountFor(tx, identity, { provider, acceptsTerms })));
    if (user === null) throw new AppError('SignInExpired');
    // A link holds as long as the workspace proves the domain of the account: it gives no more than the mailbox does.
    if ((await domainsStore.proofOf(tx, workspace, domainOf(user.email))) === null) throw refused('other domain');
    const isMember = (await workspacesStore.find(tx, workspace, user.sub)) !== null;
    return deps.secondStep.begin(tx, user, {
      method: 'provider',
      device,
      linkId: null,
      isSameBrowser: false,
      company,
      // Who controls the domain may set up any provider. So the factor of an account is given once, by its owner, before
      // a workspace can do without it.
      omitsFactor: !provider.requiresFactor && linked !== null && isMember,
    });
  }

  return {
    /**
     * Begins a login. The answer depends on the domain alone.
     *
     * @returns where the browser goes
     * @throws AppError NoCompanySignIn, IdentityProviderFailed
     */
    async begin(wish: {
      /** Lower case. */
      readonly email: string;
      readonly acceptTerms: boolean;
      /** Cookie of the browser, which must be the one that returns. */
      readonly browserMark: string;
    }): Promise<string> {
      const { email, acceptTerms, browserMark } = wish;
      const provider = await transaction((tx) => providersStore.findByDomain(tx, domainOf(email)));
      if (provider === null) throw new AppError('NoCompanySignIn');
      const state = deps.newState();
      const secrets = secretsOf(deps.flowKey, state);
      const url = await openid
        .authorizationUrl(settingsOf(provider), { redirectUri, state, ...secrets, email })
        .catch(refuseLogin);
      const now = clock.now();
      const signIn: StoredCompanySignIn = {
        id: deps.newId(),
        stateHash: hashToken(state),
        browserHash: hashToken(browserMark),
        workspace: provider.workspace,
        issuer: provider.issuer,
        clientId: provider.clientId,
        acceptsTerms: acceptTerms,
        expiresAt: new Date(now.getTime() + COMPANY_SIGN_IN_SECONDS * 1000),
      };
      await transaction((tx) => companySignInsStore.insert(tx, signIn));
      return url;
    },

    /**
     * Completes a login by what the provider sent the browser back with. It is used up by this, whatever it leads to.
     *
     * @throws AppError SignInExpired for a login that is unknown, used, too old or of another browser; CompanySignInDenied,
     *   IdentityProviderFailed, IdentityRefused, TermsNotAccepted, EmailDomainNotAllowed, TooManyMembers, TooManyWorkspaces
     */
    async finish(returned: {
      readonly query: string;
      readonly browserMark: string | null;
      readonly device: string;
    }): Promise<SignInOutcome> {
      const parameters = new URLSearchParams(returned.query);
      const state = parameters.get('state') ?? '';
      if (returned.browserMark === null) throw new AppError('SignInExpired');
      const wanted = { stateHash: hashToken(state), browserHash: hashToken(returned.browserMark) };
      const { signIn, provider } = await transaction(async (tx) => {
        const taken = await companySignInsStore.take(tx, wanted, clock.now());
        return { signIn: taken, provider: taken === null ? null : await providersStore.find(tx, taken.workspace) };
      });
      if (signIn === null || provider === null) throw new AppError('SignInExpired');
      const isAsItWas = provider.issuer === signIn.issuer && provider.clientId === signIn.clientId;
      if (!isAsItWas) throw new AppError('SignInExpired');
      const returnedTo = new URL(`${redirectUri}?${parameters.toString()}`);
      const identity = await openid
        .redeem(settingsOf(provider), { returnedTo, state, ...secretsOf(deps.flowKey, state) })
        .catch(refuseLogin);
      const email = await transaction((tx) => emailFor(tx, identity, signIn.workspace));
      // In transactions of its own: what it takes away stays away, although this login is refused then.
      if (email !== null) await deps.looks.look(signIn.workspace, domainOf(email));
      return transaction((tx) => enter(tx, identity, signIn, returned.device));
    },
  };
}
