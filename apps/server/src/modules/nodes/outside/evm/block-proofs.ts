import { keccak_256 } from '@noble/hashes/sha3.js';
import type { BlockReceipt, HeaderFields } from './evm-blocks-wire.ts';
import { encodeRlp, hexToBytes, quantityBytes, type RlpItem } from './rlp.ts';

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** Fields of a header in their order (Yellow Paper, 4.4), and whether they are numbers; then what forks have added. */
const HEADER = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
] as const;

/** London (EIP-1559), Shanghai (4895), Cancun (4844, 4788), Prague (7685). */
const ADDED = [
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
] as const;

/** The hash of a header, computed from its fields; null where the node leaves one out that every header has. */
export function hashOfHeader(header: HeaderFields): string | null {
  const items: RlpItem[] = [];
  for (const [name, kind] of HEADER) {
    const value = header[name];
    if (typeof value !== 'string') return null;
    items.push(itemOf(value, kind));
  }
  for (const [name, kind] of ADDED) {
    const value = header[name];
    if (typeof value !== 'string') break;
    items.push(itemOf(value, kind));
  }
  return hexOf(keccak_256(encodeRlp(items)));
}

function itemOf(value: string, kind: 'bytes' | 'number'): Uint8Array {
  return kind === 'bytes' ? hexToBytes(value) : quantityBytes(BigInt(value));
}

/** The last kind of transaction whose receipt has the form of Ethereum's own; second layers add kinds with more fields. */
const LAST_KIND = 4;

/** What the root of receipts is computed of. */
type ProvenReceipt = Pick<BlockReceipt, 'type' | 'status' | 'root' | 'cumulativeGasUsed' | 'logsBloom'> & {
  readonly logs: readonly Pick<BlockReceipt['logs'][number], 'address' | 'topics' | 'data'>[];
};

/**
 * The root of a block's receipts; null where it cannot be computed, because a receipt is of a kind that only its network
 * has, or the node leaves a field out.
 */
export function rootOfReceipts(receipts: readonly ProvenReceipt[]): string | null {
  const encoded: Uint8Array[] = [];
  for (const receipt of receipts) {
    const bytes = encodeReceipt(receipt);
    if (bytes === null) return null;
    encoded.push(bytes);
  }
  return hexOf(rootOfList(encoded));
}

function encodeReceipt(receipt: ProvenReceipt): Uint8Array | null {
  const { type, status, root, cumulativeGasUsed, logsBloom, logs } = receipt;
  const kind = Number(type ?? '0x0');
  // Before the Byzantium fork, a receipt had the state after its transaction.
  const outcome = typeof status === 'string' ? quantityBytes(BigInt(status)) : root ? hexToBytes(root) : null;
  if (kind > LAST_KIND || outcome === null || typeof cumulativeGasUsed !== 'string' || typeof logsBloom !== 'string')
    return null;
  const body = encodeRlp([
    outcome,
    quantityBytes(BigInt(cumulativeGasUsed)),
    hexToBytes(logsBloom),
    logs.map(({ address, topics, data }) => [hexToBytes(address), topics.map(hexToBytes), hexToBytes(data)]),
  ]);
  return kind === 0 ? body : Buffer.concat([Uint8Array.of(kind), body]);
}

interface TrieEntry {
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
function rootOfList(values: readonly Uint8Array[]): Uint8Array {
  if (values.length === 0) return keccak_256(encodeRlp(new Uint8Array()));
  const entries = values.map((value, index) => ({ path: nibblesOf(encodeRlp(quantityBytes(BigInt(index)))), value }));
  return keccak_256(encodeRlp(nodeOf(entries)));
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
}

function nodeOf(entries: readonly TrieEntry[]): readonly RlpItem[] {
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

function below(entries: readonly TrieEntry[], depth: number): readonly TrieEntry[] {
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
