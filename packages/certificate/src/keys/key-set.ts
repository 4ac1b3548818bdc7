import { sha256 } from '@noble/hashes/sha2.js';
import { base64, base64urlnopad } from '@scure/base';
import { canonicalBytes } from '../canonical/canonical-json.ts';

/** A public Ed25519 key as RFC 8037 writes it, with the time in which it signs. Times are ISO 8601 in UTC. */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  /** Thumbprint of the key (RFC 7638). */
  readonly kid: string;
  /** 32 bytes, base64url. */
  readonly x: string;
  readonly valid_from: string;
  /** Null while it signs. A result it signed in its time stays valid. */
  readonly valid_to: string | null;
  /** From this moment on somebody else may hold the key; missing where nobody does. */
  readonly compromised_from?: string;
}

/** A certificate that signed PDF files and whose key may be in other hands. */
export interface CompromisedSigner {
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  readonly compromised_from: string;
}

/** A root certificate that PDF signatures of the installation chain to. */
export interface PublishedAuthority {
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  readonly subject: string;
  /** DER, base64. */
  readonly certificate: string;
  /**
   * SHA-256 of the certificates that sign reports here, where the authority certifies others too (a public one). Null
   * where it is the installation's own, and whatever it certifies is the installation's.
   */
  readonly signers: readonly string[] | null;
  readonly valid_from: string;
  /** Null while new reports are signed under it. */
  readonly valid_to: string | null;
  /** From this moment on somebody else may hold the root's key; missing where nobody does. */
  readonly compromised_from?: string;
  /** Certificates under it whose key somebody else may hold; missing where there is none. */
  readonly compromised_signers?: readonly CompromisedSigner[];
}

/**
 * The document at `/.well-known/assay-keys.json`: every key that ever signed here, newest first, so that old results
 * stay verifiable after a rotation.
 */
export interface KeySet {
  readonly format: 'assay-keys/1';
  readonly issuer: string;
  readonly keys: readonly PublishedKey[];
  readonly authorities: readonly PublishedAuthority[];
}

/** The text is no key set of a format this version reads. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
}

/**
 * Key id: the JWK thumbprint by RFC 7638 and RFC 8037, base64url without padding.
 *
 * @param publicKey 32 bytes
 * @example
 * keyIdOf(publicKey); // 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
 */
export function keyIdOf(publicKey: Uint8Array): string {
  return base64urlnopad.encode(
    sha256(canonicalBytes({ crv: 'Ed25519', kty: 'OKP', x: base64urlnopad.encode(publicKey) })),
  );
}

/**
 * Reads a key set from its JSON text. Unknown members are passed over, so that later versions may add some.
 *
 * @throws KeySetError where a member is missing or not of its form, or a key id is not its key's thumbprint
 * @example
 * const keys = parseKeySet(await response.text());
 */
export function parseKeySet(text: string): KeySet {
  const value = asRecord(parseJson(text), 'the document');
  if (value['format'] !== 'assay-keys/1') throw new KeySetError('"format" expected assay-keys/1');
  return {
    format: 'assay-keys/1',
    issuer: asText(value['issuer'], 'issuer'),
    keys: asList(value['keys'], 'keys').map(parseKey),
    authorities: asList(value['authorities'], 'authorities').map(parseAuthority),
  };
}

function parseKey(given: unknown): PublishedKey {
  const value = asRecord(given, 'a key');
  if (value['kty'] !== 'OKP' || value['crv'] !== 'Ed25519') throw new KeySetError('a key is not Ed25519');
  const kid = asText(value['kid'], 'kid');
  const x = asText(value['x'], 'x');
  if (keyIdOf(publicKeyOf({ x })) !== kid) throw new KeySetError('a key id is not its key’s thumbprint');
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x, ...parseValidity(value) };
}

function parseAuthority(given: unknown): PublishedAuthority {
  const value = asRecord(given, 'an authority');
  const certificate = asText(value['certificate'], 'certificate');
  try {
    base64.decode(certificate);
  } catch (error) {
    throw new KeySetError('"certificate" expected base64', { cause: error });
  }
  return {
    sha256: asText(value['sha256'], 'sha256'),
    subject: asText(value['subject'], 'subject'),
    certificate,
    signers: parseSigners(value['signers']),
    ...parseValidity(value),
    ...parseCompromisedSigners(value['compromised_signers']),
  };
}

/** Key sets written before the member existed name authorities of an installation's own only. */
function parseSigners(given: unknown): readonly string[] | null {
  if (given === undefined || given === null) return null;
  return asList(given, 'signers').map((one) => asText(one, 'signers'));
}

function parseCompromisedSigners(given: unknown): Pick<PublishedAuthority, 'compromised_signers'> {
  if (given === undefined) return {};
  const signers = asList(given, 'compromised_signers').map((one) => {
    const value = asRecord(one, 'a compromised signer');
    return {
      sha256: asText(value['sha256'], 'sha256'),
      compromised_from: asTime(value['compromised_from'], 'compromised_from'),
    };
  });
  return { compromised_signers: signers };
}

/** The 32 bytes of a published key. */
export function publicKeyOf({ x }: Pick<PublishedKey, 'x'>): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = base64urlnopad.decode(x);
  } catch (error) {
    throw new KeySetError('"x" expected base64url', { cause: error });
  }
  if (bytes.length !== 32) throw new KeySetError('"x" expected 32 bytes');
  return bytes;
}

function parseValidity(value: Readonly<Record<string, unknown>>) {
  const validTo = value['valid_to'];
  const from = value['compromised_from'];
  // A mark whose moment cannot be read must not pass as none.
  if (value['state'] === 'compromised' && from === undefined) throw new KeySetError('"compromised_from" is missing');
  return {
    valid_from: asTime(value['valid_from'], 'valid_from'),
    valid_to: validTo === null ? null : asTime(validTo, 'valid_to'),
    ...(from === undefined ? {} : { compromised_from: asTime(from, 'compromised_from') }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new KeySetError('the document is not JSON', { cause: error });
  }
}

function asRecord(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new KeySetError(`${name} expected an object`);
  return value as Readonly<Record<string, unknown>>;
}

function asList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new KeySetError(`"${name}" expected a list`);
  return value;
}

function asText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new KeySetError(`"${name}" expected a text`);
  return value;
}

function asTime(value: unknown, name: string): string {
  const text = asText(value, name);
  if (Number.isNaN(Date.parse(text))) throw new KeySetError(`"${name}" expected a time`);
  return text;
}
