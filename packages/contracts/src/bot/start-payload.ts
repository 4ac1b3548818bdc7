/** What a deep link `https://t.me/{bot}?start={payload}` asks for. */
export type StartPayload =
  /** Check this address. */
  | { readonly kind: 'address'; readonly address: string }
  /** Check the address kept under this id. */
  | { readonly kind: 'kept'; readonly id: string }
  /** Join the chat to the account that made the link. */
  | { readonly kind: 'join'; readonly token: string }
  /** Show this result. */
  | { readonly kind: 'result'; readonly subId: string };

/** Telegram takes so many characters, of these alone. */
const MOST_CHARACTERS = 64;
const ALPHABET = /^[\w-]+$/;
const LETTERS = { address: 'a', kept: 'k', join: 'j', result: 'r' } as const;

/**
 * The payload as text; null where it does not fit: an address that is too long, or has other characters, is kept first
 * (POST /bot/addresses) and then named by its id.
 *
 * @example startPayloadOf({ kind: 'join', token }) // 'j-…', 45 characters
 */
export function startPayloadOf(payload: StartPayload): string | null {
  const text = `${LETTERS[payload.kind]}-${contentOf(payload)}`;
  return text.length <= MOST_CHARACTERS && ALPHABET.test(text) ? text : null;
}

/**
 * Reads a payload that somebody sent; null for what is none of ours.
 *
 * @example readStartPayload('a-1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa') // { kind: 'address', address: '1A1z…' }
 */
export function readStartPayload(text: string): StartPayload | null {
  if (text.length > MOST_CHARACTERS || !ALPHABET.test(text)) return null;
  const content = text.slice(2);
  if (text[1] !== '-' || content === '') return null;
  return READERS.get(text.slice(0, 1))?.(content) ?? null;
}

type Reader = (content: string) => StartPayload | null;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [LETTERS.address, (address) => ({ kind: 'address', address })],
  [LETTERS.kept, (id) => (/^[\w-]{22}$/.test(id) ? { kind: 'kept', id } : null)],
  [LETTERS.join, (token) => (/^[\w-]{43}$/.test(token) ? { kind: 'join', token } : null)],
  [LETTERS.result, (subId) => (/^[0-9a-f]{32}$/.test(subId) ? { kind: 'result', subId } : null)],
]);

function contentOf(payload: StartPayload): string {
  switch (payload.kind) {
    case 'address':
      return payload.address;
    case 'kept':
      return payload.id;
    case 'join':
      return payload.token;
    case 'result':
      return payload.subId;
  }
}
