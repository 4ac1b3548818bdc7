import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from './mailbox.ts';

export interface DomainSettings {
  /** Refused, including their subdomains. */
  readonly blocked: readonly string[];
  /** Allowed even if they are on the list of disposable domains. */
  readonly allowed: readonly string[];
}

/** Whether an address may get a link; does not depend on whether it has an account. */
export type IsDomainAllowed = (email: string) => boolean;

/** Applies the settings first, then the maintained list of disposable domains; subdomains are included. */
export function buildDomainRule(settings: DomainSettings): IsDomainAllowed {
  const disposable = disposableEmailBlocklistSet();
  const blocked = new Set(settings.blocked);
  const allowed = new Set(settings.allowed);
  return (email) => {
    for (const domain of withParents(domainOf(email))) {
      if (blocked.has(domain)) return false;
      if (allowed.has(domain)) return true;
      if (disposable.has(domain)) return false;
    }
    return true;
  };
}

/** a.b.example → a.b.example, b.example, example. */
function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
