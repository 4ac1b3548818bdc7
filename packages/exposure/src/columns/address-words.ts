/**
 * Addresses as words, so that a look-up compares and hashes a few numbers and no characters: an EVM address is its 20
 * bytes in five words; any other text its length and its Latin-1 characters.
 */
export const EVM_WORDS = 5;
const EVM_LENGTH = 2 + 8 * EVM_WORDS;
const MAX_LENGTH = 254;
export const MAX_WORDS = Math.ceil((MAX_LENGTH + 1) / 4);
/** Beside the length of a slot, which is at most 64. */
const IS_EVM = 128;

/** The words of some addresses at a time, each in a slot of its own. */
export class AddressWords {
  readonly words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;

  constructor(slots: number) {
    this.words = new Uint32Array(slots * MAX_WORDS);
    this.#bytes = new Uint8Array(this.words.buffer);
    this.#lengths = new Uint8Array(slots);
  }

  /** Words of a slot; they start at `MAX_WORDS` times its number. */
  lengthOf(slot: number): number {
    return (this.#lengths[slot] ?? 0) % IS_EVM;
  }

  isEvm(slot: number): boolean {
    return (this.#lengths[slot] ?? 0) >= IS_EVM;
  }

  /** @throws RangeError for a text that is too long, or has characters outside Latin-1. */
  encode(address: string, slot: number): void {
    if (!this.#encodeEvm(address, slot)) this.#encodeText(address, slot);
  }

  hashOf(slot: number): number {
    const { words } = this;
    const start = slot * MAX_WORDS;
    const length = this.lengthOf(slot);
    let hash = length;
    for (let index = start; index < start + length; index += 1) {
      const mixed = Math.imul(words[index] ?? 0, 0xcc9e2d51);
      hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
      hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  #encodeEvm(address: string, slot: number): boolean {
    if (address.length !== EVM_LENGTH || address.charCodeAt(0) !== ZERO || address.charCodeAt(1) !== X) return false;
    const { words } = this;
    const start = slot * MAX_WORDS;
    let at = 2;
    // Values of digits stay below 16, and their codes below 128: anything else leaves a higher bit.
    let seen = 0;
    for (let index = start; index < start + EVM_WORDS; index += 1) {
      let word = 0;
      for (const end = at + 8; at < end; at += 1) {
        const code = address.charCodeAt(at);
        const value = VALUES[code & 127] ?? NO_DIGIT;
        seen |= value | (code & ~127);
        word = (word << 4) | (value & 15);
      }
      words[index] = word;
    }
    this.#lengths[slot] = EVM_WORDS | IS_EVM;
    return seen < 16;
  }

  #encodeText(address: string, slot: number): void {
    if (address.length > MAX_LENGTH) throw new RangeError(`an address of ${address.length} characters is too long`);
    const bytes = this.#bytes;
    const length = (address.length + 4) >>> 2;
    const start = slot * MAX_WORDS;
    this.words[start + length - 1] = 0;
    const first = 4 * start;
    bytes[first] = address.length;
    for (let index = 0; index < address.length; index += 1) {
      const code = address.charCodeAt(index);
      if (code > 255) throw new RangeError('an address has characters outside Latin-1');
      bytes[first + index + 1] = code;
    }
    this.#lengths[slot] = length;
  }
}

/** The text of an EVM address whose words start here. */
export function evmText(words: Uint32Array, start: number): string {
  let at = 2;
  for (let index = start; index < start + EVM_WORDS; index += 1) {
    const word = words[index] ?? 0;
    for (let bits = 28; bits >= 0; bits -= 4) {
      EVM_CODES[at] = DIGITS[(word >>> bits) & 15] ?? ZERO;
      at += 1;
    }
  }
  // In one piece: texts put together from parts are copied when they are read.
  return String.fromCharCode(...EVM_CODES);
}

/** Any other text whose words start here. */
export function plainText(words: Uint32Array, start: number): string {
  const bytes = new Uint8Array(words.buffer, words.byteOffset + 4 * start);
  return String.fromCharCode(...bytes.subarray(1, 1 + (bytes[0] ?? 0)));
}

const ZERO = 48;
const X = 120;
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Characters of the address that is being written. */
const EVM_CODES: number[] = Array.from({ length: EVM_LENGTH }, (_, index) => (index === 1 ? X : ZERO));

/** Value of a digit by its code. Lower case only: another spelling would not come back as it was. */
const NO_DIGIT = 128;
const VALUES = new Uint8Array(128).fill(NO_DIGIT);
for (const [value, code] of DIGITS.entries()) VALUES[code] = value;
