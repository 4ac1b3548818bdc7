import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

/** Bytes as java-tron writes and hashes them, in code of its own: what is tested must not be its own measure. */

/** A field of a Protocol Buffers message: its number, and a whole number or bytes. */
export type ProtoField = readonly [number: number, value: bigint | Buffer];

export function message(fields: readonly ProtoField[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) =>
      typeof value === 'bigint'
        ? Buffer.concat([base128(BigInt(number * 8)), base128(value)])
        : Buffer.concat([base128(BigInt(number * 8 + 2)), base128(BigInt(value.length)), value]),
    ),
  );
}

function base128(value: bigint): Buffer {
  const digits: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...digits, Number(rest)]);
    digits.push(Number(rest & 127n) + 128);
  }
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const base58check = createBase58check((bytes: Uint8Array) => sha256(bytes));

/** An address of Tron in hexadecimal digits, the same for the same name. */
export function tronHexOf(name: string): string {
  return `41${sha256(Buffer.from(name)).subarray(0, 20).toString('hex')}`;
}

/** The written form of an address in hexadecimal digits. */
export function tronAddress(hex: string): string {
  return base58check.encode(Buffer.from(hex, 'hex'));
}

/** The 21 bytes of a written address, in hexadecimal digits. */
export function tronHex(address: string): string {
  return Buffer.from(base58check.decode(address)).toString('hex');
}

/** The root of a block's transactions: neighbours hashed together, a single one carried up. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return Buffer.alloc(32);
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  const above: Buffer[] = [];
  for (let at = 0; at < leaves.length; at += 2) {
    const [left = Buffer.alloc(0), right] = leaves.slice(at, at + 2);
    above.push(right === undefined ? left : sha256(Buffer.concat([left, right])));
  }
  return merkleRoot(above);
}
