import { BATCH_ROW_BYTES } from '@assay/contracts/v1';

/** One row of a body as text, or why there is none. */
export type TextRecord =
  | { readonly line: number; readonly text: string }
  | { readonly line: number; readonly fault: 'too long' | 'open quote' };

/**
 * Splits a text that arrives in chunks into rows. Holds at most one row and one chunk. In CSV, a line break inside quotes
 * belongs to the row; where a quote is not closed within the length of a row, its line is a fault and reading goes on
 * with the next line.
 */
export class RecordSplitter {
  readonly #quoted: boolean;
  #rest = '';
  #line = 1;
  #isSkipping = false;

  constructor({ quoted }: { readonly quoted: boolean }) {
    this.#quoted = quoted;
  }

  /** The rows that are complete with this chunk. */
  *push(chunk: string): Generator<TextRecord> {
    this.#rest += chunk;
    yield* this.#take(false);
  }

  /** The rows left at the end of the text. */
  *end(): Generator<TextRecord> {
    if (this.#rest === '' || this.#isSkipping) return;
    if (!this.#rest.endsWith('\n')) this.#rest += '\n';
    yield* this.#take(true);
  }

  *#take(isLast: boolean): Generator<TextRecord> {
    let at = 0;
    const text = this.#rest;
    while (at < text.length) {
      const lineEnd = text.indexOf('\n', at);
      if (this.#isSkipping) {
        if (lineEnd === -1) at = text.length;
        else {
          at = lineEnd + 1;
          this.#line += 1;
          this.#isSkipping = false;
        }
        continue;
      }
      const end = this.#endOf(text, at, lineEnd);
      if (end !== -1 && end - at <= BATCH_ROW_BYTES) {
        const line = this.#line;
        const record = text.slice(at, end);
        this.#line += 1 + countOf(record, '\n');
        at = end + 1;
        yield { line, text: record.endsWith('\r') ? record.slice(0, -1) : record };
      } else if (end === -1 && !isLast && text.length - at <= BATCH_ROW_BYTES) {
        break;
      } else if (lineEnd === -1) {
        yield { line: this.#line, fault: 'too long' };
        this.#isSkipping = true;
      } else {
        yield { line: this.#line, fault: lineEnd - at > BATCH_ROW_BYTES ? 'too long' : 'open quote' };
        this.#line += 1;
        at = lineEnd + 1;
      }
    }
    this.#rest = text.slice(at);
  }

  /** Where the row that begins at `at` ends; -1 where that is not known yet or too far. */
  #endOf(text: string, at: number, lineEnd: number): number {
    if (!this.#quoted || lineEnd === -1) return lineEnd;
    let [from, end, quotes] = [at, lineEnd, 0];
    while (end !== -1 && end - at <= BATCH_ROW_BYTES) {
      quotes += countOf(text.slice(from, end), '"');
      if (quotes % 2 === 0) return end;
      from = end;
      end = text.indexOf('\n', end + 1);
    }
    return -1;
  }
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
