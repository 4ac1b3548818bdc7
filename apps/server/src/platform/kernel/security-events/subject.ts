import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Whom an event is about. Account ids are random and mean nothing outside the database; networks, mailboxes and chats
 * are personal, and are logged as pseudonyms.
 */
export type Subject =
  | { readonly kind: 'account'; readonly sub: string }
  | { readonly kind: 'network'; readonly network: string }
  | { readonly kind: 'mailbox'; readonly mailbox: string }
  | { readonly kind: 'telegram'; readonly id: string }
  /** The person who runs commands on the server's machine. */
  | { readonly kind: 'operator' };

/** Names a subject as the log may hold it, such as `network:5f0c2a9d41b7e360`. */
export type NameSubject = (subject: Subject) => string;

const DIGITS = 16;

/**
 * Names by keyed hash (HMAC-SHA256): the same subject has the same name on every server of the installation, and nobody
 * without the secret can find out who it is by trying all addresses.
 *
 * @param secret at least 32 bytes that only this installation knows; a key of its own is derived from it
 */
export function buildSubjectNames(secret: Uint8Array): NameSubject {
  if (secret.length < 32) throw new RangeError('"secret" expected at least 32 bytes');
  const key = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'assay security-events', 32));
  const pseudonym = (kind: string, value: string) =>
    `${kind}:${createHmac('sha256', key).update(`${kind}\n${value}`).digest('hex').slice(0, DIGITS)}`;
  return (subject) => {
    switch (subject.kind) {
      case 'account':
        return `account:${subject.sub}`;
      case 'network':
        return pseudonym('network', subject.network);
      case 'mailbox':
        return pseudonym('mailbox', subject.mailbox);
      case 'telegram':
        return pseudonym('telegram', subject.id);
      case 'operator':
        return 'operator';
    }
  };
}
