/** Why a block, or data that belongs to it, is refused. */
export class BlockError extends Error {
  override readonly name = 'BlockError';
}

const LARGEST_ITEM = 0x02000000;

/** Reads Bitcoin's wire format strictly in order; data that is incomplete or not in its shortest form is refused. */
export class BlockReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  take(count: number): Buffer {
    const end = this.at + count;
    if (end > this.bytes.length) throw new BlockError(`cut short: ${this.bytes.length} bytes end within a part`);
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  /** Base units. @throws BlockError above the maximum supply */
  amount(): bigint {
    return coinsOf(this.take(8).readBigUInt64LE());
  }

  /** A CompactSize number, as lengths and counts are written. */
  count(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.take(2).readUInt16LE(), 0xfd]
        : first === 0xfe
          ? [this.uint32(), 0x1_0000]
          : [Number(this.take(8).readBigUInt64LE()), 0x1_0000_0000];
    if (value < least) throw new BlockError('a length is not in its shortest form');
    if (value > LARGEST_ITEM) throw new BlockError('a length is beyond what a block may hold');
    return value;
  }

  lengthAndBytes(): Buffer {
    return this.take(this.count());
  }

  /** Bitcoin Core's VARINT of its own files: seven bits a byte, one added to each carry. */
  varint(): bigint {
    let value = 0n;
    for (;;) {
      const byte = this.byte();
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (value > 0xffff_ffff_ffff_ffffn) throw new BlockError('a number is too large');
      if ((byte & 0x80) === 0) return value;
      value += 1n;
    }
  }
}

/** A CompactSize number below 2^32 as hexadecimal digits. */
export function compactSize(value: number): string {
  const bytes = Buffer.alloc(5);
  if (value < 0xfd) return Buffer.of(value).toString('hex');
  bytes.writeUInt8(value <= 0xffff ? 0xfd : 0xfe);
  bytes.writeUInt32LE(value, 1);
  return bytes.toString('hex', 0, value <= 0xffff ? 3 : 5);
}

const ALL_COINS = 2_100_000_000_000_000n;

export function coinsOf(amount: bigint): bigint {
  if (amount > ALL_COINS) throw new BlockError(`an amount of ${amount} is more than all coins`);
  return amount;
}
