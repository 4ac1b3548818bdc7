import { createHash } from 'node:crypto';

/*
 * Digests that depend on the set of clusters only, whatever order they came about in: sums of hashes, so that a join
 * changes them without reading the addresses again.
 */

const HEX_DIGITS = 32;

/** Hash of an address, 128 bits; a cluster has the sum over its addresses. */
export function addressHash(address: string): bigint {
  return hashOf(address);
}

/** Hash of a cluster of two or more addresses, 128 bits; 0 for a single address. A ledger has the sum over its clusters. */
export function clusterMark(size: number, addressSum: bigint): bigint {
  return size < 2 ? 0n : hashOf(`${size} ${addressSum}`);
}

function hashOf(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, HEX_DIGITS)}`);
}
