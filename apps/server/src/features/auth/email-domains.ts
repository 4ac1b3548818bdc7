import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf } from './mailbox.ts';

export interface DomainSettings {
  /** Refused with their subdomains. */
  readonly blocked: readonly string[];
  /** Let in although the list of disposable domains names them. */
  readonly allowed: readonly string[];
}

/** Whether an address may get a link; the same for everybody, known or not. */
export type IsDomainAllowed = (email: string) => boolean;

/** Judges by the settings first, then by the maintained list of disposable domains, each with its subdomains. */
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
  return labels.map((_label, place) => labels.slice(place).join('.'));
}
