import type { InvitedRole } from '@assay/contracts';
import type { AuditAction } from '@assay/domain';
import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import { isOfNoCompany } from '../../../platform/kernel/text/public-mail-domains.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { domainOf } from '../auth/mailbox.ts';
import { lockFor } from '../workspaces/members/held-member.ts';
import { type ActingMember, record } from '../workspaces/workspaces.ports.ts';
import { workspacesStore } from '../workspaces/workspaces.store.ts';
import { domainsStore } from './domains.store.ts';
import { identitiesStore } from './identities.store.ts';
import { MOST_DOMAINS, recordOf } from './identity.policy.ts';
import {
  DnsFault,
  type IdentityChange,
  type OpenIdProviders,
  type QueueIdentityMail,
  type ReadTxt,
  type StoredDomain,
  type StoredProvider,
} from './identity.ports.ts';
import { loseDomain } from './lose-domain.ts';
import { openSecret, sealSecret } from './provider-secret.ts';
import { refuseIssuer } from './provider-words.ts';
import { providersStore } from './providers.store.ts';

export interface IdentitySettingsDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  readonly seal: Seal;
  readonly openid: OpenIdProviders;
  readonly readTxt: ReadTxt;
  readonly isDisposable: (domain: string) => boolean;
  readonly queueMail: QueueIdentityMail;
  readonly audit: Audit;
}

export type IdentitySettingsService = ReturnType<typeof buildIdentitySettingsService>;

export interface ProviderWish {
  readonly issuer: string;
  readonly clientId: string;
  /** Null keeps the stored one. */
  readonly clientSecret: string | null;
  readonly requiresFactor: boolean;
  readonly joiningRole: InvitedRole | null;
}

/** The provider and the domains of a company, as its owners set them. Every change locks the company first. */
export function buildIdentitySettingsService(deps: IdentitySettingsDeps) {
  const { db, transaction, clock } = deps;

  /** Who decides by which provider people log in could log in as an owner. @throws AppError NotFound, RoleNotAllowed */
  async function lockForOwner(tx: Db, acting: ActingMember): Promise<void> {
    await lockFor(workspacesStore, tx, acting, 'ownership');
  }

  async function changed(
    tx: Db,
    acting: ActingMember,
    made: { readonly action: AuditAction; readonly change: IdentityChange; readonly what: string },
  ): Promise<void> {
    const { id: workspace } = acting.workspace;
    const { action, change, what } = made;
    await deps.queueMail(tx, { workspace, change, what, by: acting.sub, at: clock.now() });
    await record(deps.audit, tx, acting, { workspace, action, text: what });
  }

  /** @throws AppError NotFound */
  async function domainFor(tx: Db, acting: ActingMember, id: string): Promise<StoredDomain> {
    await lockForOwner(tx, acting);
    const found = await domainsStore.find(tx, acting.workspace.id, id);
    if (found === null) throw new AppError('NotFound');
    return found;
  }

  /** An owner must be able to log in when the provider is out of order. @throws AppError OwnerFactorNeeded */
  async function assertWayBack(tx: Db, { workspace, email }: ActingMember, domain: string): Promise<void> {
    const isAffected = domainOf(email) === domain;
    if (isAffected && !(await identitiesStore.isOwnerWithFactor(tx, workspace.id, email))) {
      throw new AppError('OwnerFactorNeeded');
    }
  }

  /** Takes the proof of another workspace away whose record is gone. @throws AppError DomainTaken */
  async function takeOver(tx: Db, domain: StoredDomain, records: readonly string[]): Promise<void> {
    const holder = await domainsStore.holdProven(tx, domain.domain);
    if (holder === null || holder.id === domain.id) return;
    if (records.includes(recordOf(holder.token))) throw new AppError('DomainTaken');
    await loseDomain(deps, tx, holder, 'domain lost');
  }

  return {
    /** @throws AppError NotFound in a personal workspace */
    async read(workspace: string): Promise<{
      readonly provider: StoredProvider | null;
      readonly domains: readonly StoredDomain[];
    }> {
      return {
        provider: await providersStore.find(db, workspace),
        domains: await domainsStore.ofWorkspace(db, workspace),
      };
    },

    /**
     * Sets the provider up, once its description was read.
     *
     * @throws AppError IssuerRefused; ValidationError where a secret is missing; NotFound, RoleNotAllowed
     */
    async saveProvider(acting: ActingMember, wish: ProviderWish): Promise<void> {
      const { id: workspace } = acting.workspace;
      const former = await transaction((tx) => providersStore.find(tx, workspace));
      // A stored secret is sent to nobody but the issuer it was entered for.
      const isSameIssuer = former !== null && new URL(former.issuer).href === new URL(wish.issuer).href;
      const clientSecret = wish.clientSecret ?? (isSameIssuer ? openSecret(deps.seal, former) : null);
      if (clientSecret === null) {
        throw new AppError('ValidationError', {
          fields: [{ field: 'client_secret', problem: 'is needed for a new issuer' }],
        });
      }
      const settings = { issuer: wish.issuer, clientId: wish.clientId, clientSecret };
      const { issuer } = await deps.openid.describe(settings).catch(refuseIssuer);
      await transaction(async (tx) => {
        await lockForOwner(tx, acting);
        const isTried = former?.issuer === issuer && former.clientId === wish.clientId && wish.clientSecret === null;
        await providersStore.save(tx, {
          workspace,
          issuer,
          clientId: wish.clientId,
          sealedSecret: sealSecret(deps.seal, { workspace, issuer }, clientSecret),
          requiresFactor: wish.requiresFactor,
          joiningRole: wish.joiningRole,
          triedAt: isTried ? former.triedAt : null,
          updatedAt: clock.now(),
        });
        await changed(tx, acting, { action: 'identity_provider.save', change: 'provider saved', what: issuer });
      });
    },

    /** @throws AppError NotFound, RoleNotAllowed */
    async removeProvider(acting: ActingMember): Promise<void> {
      await transaction(async (tx) => {
        await lockForOwner(tx, acting);
        const provider = await providersStore.find(tx, acting.workspace.id);
        if (provider === null) throw new AppError('NotFound');
        await providersStore.remove(tx, acting.workspace.id);
        const made = { action: 'identity_provider.remove', change: 'provider removed', what: provider.issuer } as const;
        await changed(tx, acting, made);
      });
    },

    /** Claims a domain; the same one again is answered as it is. @throws AppError MailDomainRefused, TooManyDomains, … */
    async addDomain(acting: ActingMember, domain: string): Promise<StoredDomain> {
      if (isOfNoCompany(domain) || deps.isDisposable(domain)) throw new AppError('MailDomainRefused');
      const { id: workspace } = acting.workspace;
      return transaction(async (tx) => {
        await lockForOwner(tx, acting);
        const own = await domainsStore.ofWorkspace(tx, workspace);
        const former = own.find((one) => one.domain === domain);
        if (former !== undefined) return former;
        if (own.length >= MOST_DOMAINS) throw new AppError('TooManyDomains');
        const token = deps.newId();
        const added = { id: deps.newId(), workspace, domain, token, provenAt: null, isRequired: false };
        await domainsStore.insert(tx, added, clock.now());
        await record(deps.audit, tx, acting, { workspace, action: 'identity_domain.add', text: domain });
        return added;
      });
    },

    /** Looks for the record. @throws AppError DomainNotProven, DomainTaken, NotFound, RoleNotAllowed */
    async proveDomain(acting: ActingMember, id: string): Promise<StoredDomain> {
      const { domain, token } = await transaction((tx) => domainFor(tx, acting, id));
      const records = await deps.readTxt(domain).catch((error: unknown) => {
        if (!(error instanceof DnsFault)) throw error;
        throw new AppError('DomainNotProven', {
          cause: error,
          publicText: 'The records of this domain could not be looked up. Try again in a moment.',
        });
      });
      if (!records.includes(recordOf(token))) throw new AppError('DomainNotProven');
      return transaction(async (tx) => {
        const found = await domainFor(tx, acting, id);
        await takeOver(tx, found, records);
        const provenAt = clock.now();
        await domainsStore.setProven(tx, id, provenAt);
        if (found.provenAt === null) {
          await changed(tx, acting, { action: 'identity_domain.prove', change: 'domain proven', what: domain });
        }
        return { ...found, provenAt };
      });
    },

    /** @throws AppError DomainNotProven, CompanySignInUntried, OwnerFactorNeeded, NotFound, RoleNotAllowed */
    async requireDomain(acting: ActingMember, id: string, isRequired: boolean): Promise<StoredDomain> {
      return transaction(async (tx) => {
        const found = await domainFor(tx, acting, id);
        if (found.isRequired === isRequired) return found;
        if (isRequired) {
          if (found.provenAt === null) throw new AppError('DomainNotProven');
          const provider = await providersStore.find(tx, acting.workspace.id);
          if (provider === null || provider.triedAt === null) throw new AppError('CompanySignInUntried');
          await assertWayBack(tx, acting, found.domain);
          await domainsStore.endOtherSessions(tx, found, clock.now());
        }
        await domainsStore.setRequired(tx, id, isRequired);
        const made = isRequired
          ? ({ action: 'identity_domain.require', change: 'domain required' } as const)
          : ({ action: 'identity_domain.free', change: 'domain free' } as const);
        await changed(tx, acting, { ...made, what: found.domain });
        return { ...found, isRequired };
      });
    },

    /** @throws AppError NotFound, RoleNotAllowed */
    async removeDomain(acting: ActingMember, id: string): Promise<void> {
      await transaction(async (tx) => {
        const { domain } = await domainFor(tx, acting, id);
        await domainsStore.remove(tx, id);
        await changed(tx, acting, { action: 'identity_domain.remove', change: 'domain removed', what: domain });
      });
    },
  };
}
