import { BlockError, type BlockReader } from './block-reader.ts';
import { sha256d } from './hashes.ts';

export const HEADER_BYTES = 80;
/** Enough to read a header and the coinbase's script, which states the height. */
export const START_BYTES = HEADER_BYTES + 9 + 4 + 10 + 41 + 110;
/** The easiest target Bitcoin ever allowed: no block was cheaper to make. */
export const EASIEST_TARGET = 0xffffn << 208n;

export interface BlockHeader {
  readonly version: number;
  /** As stored, not as shown. */
  readonly hash: Buffer;
  readonly previous: Buffer;
  readonly merkleRoot: Buffer;
  /** Unix seconds. */
  readonly time: number;
  /** Tries its finding took, on average. */
  readonly work: number;
}

/** @throws BlockError for a header that does not carry the work it claims, or less than Bitcoin ever asked for */
export function readHeader(reader: BlockReader, easiestTarget: bigint = EASIEST_TARGET): BlockHeader {
  const bytes = reader.take(HEADER_BYTES);
  const hash = sha256d(bytes);
  const target = targetOf(bytes.readUInt32LE(72));
  const value = BigInt(`0x${Buffer.from(hash).reverse().toString('hex')}`);
  if (target <= 0n || target > easiestTarget) throw new BlockError('the header claims less work than Bitcoin asks for');
  if (value > target) throw new BlockError('the header does not carry the work it claims');
  return {
    version: bytes.readInt32LE(0),
    hash,
    previous: bytes.subarray(4, 36),
    merkleRoot: bytes.subarray(36, 68),
    time: bytes.readUInt32LE(68),
    work: Number((1n << 256n) / (target + 1n)),
  };
}

function targetOf(bits: number): bigint {
  const size = bits >>> 24;
  if ((bits & 0x800000) !== 0 || size > 32) return 0n;
  const mantissa = BigInt(bits & 0x7fffff);
  return size <= 3 ? mantissa >> BigInt(8 * (3 - size)) : mantissa << BigInt(8 * (size - 3));
}

/** First height from which every block states its own. */
const HEIGHTS_FROM = 227_931;
const MOST_HEIGHT = 10_000_000;

/**
 * The height a block states in its coinbase (BIP34); null where it states none. `start` is the beginning of the block.
 *
 * @throws BlockError where the block ends before
 */
export function statedHeight(header: Pick<BlockHeader, 'version'>, start: BlockReader): number | null {
  if (header.version < 2) return null;
  start.count();
  start.uint32();
  const inputs = start.count();
  // A marker in place of the count says that witnesses follow.
  if (inputs === 0) {
    start.byte();
    start.count();
  }
  start.take(36);
  const script = start.lengthAndBytes();
  const size = script[0] ?? 0;
  if (size < 3 || size > 4 || script.length < size + 1) return null;
  const height = script.readUIntLE(1, size);
  return height >= HEIGHTS_FROM && height < MOST_HEIGHT ? height : null;
}
