import { AddressWords, EVM_WORDS, evmText, MAX_WORDS, plainText } from './address-words.ts';
import { HexSheet } from './hex-sheet.ts';
import { sharedBufferOf, type TableParts } from './record-log.ts';
import { POOL_CHUNK_BITS, WordPool, wordInChunk } from './word-pool.ts';

export interface AddressParts {
  readonly pool: TableParts;
  /** Where the entries of accounts start, and the table. */
  readonly index: TableParts;
}

/** Top bit of an entry's first word, beside the number of its account: the words of an EVM address follow. */
const IS_EVM = 2 ** 31;
const FIRST_SIZE = 1024;
/** Addresses looked up together. */
const BLOCK = 256;
/** One less than the number of texts kept, a power of two. */
const TEXTS_MASK = 2 ** 12 - 1;

/**
 * Numbers of account texts and texts of numbers, without an object for each: an open hash table over words. A look-up
 * reads two memory locations: the bucket in the table, and the entry it points to, which holds the number too.
 * Numbers are assigned in the order in which texts are first named.
 */
export class AddressBook {
  readonly #pool: WordPool;
  /** Entry of each account. */
  #starts: Uint32Array;
  /** Pairs: hash, and the start of the entry and one, 0 for an empty bucket. */
  #table: Uint32Array;
  #count: number;
  readonly #asked = new AddressWords(BLOCK);
  readonly #hashes = new Uint32Array(BLOCK);
  /** Texts that were written last, by the last bits of their account. */
  readonly #texts: string[] = Array.from({ length: TEXTS_MASK + 1 }, () => '');
  readonly #textsOf = new Float64Array(TEXTS_MASK + 1).fill(-1);
  readonly #sheet = new HexSheet(4 * EVM_WORDS, true);
  /** What came along when memory was fetched ahead; nobody reads it. */
  ahead = 0;

  constructor(parts?: AddressParts) {
    const [starts, table] = parts?.index.chunks ?? [];
    this.#pool = new WordPool(parts?.pool);
    this.#starts = new Uint32Array(starts ?? new SharedArrayBuffer(4 * FIRST_SIZE));
    this.#table = new Uint32Array(table ?? new SharedArrayBuffer(16 * FIRST_SIZE));
    this.#count = parts?.index.count ?? 0;
  }

  parts(): AddressParts {
    const chunks = [this.#starts, this.#table].map(sharedBufferOf);
    return { pool: this.#pool.parts(), index: { count: this.#count, chunks } };
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#pool.bytes + this.#starts.byteLength + this.#table.byteLength;
  }

  /** Number of an address, null when it has none. */
  find(address: string): number | null {
    this.#asked.encode(address, 0);
    const entry = this.#table[this.#bucketOf(this.#asked.hashOf(0), 0) + 1] ?? 0;
    return entry === 0 ? null : this.#numberAt(entry - 1);
  }

  /** Number of an address, a new one when it has none. */
  intern(address: string): number {
    this.#asked.encode(address, 0);
    return this.#internSlot(0, this.#asked.hashOf(0));
  }

  /**
   * Numbers of many addresses, in their order. Buckets of a block are touched before any is read: the machine fetches
   * them side by side, where one look-up after the other waits for each.
   */
  internAll(addresses: readonly string[], numbers: Uint32Array): void {
    for (let first = 0; first < addresses.length; first += BLOCK) {
      const size = Math.min(BLOCK, addresses.length - first);
      for (let slot = 0; slot < size; slot += 1) {
        this.#asked.encode(addresses[first + slot] ?? '', slot);
        this.#hashes[slot] = this.#asked.hashOf(slot);
      }
      this.#fetchAhead(size);
      for (let slot = 0; slot < size; slot += 1) {
        numbers[first + slot] = this.#internSlot(slot, this.#hashes[slot] ?? 0);
      }
    }
  }

  /**
   * Writes the addresses of accounts that `addressOf` is asked for next. The words of all of them are touched before any
   * is read: one is not waited for before the next is asked for.
   *
   * @param accounts numbers of accounts; overwritten
   */
  writeAhead(accounts: Uint32Array, count: number): void {
    const starts = this.#starts;
    const chunks = this.#pool.chunks;
    let missing = 0;
    let ahead = 0;
    for (let index = 0; index < count; index += 1) {
      const account = accounts[index] ?? 0;
      const slot = account & TEXTS_MASK;
      if (this.#textsOf[slot] === account || account >= this.#count) continue;
      // So that it is asked for once; its text follows below.
      this.#textsOf[slot] = account;
      accounts[missing] = account;
      missing += 1;
      ahead ^= starts[account] ?? 0;
    }
    for (let index = 0; index < missing; index += 1) {
      const start = starts[accounts[index] ?? 0] ?? 0;
      ahead ^= chunks[start >>> POOL_CHUNK_BITS]?.[wordInChunk(start)] ?? 0;
    }
    this.ahead = ahead;
    for (let index = 0; index < missing; ) index = this.#writeSheet(accounts, index, missing);
  }

  /** Writes as many as a sheet takes, from `first` on; returns where the next begin. */
  #writeSheet(accounts: Uint32Array, first: number, count: number): number {
    const sheet = this.#sheet;
    let next = first;
    let written = 0;
    for (; next < count && !sheet.isFull; next += 1) {
      const account = accounts[next] ?? 0;
      const start = this.#starts[account] ?? 0;
      const chunk = this.#pool.chunkOf(start);
      const at = wordInChunk(start);
      if ((chunk[at] ?? 0) < IS_EVM) {
        this.#keep(account, plainText(chunk, at + 1));
        continue;
      }
      sheet.begin();
      for (let word = at + 1; word <= at + EVM_WORDS; word += 1) sheet.addWord(chunk[word] ?? 0);
      accounts[first + written] = account;
      written += 1;
    }
    const texts = sheet.take();
    const { textLength } = sheet;
    for (let index = 0; index < written; index += 1) {
      this.#keep(accounts[first + index] ?? 0, texts.substring(index * textLength, (index + 1) * textLength));
    }
    return next;
  }

  #keep(account: number, text: string): void {
    const slot = account & TEXTS_MASK;
    if (this.#textsOf[slot] === account) this.#texts[slot] = text;
  }

  #fetchAhead(size: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    const chunks = this.#pool.chunks;
    let ahead = 0;
    for (let slot = 0; slot < size; slot += 1) ahead ^= table[((this.#hashes[slot] ?? 0) << 1) & mask] ?? 0;
    for (let slot = 0; slot < size; slot += 1) {
      const start = (table[(((this.#hashes[slot] ?? 0) << 1) & mask) + 1] ?? 0) - 1;
      if (start >= 0) ahead ^= chunks[start >>> POOL_CHUNK_BITS]?.[wordInChunk(start)] ?? 0;
    }
    this.ahead = ahead;
  }

  #internSlot(slot: number, hash: number): number {
    let bucket = this.#bucketOf(hash, slot);
    const entry = this.#table[bucket + 1] ?? 0;
    if (entry !== 0) return this.#numberAt(entry - 1);
    const account = this.#count;
    if (account >= this.#starts.length) {
      this.#grow();
      bucket = this.#bucketOf(hash, slot);
    }
    const { words } = this.#asked;
    const length = this.#asked.lengthOf(slot);
    const start = this.#pool.reserve(1 + length);
    const chunk = this.#pool.chunkOf(start);
    const at = wordInChunk(start);
    chunk[at] = this.#asked.isEvm(slot) ? account + IS_EVM : account;
    for (let index = 0; index < length; index += 1) chunk[at + 1 + index] = words[slot * MAX_WORDS + index] ?? 0;
    this.#starts[account] = start;
    this.#count = account + 1;
    this.#table[bucket] = hash;
    this.#table[bucket + 1] = start + 1;
    return account;
  }

  /** An account keeps its address, and a walk names few accounts often: texts that were written last are kept. */
  addressOf(account: number): string {
    const slot = account & TEXTS_MASK;
    const known = this.#textsOf[slot] === account ? this.#texts[slot] : undefined;
    if (known !== undefined) return known;
    const text = this.#write(account);
    this.#textsOf[slot] = account;
    this.#texts[slot] = text;
    return text;
  }

  #write(account: number): string {
    const start = this.#starts[account];
    if (start === undefined || account >= this.#count) throw new RangeError(`account ${account} is not of this store`);
    const chunk = this.#pool.chunkOf(start);
    const at = wordInChunk(start);
    return (chunk[at] ?? 0) >= IS_EVM ? evmText(chunk, at + 1) : plainText(chunk, at + 1);
  }

  /** Whether an account's address is that of an EVM network. */
  isEvm(account: number): boolean {
    const start = this.#starts[account] ?? 0;
    return (this.#pool.chunkOf(start)[wordInChunk(start)] ?? 0) >= IS_EVM;
  }

  #numberAt(start: number): number {
    return (this.#pool.chunkOf(start)[wordInChunk(start)] ?? 0) % IS_EVM;
  }

  #grow(): void {
    const starts = new Uint32Array(new SharedArrayBuffer(2 * this.#starts.byteLength));
    starts.set(this.#starts);
    this.#starts = starts;
    const before = this.#table;
    const table = new Uint32Array(new SharedArrayBuffer(2 * before.byteLength));
    const mask = table.length - 1;
    for (let from = 0; from < before.length; from += 2) {
      const entry = before[from + 1] ?? 0;
      if (entry === 0) continue;
      const hash = before[from] ?? 0;
      let bucket = (hash << 1) & mask;
      while (table[bucket + 1] !== 0) bucket = (bucket + 2) & mask;
      table[bucket] = hash;
      table[bucket + 1] = entry;
    }
    this.#table = table;
  }

  /** Bucket of an asked address in the table, or the empty one where it belongs. */
  #bucketOf(hash: number, slot: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let bucket = (hash << 1) & mask;
    for (;;) {
      const entry = table[bucket + 1] ?? 0;
      if (entry === 0 || (table[bucket] === hash && this.#isAt(entry - 1, slot))) return bucket;
      bucket = (bucket + 2) & mask;
    }
  }

  #isAt(start: number, slot: number): boolean {
    const { words } = this.#asked;
    const chunk = this.#pool.chunkOf(start);
    const at = wordInChunk(start);
    if ((chunk[at] ?? 0) >= IS_EVM !== this.#asked.isEvm(slot)) return false;
    const length = this.#asked.lengthOf(slot);
    const first = slot * MAX_WORDS;
    for (let index = 0; index < length; index += 1) if (chunk[at + 1 + index] !== words[first + index]) return false;
    return true;
  }
}
