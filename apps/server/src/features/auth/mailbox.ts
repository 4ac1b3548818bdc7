import { createHmac } from 'node:crypto';

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

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an address, for counting people: lower case, without a plus-tag, and for Gmail without dots and
 * with one domain (GAP-30). Never used as an address to send to.
 *
 * @example mailboxKey('J.Doe+news@GoogleMail.com') // 'jdoe@gmail.com'
 */
export function mailboxKey(email: string): string {
  const { local, domain } = splitEmail(email.toLowerCase());
  const [untagged = ''] = local.split('+');
  const box = untagged === '' ? local : untagged;
  return GMAIL.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}

/** The part after the last @, lower case. */
export function domainOf(email: string): string {
  return splitEmail(email.toLowerCase()).domain;
}

function splitEmail(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, at), domain: email.slice(at + 1) };
}
