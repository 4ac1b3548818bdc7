import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { type Caller, type CallerWorkspace, personalWorkspace } from '../../../platform/kernel/caller.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { gaveFactor } from '../../../platform/kernel/who/assurance.ts';
import type { CompanyProof, CompanyRules } from '../auth/auth.ports.ts';
import { domainOf } from '../auth/mailbox.ts';
import { assertRoomFor } from '../workspaces/members/held-member.ts';
import { workspacesStore } from '../workspaces/workspaces.store.ts';
import { domainsStore } from './domains.store.ts';
import { identitiesStore } from './identities.store.ts';
import type { StoredProvider } from './identity.ports.ts';
import { providersStore } from './providers.store.ts';

export interface CompanyRulesDeps {
  readonly clock: Clock;
  readonly audit: Audit;
}

/** What companies demand of logins (docs/decisions/0084), for the feature `auth`. */
export function buildCompanyRules(deps: CompanyRulesDeps): CompanyRules {
  const { clock, audit } = deps;

  /** Makes a person a member who logs in for the first time, where the workspace lets people join so. */
  async function join(tx: Db, { workspace, joiningRole: role }: StoredProvider, caller: Caller): Promise<void> {
    if (role === null || (await workspacesStore.find(tx, workspace, caller.sub)) !== null) return;
    await assertRoomFor(workspacesStore, tx, workspace, caller.sub);
    await workspacesStore.addMember(tx, { workspace, sub: caller.sub, role, now: clock.now() });
    await audit(tx, {
      workspace,
      actor: { kind: 'person', sub: caller.sub },
      action: 'member.join',
      target: null,
      from: currentOrigin(),
      text: `${caller.email}, ${role}, by the company login`,
    });
  }

  /** Records the login in the company's own log: its members are the company's matter. */
  async function recordIn(
    tx: Db,
    { workspace, issuer }: CompanyProof,
    { id, sub, isNew }: { readonly id: string; readonly sub: string; readonly isNew: boolean },
  ): Promise<void> {
    const act = { workspace, actor: { kind: 'person', sub }, from: currentOrigin() } as const;
    if (isNew) {
      const target = { kind: 'person', id: sub };
      await audit(tx, { ...act, action: 'identity_provider.link', target, text: issuer });
    }
    const target = { kind: 'session', id };
    await audit(tx, { ...act, action: 'session.start', target, text: 'by the company login' });
  }

  return {
    async demandOn(db, email) {
      const workspace = await domainsStore.requiredBy(db, domainOf(email));
      if (workspace === null) return 'none';
      return (await identitiesStore.isOwnerWithFactor(db, workspace, email)) ? 'owners' : 'company login';
    },

    async assertMayOpen(db, { sub, email }, methods) {
      if (methods.includes('provider')) return;
      const workspace = await domainsStore.requiredBy(db, domainOf(email));
      if (workspace === null) return;
      // The way back when the provider is out of order: an owner with a factor, which a mailbox alone cannot give.
      const isOwner = (await workspacesStore.find(db, workspace, sub))?.role === 'owner';
      if (!isOwner || !gaveFactor({ methods })) throw new AppError('CompanySignInRequired');
    },

    async sessionOpened(tx, proof, { id, caller }): Promise<CallerWorkspace> {
      const { workspace } = proof;
      // The person before the company, as everywhere.
      await workspacesStore.lockPerson(tx, caller.sub);
      const provider = (await workspacesStore.lock(tx, workspace)) ? await providersStore.find(tx, workspace) : null;
      if (provider?.issuer !== proof.issuer) throw new AppError('SignInExpired');
      // It was lost while the login waited for its second factor.
      const proven = await domainsStore.proofOf(tx, workspace, domainOf(caller.email));
      if (proven === null) throw new AppError('SignInExpired');
      await join(tx, provider, caller);
      const isNew = await identitiesStore.link(tx, proof, caller.sub, clock.now());
      await providersStore.tried(tx, workspace, clock.now());
      const joined = await workspacesStore.find(tx, workspace, caller.sub);
      if (joined !== null) await workspacesStore.select(tx, id, workspace);
      await recordIn(tx, proof, { id, sub: caller.sub, isNew });
      return joined ?? personalWorkspace(caller.sub);
    },
  };
}
