/** What every runtime has, and the language's own library does not name. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const DECODER = new TextDecoder();
/** Two digits of a byte, as they lie in memory. */
const DIGITS = new Uint16Array(256);
{
  const digits = new Uint8Array(DIGITS.buffer);
  for (let byte = 0; byte < 256; byte += 1) {
    const text = byte.toString(16).padStart(2, '0');
    digits[2 * byte] = text.charCodeAt(0);
    digits[2 * byte + 1] = text.charCodeAt(1);
  }
}
/** A part of a text keeps all of it in memory, so that few are written together. */
const TEXTS = 32;

/**
 * Texts of hexadecimal digits, all of one length, written side by side and decoded by one call: that takes a third of
 * what putting together each by itself takes.
 */
export class HexSheet {
  readonly #length: number;
  readonly #pairs: Uint16Array;
  readonly #bytes: Uint8Array;
  readonly #prefix: number | null;
  #end = 0;

  /** @param bytes how many each text shows @param hasPrefix whether each begins with 0x */
  constructor(bytes: number, hasPrefix: boolean) {
    this.#length = 2 * bytes + (hasPrefix ? 2 : 0);
    this.#bytes = new Uint8Array(TEXTS * this.#length);
    this.#pairs = new Uint16Array(this.#bytes.buffer);
    this.#prefix = null;
    if (hasPrefix) {
      this.#bytes.set([48, 120]);
      this.#prefix = this.#pairs[0] ?? 0;
    }
  }

  get isFull(): boolean {
    return 2 * this.#end === this.#bytes.length;
  }

  /** Begins the next text; the sheet must not be full. */
  begin(): void {
    if (this.#prefix === null) return;
    this.#pairs[this.#end] = this.#prefix;
    this.#end += 1;
  }

  /** @param byte 0 to 255 */
  add(byte: number): void {
    this.#pairs[this.#end] = DIGITS[byte] ?? 0;
    this.#end += 1;
  }

  /** Four bytes, the highest first. */
  addWord(word: number): void {
    const pairs = this.#pairs;
    const end = this.#end;
    pairs[end] = DIGITS[word >>> 24] ?? 0;
    pairs[end + 1] = DIGITS[(word >>> 16) & 255] ?? 0;
    pairs[end + 2] = DIGITS[(word >>> 8) & 255] ?? 0;
    pairs[end + 3] = DIGITS[word & 255] ?? 0;
    this.#end = end + 4;
  }

  /** All texts written since it was last called, one after the other: cut from it every `textLength` characters. */
  take(): string {
    const text = DECODER.decode(this.#bytes.subarray(0, 2 * this.#end));
    this.#end = 0;
    return text;
  }

  get textLength(): number {
    return this.#length;
  }
}
