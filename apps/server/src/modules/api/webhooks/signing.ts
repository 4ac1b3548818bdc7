import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Seal } from '../../../platform/kernel/seal.ts';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const PUBLIC_PREFIX = 'whpk_';
/** What precedes the 32 bytes of a private key of Ed25519 in PKCS 8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const RAW_KEY_BYTES = 32;

/** The key of this service that signs every webhook beside the secret of its endpoint. */
export interface ServiceKey {
  readonly privateKey: KeyObject;
  /** `whpk_` and the 32 bytes of the public key in base64, as Standard Webhooks writes it. */
  readonly publicText: string;
}

/** `seed`: 32 bytes for this one purpose; the same seed is the same key on every server. */
export function serviceKeyOf(seed: Uint8Array): ServiceKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicText: PUBLIC_PREFIX + spki.subarray(-RAW_KEY_BYTES).toString('base64') };
}

/** Random bytes of a new secret. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** A secret as its owner gets it: `whsec_` and base64. */
export function secretText(secret: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(secret).toString('base64');
}

export interface SignedMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * Headers of one attempt by Standard Webhooks: `v1` (HMAC-SHA-256) for each secret that is valid now, and `v1a` (Ed25519)
 * by the key of the service, over id, seconds and body with dots between them.
 */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly Uint8Array[],
  { privateKey }: ServiceKey,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const content = Buffer.from(`${id}.${seconds}.${body}`);
  const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  const asymmetric = `v1a,${sign(null, content, privateKey).toString('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': [...symmetric, asymmetric].join(' ') };
}

/** What a sealed secret belongs to: it is of no use for another endpoint. */
function contextOf({ workspace, id }: { readonly workspace: string; readonly id: string }): string {
  return JSON.stringify([workspace, id]);
}

export function sealSecret(
  seal: Seal,
  of: { readonly workspace: string; readonly id: string },
  secret: Uint8Array,
): Buffer {
  return seal.seal(contextOf(of), secret);
}

/** Null after the secret of the installation was changed: the owner has to replace that of the endpoint. */
export function openSecret(
  seal: Seal,
  of: { readonly workspace: string; readonly id: string },
  sealed: Uint8Array,
): Buffer | null {
  return seal.open(contextOf(of), sealed);
}
