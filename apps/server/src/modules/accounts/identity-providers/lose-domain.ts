import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { DomainsStore } from './domains.store.ts';
import type { IdentityChange, QueueIdentityMail, StoredDomain } from './identity.ports.ts';

export interface LoseDomainDeps {
  readonly clock: Clock;
  readonly domains: DomainsStore;
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
  await deps.domains.setProven(tx, id, null);
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
