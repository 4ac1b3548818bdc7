import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeRlp, quantityBytes, type RlpItem } from './rlp.ts';

interface Entry {
  /** Half bytes of the key that are left below this node. */
  readonly path: readonly number[];
  readonly value: Uint8Array;
}

/**
 * The root of the Merkle Patricia trie of a list (Yellow Paper, appendix D), whose keys are the indices: what a header
 * holds of its transactions and receipts.
 *
 * @returns 32 bytes
 */
export function rootOfList(values: readonly Uint8Array[]): Uint8Array {
  if (values.length === 0) return keccak_256(encodeRlp(new Uint8Array()));
  const entries = values.map((value, index) => ({ path: nibblesOf(encodeRlp(quantityBytes(BigInt(index)))), value }));
  return keccak_256(encodeRlp(nodeOf(entries)));
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
}

function nodeOf(entries: readonly Entry[]): readonly RlpItem[] {
  const [first] = entries;
  if (first === undefined) throw new RangeError('A node of a trie has entries');
  if (entries.length === 1) return [compact(first.path, true), first.value];
  const shared = sharedLength(entries.map(({ path }) => path));
  if (shared > 0) {
    return [compact(first.path.slice(0, shared), false), referenceTo(nodeOf(below(entries, shared)))];
  }
  const children = Array.from({ length: 16 }, (_, nibble): RlpItem => {
    const own = entries.filter(({ path }) => path[0] === nibble);
    return own.length === 0 ? new Uint8Array() : referenceTo(nodeOf(below(own, 1)));
  });
  return [...children, entries.find(({ path }) => path.length === 0)?.value ?? new Uint8Array()];
}

function below(entries: readonly Entry[], depth: number): readonly Entry[] {
  return entries.map(({ path, value }) => ({ path: path.slice(depth), value }));
}

function sharedLength(paths: readonly (readonly number[])[]): number {
  const [first = []] = paths;
  const end = first.findIndex((nibble, at) => paths.some((path) => path[at] !== nibble));
  return end === -1 ? first.length : end;
}

/** A node that takes less than 32 bytes is written where it is named; of others, the hash. */
function referenceTo(node: readonly RlpItem[]): RlpItem {
  const bytes = encodeRlp(node);
  return bytes.length < 32 ? node : keccak_256(bytes);
}

/** A path as bytes, with whether it ends at a value and whether its length is odd (Yellow Paper, appendix C). */
function compact(path: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const nibbles = path.length % 2 === 0 ? [flag, 0, ...path] : [flag + 1, ...path];
  return Uint8Array.from(
    { length: nibbles.length / 2 },
    (_, at) => (nibbles[2 * at] ?? 0) * 16 + (nibbles[2 * at + 1] ?? 0),
  );
}
