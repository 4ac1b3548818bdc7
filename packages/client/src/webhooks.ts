import { AssaySignatureError } from './errors.ts';

const TOLERANCE_SECONDS = 300;
const ID = 'webhook-id';
const TIMESTAMP = 'webhook-timestamp';
const SIGNATURE = 'webhook-signature';

/** Headers of a request, as `Request` or Node's servers hold them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The endpoint's secrets, `whsec_…`: two while one is being replaced. */
  readonly secrets: readonly string[];
  /** How far the time of the signature may be from now, in seconds; default 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; default: the present. */
  readonly now?: number;
}

/**
 * The event of a webhook, once it is known that the service sent it (Standard Webhooks, HMAC-SHA-256 `v1`). The same event
 * may come more than once: remember its `id`.
 *
 * @param body exactly as it came: a body that was parsed and written again has other bytes
 * @throws AssaySignatureError
 */
export async function verifyWebhook<Event = unknown>(
  body: string,
  headers: WebhookHeaders,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions,
): Promise<Event> {
  const [id, timestamp, signatures] = [ID, TIMESTAMP, SIGNATURE].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new AssaySignatureError('The headers of a signed webhook are missing');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new AssaySignatureError('The webhook was signed too long ago, or in the future');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytesOf(signature.slice('v1,'.length)));
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of given) {
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed))) return JSON.parse(body);
    }
  }
  throw new AssaySignatureError('The webhook was not signed with the secret of this endpoint');
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function keyOf(secret: string) {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  if (bytes === null) throw new TypeError('A secret of a webhook endpoint begins with whsec_');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null where the text is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (base64 === '' || !/^[\w+/-]+={0,2}$/.test(base64)) return null;
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    // Of a length that base64 has not.
    return null;
  }
}
