import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { domainsStore } from './domains.store.ts';

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
