import type { GrantLimit, NoFreeCheckReason } from '@assay/contracts';
import { getDomain } from 'tldts-icann';
import { isPublicMailDomain } from '../../../platform/kernel/text/public-mail-domains.ts';
import type { GiftKind, GiftOutcome, GiftPlace, GivenCounts, GrantLimits } from './grants.ports.ts';

/** What was given and refused is kept for so many days. */
export const GRANTS_KEPT_DAYS = 30;

/** The day of a time, UTC, as `2026-11-28`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * What the gifts of an address count for: its registered domain, since who has it makes as many names below it as they
 * like. A public provider's domain stays whole; names below one are not that provider's mailboxes, and count together.
 *
 * @example mailDomainOf('a@b.firm.co.uk') // 'firm.co.uk'
 * @example mailDomainOf('a@b.gmail.com') // '*.gmail.com'
 */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (isPublicMailDomain(domain)) return domain;
  const registered = getDomain(domain) ?? domain;
  return isPublicMailDomain(registered) ? `*.${registered}` : registered;
}

/**
 * The limit that refuses a gift, by what was given on its day; null where it may be given. How often a promo code is
 * redeemed is its administrator's decision: of promo codes, only those from one network are limited.
 */
export function refusingLimit(
  kind: GiftKind,
  { network, domain }: GiftPlace,
  given: GivenCounts,
  limits: GrantLimits,
): GrantLimit | null {
  if (network !== null && given.ofNetwork >= limits.perNetwork) return 'network';
  if (kind === 'promo') return null;
  const isCounted = domain !== null && !isPublicMailDomain(domain);
  if (isCounted && given.ofDomain >= limits.perDomain) return 'domain';
  return given.ofInstallation >= limits.perDay ? 'installation' : null;
}

/** The limit that refused a gift; null for any other outcome. */
function refusalOf(outcome: GiftOutcome): GrantLimit | null {
  return typeof outcome === 'string' ? null : outcome.refusedBy;
}

/** Why an account has no free check after its sign-up; null where it has one. The ledger gives one a mailbox, once for ever. */
export function whyWithoutCheck(outcome: GiftOutcome): NoFreeCheckReason | null {
  return outcome === 'nothing' ? 'mailbox' : refusalOf(outcome);
}
