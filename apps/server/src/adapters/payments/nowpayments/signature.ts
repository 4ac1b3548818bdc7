import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The signature of a notification: HMAC-SHA512, in hex, over the message with the keys of every object in order.
 *
 * @throws SyntaxError when the body is no JSON.
 */
export function notificationSignature(body: string, secret: string): string {
  const message: unknown = JSON.parse(body);
  return createHmac('sha512', secret)
    .update(JSON.stringify(sorted(message)))
    .digest('hex');
}

/** Compares in constant time. */
export function isSignedBy(body: string, given: string, secret: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(given)) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(notificationSignature(body, secret), 'hex'));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, sorted(part)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
