import { LineEnds } from './line-ends.ts';

/** One record of a text, or why there is none. */
export type TextRecord =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: 'too long' | 'open quote' };

export interface SplitOptions {
  /** Whether a line break inside quotes belongs to the record. */
  readonly quoted: boolean;
  /** Most characters of a record. */
  readonly maxLength: number;
}

/** The end of a record that is not there yet; and of one whose quotes belong to another record. */
const UNKNOWN = -1;
const BROKEN = -2;
/** What can precede the quote that opens a cell, until the separator is known. */
const SEPARATORS = ',;\t|';

/**
 * Splits a text that arrives in chunks into records, one a line. Holds at most one record and one chunk, and looks at
 * each character once. Where quotes count, they open at the beginning of a cell only, as CSV parsers have it; where one
 * is not closed within the length of a record, its line is a fault and reading goes on with the next line.
 */
export class RecordSplitter {
  readonly #options: SplitOptions;
  readonly #lineEnds = new LineEnds();
  #separators = SEPARATORS;
  /** The record that is not complete yet, how much of it was looked at, and whether a quote is open there. */
  #rest = '';
  #looked = 0;
  #isOpen = false;
  #line = 1;
  #isSkipping = false;

  constructor(options: SplitOptions) {
    this.#options = options;
  }

  /** Says what separates the cells of the records that follow. */
  separatedBy(separator: string): void {
    this.#separators = separator;
  }

  /** The records that are complete with this chunk. */
  *push(chunk: string): Generator<TextRecord> {
    this.#rest += this.#lineEnds.push(chunk);
    yield* this.#take(false);
  }

  /** The records left at the end of the text. */
  *end(): Generator<TextRecord> {
    this.#rest += this.#lineEnds.end();
    if (this.#rest === '' || this.#isSkipping) return;
    if (!this.#rest.endsWith('\n')) this.#rest += '\n';
    yield* this.#take(true);
  }

  *#take(isLast: boolean): Generator<TextRecord> {
    const { maxLength } = this.#options;
    const text = this.#rest;
    const quotes = new Quotes(text, this.#options.quoted);
    let at = 0;
    while (at < text.length) {
      if (this.#isSkipping) {
        const lineEnd = text.indexOf('\n', at);
        at = lineEnd === -1 ? text.length : lineEnd + 1;
        this.#begin(lineEnd !== -1);
        continue;
      }
      const end = this.#endOf(quotes, at, isLast);
      if (end >= 0 && end - at <= maxLength) {
        const record = text.slice(at, end);
        const line = this.#line;
        at = end + 1;
        this.#begin(true, countOf(record, '\n'));
        yield { line, text: record.endsWith('\r') ? record.slice(0, -1) : record };
        continue;
      }
      if (end === UNKNOWN && !isLast && text.length - at <= maxLength) break;
      const lineEnd = text.indexOf('\n', at);
      const line = this.#line;
      if (lineEnd === -1) {
        this.#isSkipping = true;
        yield { line, fault: 'too long' };
      } else {
        const fault = lineEnd - at > maxLength ? 'too long' : 'open quote';
        at = lineEnd + 1;
        quotes.back();
        this.#begin(true);
        yield { line, fault };
      }
    }
    this.#rest = text.slice(at);
  }

  /** The next record begins, after so many line breaks inside the one before. */
  #begin(isNextLine: boolean, breaks = 0): void {
    if (!isNextLine) return;
    this.#line += 1 + breaks;
    [this.#isSkipping, this.#isOpen, this.#looked] = [false, false, 0];
  }

  /** Where the record that begins at `at` ends; {@link UNKNOWN} also where that is too far. */
  #endOf(quotes: Quotes, at: number, isLast: boolean): number {
    const { text } = quotes;
    const furthest = at + this.#options.maxLength;
    let from = at + this.#looked;
    while (from < text.length && from <= furthest) {
      const quote = quotes.next(from);
      if (!this.#isOpen) {
        const lineEnd = text.indexOf('\n', from);
        if (lineEnd !== -1 && lineEnd < quote) return lineEnd;
        if (quote >= text.length) break;
        this.#isOpen = this.#opensAt(text, at, quote);
        from = quote + 1;
        continue;
      }
      if (quote >= text.length) break;
      // Only the next character says whether the quote closes the cell or is one of its own.
      if (quote + 1 === text.length && !isLast) {
        this.#looked = quote - at;
        return UNKNOWN;
      }
      const isEscaped = text[quote + 1] === '"';
      if (!isEscaped && !this.#closesAt(text, quote) && text.slice(at, quote).includes('\n')) return BROKEN;
      this.#isOpen = isEscaped;
      from = quote + (isEscaped ? 2 : 1);
    }
    this.#looked = Math.max(from, Math.min(text.length, furthest + 1)) - at;
    return UNKNOWN;
  }

  /** A quote that is followed by anything else was meant to open the next cell: the one before is not closed. */
  #closesAt(text: string, quote: number): boolean {
    const after = text[quote + 1];
    return after === undefined || ' \r\n'.includes(after) || this.#separators.includes(after);
  }

  #opensAt(text: string, at: number, quote: number): boolean {
    let before = quote - 1;
    while (before >= at && text[before] === ' ') before -= 1;
    return before < at || this.#separators.includes(text[before] ?? '');
  }
}

/** The quotes of a text, each looked for once. */
class Quotes {
  readonly text: string;
  readonly #isQuoted: boolean;
  #at = -1;

  constructor(text: string, isQuoted: boolean) {
    this.text = text;
    this.#isQuoted = isQuoted;
  }

  /** The places that are asked for next are before the last one. */
  back(): void {
    this.#at = -1;
  }

  /** Where the first one is, from a place after the last one; the length of the text where there is none. */
  next(from: number): number {
    if (this.#at >= from) return this.#at;
    const found = this.#isQuoted ? this.text.indexOf('"', from) : -1;
    this.#at = found === -1 ? this.text.length : found;
    return this.#at;
  }
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
