import type { Step } from '../../walk/rows/path-link.ts';

/** A link in words, as `PathLink` has it. */
const LINK_WORDS = 6;
const LINE = 0;
/** Line of the flow out of the pool that the step went through, 0 where it went through none. */
const TO_LINE = 1;
const PREVIOUS = 2;
const NEARER = 3;
const FLAGS = 4;
/** Which part of its flow the step is and one; 0 where it is all of it. */
const PART = 5;
const IS_EXCHANGE = 1;
const IS_FROM_POOL = 2;
const OWNERS_SHIFT = 2;
const FIRST_SIZE = 256;

/** Whether what passes keeps its path, gets one step more, or one that is an exchange of assets. */
export const KEEPS_PATH = 0;
export const STEPS = 1;
export const EXCHANGES = 2;
export type Passing = typeof KEEPS_PATH | typeof STEPS | typeof EXCHANGES;

/** Steps on the best paths of a walk, linked back towards its start, in typed arrays: numbered from 1. */
export class Links {
  words = new Uint32Array(FIRST_SIZE * LINK_WORDS);
  #count = 1;
  /** Steps that are a part of their flow. */
  readonly parts: Step[] = [];
  #line = 0;
  #isFromPool = false;
  #part = 0;

  clear(): void {
    this.#count = 1;
    this.parts.length = 0;
  }

  /** States the step that links are made of next. */
  begin(line: number, isFromPool: boolean): void {
    this.#line = line;
    this.#isFromPool = isFromPool;
    this.#part = 0;
  }

  /** The same where the step is a part of its flow, or comes from another account. */
  beginPart(line: number, step: Step): void {
    this.begin(line, false);
    this.parts.push(step);
    this.#part = this.parts.length;
  }

  /**
   * A path with the step more (`linked`).
   *
   * @param path Link that it goes on from, 0 at the start.
   * @param owners Counted so far.
   */
  linked(path: number, owners: number, passing: Passing): number {
    if (passing === KEEPS_PATH) return path;
    const link = this.#count;
    this.#count = link + 1;
    if ((link + 1) * LINK_WORDS > this.words.length) this.#grow();
    const { words } = this;
    const before = path * LINK_WORDS;
    const flags = path === 0 ? 0 : (words[before + FLAGS] ?? 0);
    const isThroughPool = (flags & IS_FROM_POOL) !== 0;
    const isExchange = passing === EXCHANGES || (isThroughPool && (flags & IS_EXCHANGE) !== 0);
    const exchangedAt = passing === EXCHANGES ? owners : flags >>> OWNERS_SHIFT;
    const at = link * LINK_WORDS;
    words[at + LINE] = this.#line;
    words[at + TO_LINE] = isThroughPool ? (words[before + LINE] ?? 0) : 0;
    words[at + PREVIOUS] = isThroughPool ? (words[before + PREVIOUS] ?? 0) : path;
    words[at + NEARER] = isExchange || path === 0 ? 0 : this.exchangeOf(path);
    words[at + FLAGS] =
      (isExchange ? IS_EXCHANGE : 0) + (this.#isFromPool ? IS_FROM_POOL : 0) + (exchangedAt << OWNERS_SHIFT);
    words[at + PART] = this.#part;
    return link;
  }

  /** The step at which the path came to its nearest exchange, 0 without one. */
  exchangeOf(link: number): number {
    const at = link * LINK_WORDS;
    return ((this.words[at + FLAGS] ?? 0) & IS_EXCHANGE) !== 0 ? link : (this.words[at + NEARER] ?? 0);
  }

  ownersAtExchange(link: number): number {
    return (this.words[link * LINK_WORDS + FLAGS] ?? 0) >>> OWNERS_SHIFT;
  }

  /** Whether the step is all of one flow. */
  isWhole(link: number): boolean {
    const at = link * LINK_WORDS;
    return this.words[at + TO_LINE] === 0 && this.words[at + PART] === 0;
  }

  lineOf(link: number): number {
    return this.words[link * LINK_WORDS + LINE] ?? 0;
  }

  toLineOf(link: number): number {
    return this.words[link * LINK_WORDS + TO_LINE] ?? 0;
  }

  previousOf(link: number): number {
    return this.words[link * LINK_WORDS + PREVIOUS] ?? 0;
  }

  /** The step, where it is a part of its flow. */
  partOf(link: number): Step | null {
    const part = this.words[link * LINK_WORDS + PART] ?? 0;
    return part === 0 ? null : (this.parts[part - 1] ?? null);
  }

  #grow(): void {
    const words = new Uint32Array(2 * this.words.length);
    words.set(this.words);
    this.words = words;
  }
}
