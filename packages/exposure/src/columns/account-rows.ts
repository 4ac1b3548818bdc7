import { sharedBufferOf, type TableParts } from './record-log.ts';

export const LAST_IN = 0;
export const FIRST_IN = 1;
export const FIRST_OUT = 2;
export const LAST_OUT = 3;
export const INFLOWS = 4;
export const OUTFLOWS = 5;
export const FLAGS = 6;
/** In doubles. */
export const BALANCE = 4;

/** Flags of an account. */
export const IS_FEE = 1;
export const IS_ISSUER = 2;
export const OPENING_UNREAD = 4;
/** The balance is 2^53 or more and is stored outside the table. */
export const WIDE_BALANCE = 16;
export const INCOMPLETE = 32;

export const ACCOUNT_BYTES = 40;
const WORDS = ACCOUNT_BYTES / 4;
const DOUBLES = ACCOUNT_BYTES / 8;
const CHUNK_BITS = 14;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
export const ACCOUNT_CHUNK_BYTES = ACCOUNT_BYTES * 2 ** CHUNK_BITS;

/** Heads of each account's lists, its counters and its running balance: 40 bytes an account. */
export class AccountRows {
  readonly words: Uint32Array[] = [];
  readonly doubles: Float64Array[] = [];
  count = 0;

  constructor(parts?: TableParts) {
    for (const chunk of parts?.chunks ?? []) this.#adopt(chunk);
    this.count = parts?.count ?? 0;
  }

  parts(): TableParts {
    return { count: this.count, chunks: this.words.map(sharedBufferOf) };
  }

  get bytes(): number {
    return this.words.length * ACCOUNT_CHUNK_BYTES;
  }

  get isFull(): boolean {
    return this.count >>> CHUNK_BITS >= this.words.length;
  }

  grow(): void {
    this.#adopt(new SharedArrayBuffer(ACCOUNT_CHUNK_BYTES));
  }

  #adopt(chunk: SharedArrayBuffer): void {
    this.words.push(new Uint32Array(chunk));
    this.doubles.push(new Float64Array(chunk));
  }

  word(account: number, field: number): number {
    return this.words[account >>> CHUNK_BITS]?.[(account & CHUNK_MASK) * WORDS + field] ?? 0;
  }

  setWord(account: number, field: number, value: number): void {
    const words = this.words[account >>> CHUNK_BITS];
    if (words !== undefined) words[(account & CHUNK_MASK) * WORDS + field] = value;
  }

  balance(account: number): number {
    return this.doubles[account >>> CHUNK_BITS]?.[(account & CHUNK_MASK) * DOUBLES + BALANCE] ?? 0;
  }

  setBalance(account: number, balance: number): void {
    const doubles = this.doubles[account >>> CHUNK_BITS];
    if (doubles !== undefined) doubles[(account & CHUNK_MASK) * DOUBLES + BALANCE] = balance;
  }
}
