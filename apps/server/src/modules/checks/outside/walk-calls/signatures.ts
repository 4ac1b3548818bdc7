import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier, httpbis } from 'http-message-signatures';

/**
 * Signatures of walk calls: HTTP Message Signatures (RFC 9421) with HMAC-SHA-256 over method, path, host, time, nonce and
 * the digest of the body (RFC 9530). An answer is signed together with the signature of its request, so that it fits no other.
 */

/** Secrets that servers share, the first of which signs. A second one is accepted while it is being replaced. */
export type SharedKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Clocks of servers may differ by this, and a call may be this long under way. */
export const MOST_AGE_SECONDS = 30;
const TAG = 'assay-walk-call';
const REQUEST_FIELDS = ['@method', '@path', '@authority', 'content-digest'];
const ANSWER_FIELDS = ['@status', 'content-digest'];
const PARAMETERS = ['created', 'nonce', 'keyid', 'alg', 'tag'];

export interface SignedRequest {
  readonly method: string;
  /** As the caller reaches the server. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SignedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The `Content-Digest` of a body. */
export function digestOf(body: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** Whether a body is the one of a signed header. */
export function isDigestOf(header: string, body: Uint8Array): boolean {
  const [given, own] = [Buffer.from(header), Buffer.from(digestOf(body))];
  return given.length === own.length && timingSafeEqual(given, own);
}

/** What a key is called on the wire: it says nothing of the key. */
function nameOf(key: Uint8Array): string {
  return createHash('sha256').update('assay walk call key ').update(key).digest('hex').slice(0, 16);
}

/** The headers of a request with its signature; `nonce` by default a new one. */
export async function signRequest(
  request: SignedRequest,
  [key]: SharedKeys,
  { created = new Date(), nonce = randomBytes(16).toString('base64url') } = {},
): Promise<Record<string, string>> {
  const signed = await httpbis.signMessage(
    { key: signerOf(key), fields: REQUEST_FIELDS, params: PARAMETERS, paramValues: { created, nonce, tag: TAG } },
    asGiven(request),
  );
  return inLowerCase(signed.headers);
}

/** The nonce of a request that one of the keys signed just now; null for every other. */
export async function nonceOfRequest(request: SignedRequest, keys: SharedKeys): Promise<string | null> {
  let nonce: string | null = null;
  const isSigned = await verify(asGiven(request), keys, REQUEST_FIELDS, (given) => {
    nonce = given;
  });
  return isSigned ? nonce : null;
}

/** The headers of an answer with its signature, by the key that signed the request. */
export async function signAnswer(
  answer: SignedAnswer,
  request: SignedRequest,
  keys: SharedKeys,
): Promise<Record<string, string>> {
  const name = /;keyid="([0-9a-f]{16})"/.exec(request.headers['signature-input'] ?? '')?.[1];
  const key = keys.find((one) => nameOf(one) === name) ?? keys[0];
  const nonce = randomBytes(16).toString('base64url');
  const signed = await httpbis.signMessage(
    {
      key: signerOf(key),
      fields: [...ANSWER_FIELDS, '"signature";req'],
      params: PARAMETERS,
      paramValues: { nonce, tag: TAG },
    },
    asGiven(answer),
    asGiven(request),
  );
  return inLowerCase(signed.headers);
}

/** Whether one of the keys signed this answer for this request just now. */
export function isAnswerTo(answer: SignedAnswer, request: SignedRequest, keys: SharedKeys): Promise<boolean> {
  const fields = [...ANSWER_FIELDS, 'signature'];
  return verify(asGiven(answer), keys, fields, () => undefined, request);
}

function signerOf(key: Uint8Array) {
  return createSigner(Buffer.from(key), 'hmac-sha256', nameOf(key));
}

async function verify(
  message: SignedRequest | SignedAnswer,
  keys: SharedKeys,
  requiredFields: string[],
  onNonce: (nonce: string) => void,
  request?: SignedRequest,
): Promise<boolean> {
  // Exactly one: of several, the library is content with any.
  if (!/^sig=\([^()]*\)[^()]*$/.test(String(message.headers['signature-input'] ?? ''))) return false;
  try {
    const config: Parameters<typeof httpbis.verifyMessage>[0] = {
      keyLookup: async ({ keyid, alg, tag, nonce, created }) => {
        const key = keys.find((one) => nameOf(one) === keyid);
        const isDated = created instanceof Date && Number.isFinite(created.getTime());
        if (key === undefined || alg !== 'hmac-sha256' || tag !== TAG || !isDated) return null;
        if (typeof nonce !== 'string' || nonce.length < 16 || nonce.length > 64) return null;
        onNonce(nonce);
        return { id: keyid ?? '', algs: ['hmac-sha256'], verify: createVerifier(Buffer.from(key), 'hmac-sha256') };
      },
      maxAge: 2 * MOST_AGE_SECONDS,
      tolerance: MOST_AGE_SECONDS,
      requiredParams: PARAMETERS,
      requiredFields,
      all: true,
    };
    const isSigned =
      'status' in message
        ? await httpbis.verifyMessage(config, asGiven(message), request === undefined ? undefined : asGiven(request))
        : await httpbis.verifyMessage(config, asGiven(message));
    return isSigned === true;
  } catch {
    // Whatever is wrong with it, the library says so by an error: to a stranger all of it is one answer.
    return false;
  }
}

/** The library's types ask for headers that could be changed. */
function asGiven<M extends SignedRequest | SignedAnswer>(message: M): M & { headers: Record<string, string> } {
  return { ...message, headers: { ...message.headers } };
}

function inLowerCase(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
