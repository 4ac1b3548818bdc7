import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { domainsStore } from './domains.store.ts';
import type { IdentityChange, QueueIdentityMail, StoredDomain } from './identity.ports.ts';

export interface LoseDomainDeps {
  readonly clock: Clock;
  readonly queueMail: QueueIdentityMail;
  readonly audit: Audit;
}

/** Takes the proof of a domain away, with mails to the company and an entry in its audit log. */
export async function loseDomain(
  deps: LoseDomainDeps,
  tx: Db,
  { id, workspace, domain }: StoredDomain,
  change: Extract<IdentityChange, 'domain lost' | 'record gone'>,
): Promise<void> {
  await domainsStore.setProven(tx, id, null);
  await deps.queueMail(tx, { workspace, change, what: domain, by: null, at: deps.clock.now() });
  await deps.audit(tx, {
    workspace,
    actor: { kind: 'system' },
    action: 'identity_domain.lose',
    target: null,
    from: null,
    text: domain,
  });
}

/**
 * The operator ends the requirement of a company's login for a mail domain, in the caller's transaction.
 *
 * @returns false where none was required
 */
export async function freeDomain(tx: Db, audit: Audit, domain: string): Promise<boolean> {
  const holder = await domainsStore.holdProven(tx, domain);
  if (holder === null || !holder.isRequired) return false;
  await domainsStore.setRequired(tx, holder.id, false);
  await audit(tx, {
    workspace: holder.workspace,
    actor: { kind: 'operator' },
    action: 'identity_domain.free',
    target: null,
    from: null,
    text: domain,
  });
  return true;
}
