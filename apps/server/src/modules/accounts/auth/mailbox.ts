import { createHmac } from 'node:crypto';
import { YANDEX_DOMAINS } from '../../../platform/kernel/text/public-mail-domains.ts';

/** What is stored permanently about a mailbox: a keyed hash of 64 hex digits. */
export type MailboxHash = (mailboxKey: string) => string;

/**
 * Builds pseudonyms of mailboxes. The key must not change: what was granted once per mailbox is stored
 * under its hash. A hash without a key is not enough, since it could be reversed by trying known addresses.
 */
export function buildMailboxHash(secret: Uint8Array): MailboxHash {
  if (secret.length < 32) throw new RangeError('"secret" expected at least 32 bytes');
  return (mailboxKey) => createHmac('sha256', secret).update(mailboxKey).digest('hex');
}

/** Domains of one provider whose mailboxes are the same under each, and how it reads the part before the @. */
interface MailFamily {
  readonly domains: readonly string[];
  readonly fold: (box: string) => string;
}

const GMAIL: MailFamily = { domains: ['gmail.com', 'googlemail.com'], fold: (box) => box.replaceAll('.', '') };

const FAMILIES: readonly MailFamily[] = [
  GMAIL,
  // https://proton.me/support/addresses-and-aliases; what its client ignores: ProtonMail/WebClients, removeEmailAlias.
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], fold: (box) => box.replaceAll(/[._-]/g, '') },
  // https://yandex.com/support/id/authorization/email.html: a login has an address at each; a dot in it is a hyphen.
  { domains: YANDEX_DOMAINS, fold: (box) => box.replaceAll('.', '-') },
  // https://support.apple.com/108768: an older account has an address at each; its aliases cannot be recognised.
  { domains: ['icloud.com', 'me.com', 'mac.com'], fold: (box) => box },
];

/** Raise it with every change of the rules: accounts of earlier versions are brought to their mailboxes again. */
export const MAILBOX_RULES = 2;

/** Domains whose mailboxes earlier versions stored unfolded; `parents`: those below these. */
export const NEWLY_FOLDED = {
  domains: FAMILIES.filter((family) => family !== GMAIL).flatMap(({ domains }) => domains),
  parents: ['fastmail.com', 'fastmail.fm'],
} as const;

/** https://www.fastmail.help/hc/en-us/articles/360060591053: anything@box.fastmail.com is box@fastmail.com. */
const FASTMAIL_SUBDOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox of an address, for counting people: lower case, without a plus-tag, and in the one spelling of the
 * providers that give a mailbox several (GAP-30). Never used as an address to send to.
 *
 * @example mailboxKey('J.Doe+news@GoogleMail.com') // 'jdoe@gmail.com'
 */
export function mailboxKey(email: string): string {
  const address = untagged(email);
  const [, box, fastmail] = FASTMAIL_SUBDOMAIN.exec(address.domain) ?? [];
  if (box !== undefined && fastmail !== undefined) return `${box}@${fastmail}`;
  const family = FAMILIES.find(({ domains }) => domains.includes(address.domain));
  if (family === undefined) return `${address.box}@${address.domain}`;
  const folded = family.fold(address.box);
  return `${folded === '' ? address.box : folded}@${family.domains[0]}`;
}

/** The mailbox as versions before 0135 knew it, which folded Gmail alone: what they gave is stored under its hash. */
export function formerMailboxKey(email: string): string {
  const { box, domain } = untagged(email);
  return GMAIL.domains.includes(domain) ? `${GMAIL.fold(box)}@gmail.com` : `${box}@${domain}`;
}

function untagged(email: string): { readonly box: string; readonly domain: string } {
  const { local, domain } = splitEmail(email.toLowerCase());
  const [box = ''] = local.split('+');
  return { box: box === '' ? local : box, domain };
}

/** The part after the last @, lower case. */
export function domainOf(email: string): string {
  return splitEmail(email.toLowerCase()).domain;
}

function splitEmail(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, at), domain: email.slice(at + 1) };
}
