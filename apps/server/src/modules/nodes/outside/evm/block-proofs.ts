import { keccak_256 } from '@noble/hashes/sha3.js';
import type { BlockReceipt, HeaderFields } from './evm-blocks-wire.ts';
import { encodeRlp, hexToBytes, quantityBytes, type RlpItem } from './rlp.ts';
import { rootOfList } from './trie-root.ts';

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
