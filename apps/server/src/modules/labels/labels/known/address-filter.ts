const BITS_PER_ADDRESS = 16;
const BITS_SET = 8;
/** Bits of a block: a line of the processor's cache, so that one address costs one read of memory. */
const BLOCK_WORDS = 16;
const BLOCK_MASK = BLOCK_WORDS * 32 - 1;

/**
 * A set of addresses in two bytes each (a Bloom filter, whose bits of one address are in one block): it never denies an
 * address that was added, and takes one of some 1,000 others for one of them. All arithmetic is in 32 bits: a remainder
 * of larger numbers would cost more than everything else.
 */
export class AddressFilter {
  readonly #bits: Int32Array;
  readonly #blocks: number;
  /** Which bits of its block the last hashed address has, from its second hash. */
  #spread = 0;

  /** @param capacity how many addresses will be added at most; more make wrong hits more frequent */
  constructor(capacity: number) {
    this.#blocks = Math.max(1, Math.ceil((capacity * BITS_PER_ADDRESS) / (BLOCK_WORDS * 32)));
    this.#bits = new Int32Array(this.#blocks * BLOCK_WORDS);
  }

  add(address: string): void {
    const bits = this.#bits;
    const start = this.#blockOf(address);
    let spread = this.#spread;
    for (let round = 0; round < BITS_SET; round += 1) {
      const bit = spread & BLOCK_MASK;
      const word = start + (bit >>> 5);
      bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
      spread = next(spread);
    }
  }

  /** False: certainly not added. */
  mayContain(address: string): boolean {
    const bits = this.#bits;
    const start = this.#blockOf(address);
    let spread = this.#spread;
    for (let round = 0; round < BITS_SET; round += 1) {
      const bit = spread & BLOCK_MASK;
      if (((bits[start + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0) return false;
      spread = next(spread);
    }
    return true;
  }

  /**
   * The first word of the address's block. Two hashes, each of every second character and so of half the work, are mixed
   * into two of all characters: of the block, and of its bits.
   */
  #blockOf(address: string): number {
    let even = 0x811c9dc5 | 0;
    let odd = 0x9e3779b9 | 0;
    const last = address.length - 1;
    for (let at = 0; at < last; at += 2) {
      even = Math.imul(even ^ address.charCodeAt(at), 0x01000193);
      odd = Math.imul(odd ^ address.charCodeAt(at + 1), 0x85ebca6b);
      odd ^= odd >>> 15;
    }
    if ((last & 1) === 0) even = Math.imul(even ^ address.charCodeAt(last), 0x01000193);
    const first = mixed(even) ^ odd;
    const second = mixed(odd) ^ even;
    this.#spread = mixed(second);
    // The share of 2^32 that the hash is, of the blocks: as even as a remainder, without a division.
    return Math.floor((mixed(first) >>> 0) * 2 ** -32 * this.#blocks) * BLOCK_WORDS;
  }
}

/** The next nine bits: a step of a generator with a period of 2^32, of whose state the high bits are the best. */
function next(spread: number): number {
  const stepped = (Math.imul(spread, 0x915f77f5) + 0x3c6ef35f) | 0;
  return stepped ^ (stepped >>> 16);
}

/** The last steps of MurmurHash3: every bit of the input changes half of the output's. */
function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
