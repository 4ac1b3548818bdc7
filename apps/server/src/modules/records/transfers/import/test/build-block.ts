import { merkleRoot, sha256d } from '../blocks/hashes.ts';

/** Target nearly every hash meets, so that a test can make blocks; and its short form. */
export const TEST_TARGET = 0x7fffffn << 232n;
const TEST_BITS = 0x207fffff;

export interface MadeTransaction {
  readonly inputs: readonly { readonly id: Buffer; readonly index: number }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Buffer }[];
  readonly script?: Buffer;
  /** Witness of each input; left out for transactions of the old form. */
  readonly witness?: readonly (readonly Buffer[])[];
}

export const NOTHING = { id: Buffer.alloc(32), index: 0xffffffff } as const;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

export function count(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8(0xfd);
  bytes.writeUInt16LE(value, 1);
  return bytes;
}

const withLength = (bytes: Buffer): Buffer => Buffer.concat([count(bytes.length), bytes]);

export function transactionBytes(made: MadeTransaction, isStripped = false): Buffer {
  const hasWitness = made.witness !== undefined && !isStripped;
  return Buffer.concat([
    uint32(2),
    ...(hasWitness ? [Buffer.of(0, 1)] : []),
    count(made.inputs.length),
    ...made.inputs.flatMap(({ id, index }) => [
      id,
      uint32(index),
      withLength(made.script ?? Buffer.alloc(0)),
      uint32(0),
    ]),
    count(made.outputs.length),
    ...made.outputs.flatMap(({ amount, script }) => [uint64(amount), withLength(script)]),
    ...(hasWitness ? (made.witness ?? []).flatMap((items) => [count(items.length), ...items.map(withLength)]) : []),
    uint32(0),
  ]);
}

export const idOf = (made: MadeTransaction): Buffer => sha256d(transactionBytes(made, true));

/** A coinbase that states its height. */
export function coinbaseAt(height: number, outputs: MadeTransaction['outputs']): MadeTransaction {
  return { inputs: [NOTHING], outputs, script: Buffer.concat([Buffer.of(3), uint32(height).subarray(0, 3)]) };
}

/** A coinbase that commits to the witnesses of the others. */
export function committing(coinbase: MadeTransaction, others: readonly MadeTransaction[]): MadeTransaction {
  const reserved = Buffer.alloc(32, 7);
  const { root } = merkleRoot([Buffer.alloc(32), ...others.map((made) => sha256d(transactionBytes(made)))]);
  const script = Buffer.concat([Buffer.from('6a24aa21a9ed', 'hex'), sha256d(Buffer.concat([root, reserved]))]);
  return { ...coinbase, outputs: [...coinbase.outputs, { amount: 0n, script }], witness: [[reserved]] };
}

/** A block with just enough work for `TEST_TARGET`. */
export function blockBytes(previous: Buffer, transactions: readonly MadeTransaction[], time = 1_600_000_000): Buffer {
  const { root } = merkleRoot(transactions.map(idOf));
  const version = uint32(4);
  for (let nonce = 0; ; nonce += 1) {
    const header = Buffer.concat([version, previous, root, uint32(time), uint32(TEST_BITS), uint32(nonce)]);
    if (BigInt(`0x${sha256d(header).reverse().toString('hex')}`) > TEST_TARGET) continue;
    return Buffer.concat([header, count(transactions.length), ...transactions.map((made) => transactionBytes(made))]);
  }
}

export const hashOf = (block: Buffer): Buffer => sha256d(block.subarray(0, 80));

const MAIN_MAGIC = 0xf9beb4d9;

/** As a node lays blocks, or undo data with their checksums, into its files. */
export function framed(parts: readonly Buffer[], trailers: readonly Buffer[] = [], magic = MAIN_MAGIC): Buffer {
  const mark = Buffer.alloc(4);
  mark.writeUInt32BE(magic);
  return Buffer.concat(parts.flatMap((part, at) => [mark, uint32(part.length), part, trailers[at] ?? Buffer.alloc(0)]));
}

export function xored(bytes: Buffer, key: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (key[at % key.length] ?? 0)));
}

/** Core's VARINT. */
export function varint(value: bigint): Buffer {
  const bytes = [Number(value & 0x7fn)];
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) {
    rest -= 1n;
    bytes.unshift(Number(rest & 0x7fn) | 0x80);
  }
  return Buffer.from(bytes);
}

/** Core's short form of an amount. */
export function shortAmount(amount: bigint): bigint {
  if (amount === 0n) return 0n;
  let rest = amount;
  let zeros = 0n;
  while (zeros < 9n && rest % 10n === 0n) {
    rest /= 10n;
    zeros += 1n;
  }
  return zeros < 9n ? 1n + 10n * (9n * (rest / 10n) + (rest % 10n) - 1n) + zeros : 1n + 10n * (rest - 1n) + 9n;
}
