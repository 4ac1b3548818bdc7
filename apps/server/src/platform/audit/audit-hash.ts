import { createHash } from 'node:crypto';

/** The first entry of a chain follows this. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** What the hash of an entry covers. */
export interface HashedEntry {
  readonly chain: string;
  readonly seq: number;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetDigest: Buffer | null;
  readonly erased: number;
  readonly actorDigest: Buffer | null;
  readonly textDigest: Buffer | null;
}

/** SHA-256 over the hash of the entry before and every field, as a JSON array, which no two entries share. */
export function entryHashOf(previous: Buffer, entry: HashedEntry): Buffer {
  const fields = [
    'assay-audit/1',
    previous.toString('hex'),
    entry.chain,
    entry.seq,
    entry.at.toISOString(),
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.targetKind,
    entry.targetDigest?.toString('hex') ?? null,
    entry.erased,
    entry.actorDigest?.toString('hex') ?? null,
    entry.textDigest?.toString('hex') ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/**
 * SHA-256 over a random salt and the text. The salt is stored beside the text and erased with it: without it nobody can
 * find the text by trying names or addresses.
 */
export function personalDigestOf(salt: Buffer, content: string): Buffer {
  return createHash('sha256').update(salt).update(content).digest();
}
