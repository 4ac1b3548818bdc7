import { BytePool, placeInChunk } from './byte-pool.ts';
import { sharedBufferOf, type TableParts } from './record-log.ts';

export interface AddressParts {
  readonly pool: TableParts;
  /** Where the texts start, their hashes, and the table. */
  readonly index: TableParts;
}

const EVM_LENGTH = 42;
const EVM_BYTES = 20;
/** First byte of an entry: an EVM address as its 20 bytes, or the length of a text that follows. */
const IS_EVM = 255;
const FIRST_SIZE = 1024;

/**
 * Texts of accounts and their numbers, both ways, without an object for each: an open hash table over bytes. Numbers
 * are given in the order texts are first named.
 */
export class AddressBook {
  readonly #pool: BytePool;
  #starts: Float64Array;
  #hashes: Uint32Array;
  /** Number of an account and one, 0 for an empty place. */
  #table: Uint32Array;
  #count: number;
  readonly #scratch = new Uint8Array(256);
  readonly #codes: number[] = Array.from(`0x${'0'.repeat(2 * EVM_BYTES)}`, (sign) => sign.charCodeAt(0));

  constructor(parts?: AddressParts) {
    const [starts, hashes, table] = parts?.index.chunks ?? [];
    this.#pool = new BytePool(parts?.pool);
    this.#starts = new Float64Array(starts ?? new SharedArrayBuffer(8 * FIRST_SIZE));
    this.#hashes = new Uint32Array(hashes ?? new SharedArrayBuffer(4 * FIRST_SIZE));
    this.#table = new Uint32Array(table ?? new SharedArrayBuffer(8 * FIRST_SIZE));
    this.#count = parts?.index.count ?? 0;
  }

  parts(): AddressParts {
    const chunks = [this.#starts, this.#hashes, this.#table].map(sharedBufferOf);
    return { pool: this.#pool.parts(), index: { count: this.#count, chunks } };
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#pool.bytes + this.#starts.byteLength + this.#hashes.byteLength + this.#table.byteLength;
  }

  /** Bytes it may grow by when one more address arrives. */
  get nextGrowth(): number {
    const tables = this.#starts.byteLength + this.#hashes.byteLength + this.#table.byteLength;
    return (this.#count >= this.#starts.length ? tables : 0) + (this.#pool.needsChunk(256) ? 2 ** 20 : 0);
  }

  /** Number of an address, null when it has none. */
  find(address: string): number | null {
    const length = this.#encode(address);
    const place = this.#placeOf(hashOf(this.#scratch, length), length);
    const entry = this.#table[place] ?? 0;
    return entry === 0 ? null : entry - 1;
  }

  /** Number of an address, a new one when it has none. */
  intern(address: string): number {
    const length = this.#encode(address);
    const hash = hashOf(this.#scratch, length);
    let place = this.#placeOf(hash, length);
    const entry = this.#table[place] ?? 0;
    if (entry !== 0) return entry - 1;
    if (this.#count >= this.#starts.length) {
      this.#grow();
      place = this.#placeOf(hash, length);
    }
    const start = this.#pool.reserve(length);
    this.#pool.chunkOf(start).set(this.#scratch.subarray(0, length), placeInChunk(start));
    const account = this.#count;
    this.#starts[account] = start;
    this.#hashes[account] = hash;
    this.#count += 1;
    this.#table[place] = this.#count;
    return account;
  }

  addressOf(account: number): string {
    const start = this.#starts[account];
    if (start === undefined || account >= this.#count) throw new RangeError(`account ${account} is not of this store`);
    const chunk = this.#pool.chunkOf(start);
    const at = placeInChunk(start);
    const head = chunk[at] ?? 0;
    if (head !== IS_EVM) return String.fromCharCode(...chunk.subarray(at + 1, at + 1 + head));
    const codes = this.#codes;
    for (let index = 0; index < EVM_BYTES; index += 1) {
      const byte = chunk[at + 1 + index] ?? 0;
      codes[2 + 2 * index] = DIGITS[byte >> 4] ?? 48;
      codes[3 + 2 * index] = DIGITS[byte & 15] ?? 48;
    }
    return String.fromCharCode.apply(null, codes);
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    const starts = new Float64Array(new SharedArrayBuffer(8 * size));
    starts.set(this.#starts);
    this.#starts = starts;
    const hashes = new Uint32Array(new SharedArrayBuffer(4 * size));
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const table = new Uint32Array(new SharedArrayBuffer(8 * size));
    const mask = table.length - 1;
    for (let account = 0; account < this.#count; account += 1) {
      let place = (hashes[account] ?? 0) & mask;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = account + 1;
    }
    this.#table = table;
  }

  #placeOf(hash: number, length: number): number {
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (;;) {
      const entry = this.#table[place] ?? 0;
      if (entry === 0 || (this.#hashes[entry - 1] === hash && this.#isAt(entry - 1, length))) return place;
      place = (place + 1) & mask;
    }
  }

  #isAt(account: number, length: number): boolean {
    const start = this.#starts[account] ?? 0;
    const chunk = this.#pool.chunkOf(start);
    const at = placeInChunk(start);
    for (let index = 0; index < length; index += 1) if (chunk[at + index] !== this.#scratch[index]) return false;
    return true;
  }

  /** Writes the entry of an address into the scratch and returns its length. */
  #encode(address: string): number {
    const scratch = this.#scratch;
    if (address.length === EVM_LENGTH && address.startsWith('0x')) {
      let isHex = true;
      for (let index = 0; index < EVM_BYTES; index += 1) {
        const high = nibble(address.charCodeAt(2 + 2 * index));
        const low = nibble(address.charCodeAt(3 + 2 * index));
        if (high < 0 || low < 0) {
          isHex = false;
          break;
        }
        scratch[index + 1] = high * 16 + low;
      }
      if (isHex) {
        scratch[0] = IS_EVM;
        return EVM_BYTES + 1;
      }
    }
    if (address.length >= IS_EVM) throw new RangeError(`an address of ${address.length} characters is too long`);
    scratch[0] = address.length;
    for (let index = 0; index < address.length; index += 1) {
      const code = address.charCodeAt(index);
      if (code > 255) throw new RangeError('an address has characters outside Latin-1');
      scratch[index + 1] = code;
    }
    return address.length + 1;
  }
}

/** Codes of the digits. */
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Value of a digit by its code, -1 for any other. Lower case only: another spelling would not come back as it was. */
const NIBBLES = new Int8Array(256).fill(-1);
for (const [value, code] of DIGITS.entries()) NIBBLES[code] = value;

function nibble(code: number): number {
  return NIBBLES[code] ?? -1;
}

function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
