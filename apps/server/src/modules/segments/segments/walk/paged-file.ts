import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readAll } from '../pass/append-files.ts';

/** One page of a file of rows, in memory. */
export interface PageOfRows {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  number: number;
  file: number;
  isUsed: boolean;
}

/** Bytes of a page at most: what a look-up reads where it misses. */
const PAGE_BYTES = 4_096;

/**
 * Pages of several files in a bounded memory. A page that was not used since the hand last passed it makes room for
 * the next (the clock algorithm, Corbató 1968).
 */
export class PageFrames {
  readonly #frames: PageOfRows[] = [];
  #bytes: number;
  #hand = 0;
  readonly #files: PagedFile[] = [];
  /** Pages that were not in memory when they were asked for. */
  reads = 0;

  /** @param bytes that all pages and the tables of what is in them may take, at least two pages */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** @param tableBytes of the file's table of pages */
  join(file: PagedFile, tableBytes: number): number {
    this.#files.push(file);
    this.#bytes -= tableBytes;
    return this.#files.length - 1;
  }

  at(frame: number): PageOfRows | undefined {
    return this.#frames[frame];
  }

  /** The index of a page to read into; its former contents are forgotten. */
  take(): number {
    this.reads += 1;
    if (this.#frames.length < Math.max(2, Math.floor(this.#bytes / PAGE_BYTES))) {
      const buffer = new ArrayBuffer(PAGE_BYTES);
      this.#frames.push({
        ...{ bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), doubles: new Float64Array(buffer) },
        ...{ number: -1, file: -1, isUsed: true },
      });
      return this.#frames.length - 1;
    }
    for (;;) {
      const index = this.#hand;
      const frame = this.#frames[index];
      this.#hand = (index + 1) % this.#frames.length;
      if (frame === undefined) throw new RangeError('no page');
      if (frame.isUsed) frame.isUsed = false;
      else {
        this.#files[frame.file]?.forget(frame.number);
        return index;
      }
    }
  }
}

/** A file of rows of one size that are read in any order. */
export class PagedFile {
  readonly rowBytes: number;
  readonly #rowsPerPage: number;
  readonly #frames: PageFrames;
  readonly #handle: number;
  readonly #path: string;
  readonly #size: number;
  readonly #file: number;
  /** By page: the index of its frame and one, 0 for a page that is not in memory. */
  readonly #table: Uint32Array;
  /** Byte of the row that `page` found last, in its page. */
  at = 0;

  /** @param rowBytes a multiple of 4; of 8 where rows have doubles */
  constructor(file: string, rowBytes: number, frames: PageFrames) {
    this.rowBytes = rowBytes;
    this.#rowsPerPage = Math.floor(PAGE_BYTES / rowBytes);
    this.#frames = frames;
    this.#handle = openSync(file, 'r');
    this.#path = file;
    this.#size = fstatSync(this.#handle).size;
    this.#table = new Uint32Array(Math.ceil(this.rows / this.#rowsPerPage));
    this.#file = frames.join(this, this.#table.byteLength);
  }

  get rows(): number {
    return this.#size / this.rowBytes;
  }

  /** The page of a row, valid until the next call for any file; `at` says where the row begins in it. */
  page(row: number): PageOfRows {
    const number = Math.floor(row / this.#rowsPerPage);
    this.at = (row - number * this.#rowsPerPage) * this.rowBytes;
    const known = this.#frames.at((this.#table[number] ?? 0) - 1);
    if (known === undefined) return this.#read(number, row);
    known.isUsed = true;
    return known;
  }

  #read(number: number, row: number): PageOfRows {
    const frame = this.#frames.take();
    const page = this.#frames.at(frame);
    const first = number * this.#rowsPerPage * this.rowBytes;
    const size = Math.min(this.#rowsPerPage * this.rowBytes, this.#size - first);
    if (page === undefined || size <= 0 || readSync(this.#handle, page.bytes, 0, size, first) !== size) {
      throw new RangeError(`${this.#path} has no row ${row}`);
    }
    [page.number, page.file, page.isUsed] = [number, this.#file, true];
    this.#table[number] = frame + 1;
    return page;
  }

  forget(number: number): void {
    this.#table[number] = 0;
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** A file of texts that are read in any order, a read each. */
export class TextFile {
  readonly #handle: number;
  readonly #decoder = new TextDecoder();

  constructor(file: string) {
    this.#handle = openSync(file, 'r');
  }

  read(offset: number, length: number): string {
    const bytes = new Uint8Array(length);
    readAll(this.#handle, bytes, offset);
    return this.#decoder.decode(bytes);
  }

  close(): void {
    closeSync(this.#handle);
  }
}
