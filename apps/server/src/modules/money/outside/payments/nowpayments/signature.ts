import { createHmac, timingSafeEqual } from 'node:crypto';

/** Deeper than any message of the provider. */
const MOST_DEPTH = 16;

/**
 * Whether a notification carries the provider's signature: HMAC-SHA512, in hex, over the message with its keys sorted.
 * Their documents sort them in two ways: `sortObject` sorts those of every object, and
 * `JSON.stringify(params, Object.keys(params).sort())` drops nested keys that the message itself has not. What is dropped
 * is not covered by the signature: nothing nested is to be used. Compares in constant time.
 *
 * Anybody can send a message: the work grows with its length, and no faster than sorting does.
 *
 * @throws SyntaxError when the body is no JSON.
 */
export function isSignedBy(body: string, given: string, secret: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(given)) return false;
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null) return false;
  const own = new Set(Object.keys(message));
  const matches = [() => true, (name: string) => own.has(name)].map((isSigned) => {
    const text = sortedText(message, isSigned);
    if (text === null) return false;
    const signature = createHmac('sha512', secret).update(text).digest();
    return timingSafeEqual(Buffer.from(given, 'hex'), signature);
  });
  return matches.includes(true);
}

/** JSON with the keys that are signed in order; null for what is nested too deep. */
function sortedText(value: unknown, isSigned: (name: string) => boolean, depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === MOST_DEPTH) return null;
  const parts: string[] = [];
  const entries = Array.isArray(value) ? value.map((part) => ['', part] as const) : entriesOf(value, isSigned);
  for (const [name, part] of entries) {
    const text = sortedText(part, isSigned, depth + 1);
    if (text === null) return null;
    parts.push(`${name}${text}`);
  }
  return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

function entriesOf(value: object, isSigned: (name: string) => boolean): readonly (readonly [string, unknown])[] {
  return Object.entries(value)
    .filter(([name]) => isSigned(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [`${JSON.stringify(name)}:`, part] as const);
}
