import { BytePool, offsetInChunk } from './byte-pool.ts';
import { HexSheet } from './hex-sheet.ts';
import type { TableParts } from './record-log.ts';

export interface TransactionIdParts {
  readonly pool: TableParts;
  readonly count: number;
  readonly prefix: string | null;
  readonly texts: readonly (readonly [entry: number, text: string])[];
}

const HASH_BYTES = 32;
const PATTERN = /^(0x)?[0-9a-f]{64}$/;

/**
 * Ids of transactions in the order they came, hashes as 32 bytes. Records of one transaction that follow each other
 * share one entry. Entry 0 means no id.
 */
export class TransactionIds {
  readonly #pool: BytePool;
  /** Texts that are no hash, or are written differently from the first hash. */
  readonly #texts: Map<number, string>;
  #prefix: string | null;
  #count: number;
  #last = '';

  constructor(parts?: TransactionIdParts) {
    this.#pool = new BytePool(parts?.pool);
    this.#texts = new Map(parts?.texts);
    this.#prefix = parts?.prefix ?? null;
    this.#count = parts?.count ?? 0;
    this.#last = this.textOf(this.#count);
  }

  parts(): TransactionIdParts {
    return { pool: this.#pool.parts(), count: this.#count, prefix: this.#prefix, texts: [...this.#texts] };
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    let texts = 0;
    for (const text of this.#texts.values()) texts += text.length + 64;
    return this.#pool.bytes + texts;
  }

  add(id: string): number {
    if (id === '') return 0;
    if (id === this.#last) return this.#count;
    this.#last = id;
    this.#count += 1;
    const start = this.#pool.reserve(HASH_BYTES);
    const match = PATTERN.exec(id);
    const prefix = match?.[1] ?? '';
    if (match !== null) this.#prefix ??= prefix;
    if (match === null || prefix !== this.#prefix) {
      this.#texts.set(this.#count, id);
      return this.#count;
    }
    const chunk = this.#pool.chunkOf(start);
    const at = offsetInChunk(start);
    for (let index = 0; index < HASH_BYTES; index += 1) {
      const digits = prefix.length + 2 * index;
      chunk[at + index] = nibble(id.charCodeAt(digits)) * 16 + nibble(id.charCodeAt(digits + 1));
    }
    return this.#count;
  }

  textOf(entry: number): string {
    const [text = ''] = this.textsOf([entry]);
    return text;
  }

  /** Texts of some entries, in their order: faster than one after the other. */
  textsOf(entries: readonly number[]): string[] {
    const found: string[] = [];
    for (let next = 0; next < entries.length; ) next = this.#writeSheet(entries, next, found);
    return found;
  }

  /** Writes as many as a sheet takes, from `first` on; returns where the next begin. */
  #writeSheet(entries: readonly number[], first: number, found: string[]): number {
    const sheet = this.#prefix === '0x' ? PREFIXED : BARE;
    const written: number[] = [];
    let next = first;
    for (; next < entries.length && !sheet.isFull; next += 1) {
      const entry = entries[next] ?? 0;
      const text = entry === 0 ? '' : this.#texts.get(entry);
      found.push(text ?? '');
      if (text !== undefined) continue;
      this.#write(entry, sheet);
      written.push(next);
    }
    if (written.length === 0) return next;
    const { textLength } = sheet;
    const texts = sheet.take();
    for (let index = 0; index < written.length; index += 1) {
      found[written[index] ?? 0] = texts.substring(index * textLength, (index + 1) * textLength);
    }
    return next;
  }

  #write(entry: number, sheet: HexSheet): void {
    const start = (entry - 1) * HASH_BYTES;
    const chunk = this.#pool.chunkOf(start);
    const at = offsetInChunk(start);
    sheet.begin();
    for (let index = at; index < at + HASH_BYTES; index += 1) sheet.add(chunk[index] ?? 0);
  }

  /** Forgets all but the first entries. */
  truncate(count: number): void {
    for (let entry = count + 1; entry <= this.#count; entry += 1) this.#texts.delete(entry);
    this.#pool.truncate(count * HASH_BYTES);
    this.#count = count;
    this.#last = this.textOf(count);
  }
}

const BARE = new HexSheet(HASH_BYTES, false);
const PREFIXED = new HexSheet(HASH_BYTES, true);

function nibble(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
