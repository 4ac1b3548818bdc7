import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson, type KeySet } from '@assay/certificate';
import type { AuditFault } from './audit.ports.ts';

/** Precedes what is signed, so that no signature of another purpose can be passed off as this. */
const DOMAIN = 'assay-audit-checkpoint/1';

/** Where a chain ended. */
export interface ChainHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: Buffer;
}

export interface StoredCheckpoint {
  readonly number: number;
  readonly at: Date;
  readonly body: string;
  readonly keyId: string;
  readonly signature: Buffer;
}

export interface CheckpointFacts {
  readonly number: number;
  readonly at: Date;
  readonly keyId: string;
  /** SHA-256 of the body before; null for the first. */
  readonly previous: string | null;
  readonly heads: readonly ChainHead[];
}

/** What is signed, as canonical JSON (RFC 8785). */
export function checkpointBody({ number, at, keyId, previous, heads }: CheckpointFacts): string {
  return canonicalJson({
    number,
    at: at.toISOString(),
    key_id: keyId,
    previous,
    chains: heads.length,
    chains_sha256: digestOfHeads(heads),
  });
}

/** The bytes that the signature covers. */
export function signedCheckpoint(body: string): Buffer {
  return Buffer.from(`${DOMAIN}\n${body}`);
}

/** By which an operator can recognise a checkpoint that was noted elsewhere. */
export function checkpointDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** SHA-256 over one line a chain, in the order of the names by code unit. */
function digestOfHeads(heads: readonly ChainHead[]): string {
  const hash = createHash('sha256');
  for (const { chain, seq, hash: end } of heads.toSorted((one, other) => (one.chain < other.chain ? -1 : 1))) {
    hash.update(`${chain} ${seq} ${end.toString('hex')}\n`);
  }
  return hash.digest('hex');
}

/**
 * Verifies one checkpoint: its number, the one before, its key, its signature, and the ends of chains it states.
 *
 * @param before the checkpoint with the number before; null for the first
 * @returns what is wrong, in words; empty where nothing is
 */
export function checkpointFaults(
  stored: StoredCheckpoint,
  heads: readonly ChainHead[],
  { before, keys }: { readonly before: StoredCheckpoint | null; readonly keys: KeySet['keys'] },
): readonly AuditFault[] {
  const { number, at, keyId, body, signature } = stored;
  const report = (fault: string): readonly AuditFault[] => [{ chain: null, number, fault }];
  if (number !== (before?.number ?? 0) + 1) return report('the checkpoints before it are missing');
  const previous = before === null ? null : checkpointDigest(before.body);
  if (checkpointBody({ number, at, keyId, previous, heads }) !== body) {
    return report('it was changed, or the checkpoint before it, or the ends of chains that it states');
  }
  const key = keys.find(({ kid }) => kid === keyId);
  if (key === undefined) return report('it is signed with a key that this installation does not know');
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' });
  if (!verify(null, signedCheckpoint(body), publicKey, signature)) return report('its signature is not valid');
  if (key.compromised_from !== undefined && at.getTime() >= Date.parse(key.compromised_from)) {
    return report(`its key is marked compromised from ${key.compromised_from}`);
  }
  return [];
}
