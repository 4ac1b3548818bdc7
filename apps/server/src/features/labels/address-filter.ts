const BITS_PER_ADDRESS = 16;
const BITS_SET = 8;

/**
 * A set of addresses in two bytes each (a Bloom filter): it never denies an address that was added, and takes one of
 * some 1,700 others for one of them.
 */
export class AddressFilter {
  readonly #bits: Uint32Array;
  readonly #count: number;

  /** @param capacity how many addresses will be added at most; more make wrong hits more frequent */
  constructor(capacity: number) {
    const words = Math.max(1, Math.ceil((capacity * BITS_PER_ADDRESS) / 32));
    this.#bits = new Uint32Array(words);
    this.#count = words * 32;
  }

  add(address: string): void {
    let [bit, step] = this.#hashesOf(address);
    for (let round = 0; round < BITS_SET; round += 1) {
      const word = bit >>> 5;
      this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (bit & 31));
      bit = (bit + step) % this.#count;
      step = (step + round) % this.#count;
    }
  }

  /** False: certainly not added. */
  mayContain(address: string): boolean {
    let [bit, step] = this.#hashesOf(address);
    for (let round = 0; round < BITS_SET; round += 1) {
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      bit = (bit + step) % this.#count;
      step = (step + round) % this.#count;
    }
    return true;
  }

  /** First bit and step of enhanced double hashing: two FNV-1a hashes, each mixed to its end. */
  #hashesOf(address: string): [number, number] {
    let first = 0x811c9dc5;
    let second = 0x9e3779b9;
    for (let at = 0; at < address.length; at += 1) {
      const code = address.charCodeAt(at);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 15;
    }
    return [mixed(first) % this.#count, mixed(second) % this.#count];
  }
}

/** The last steps of MurmurHash3: every bit of the input changes half of the output's. */
function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
