import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

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
const PAGE_BYTES = 8_192;

/**
 * Pages of several files in a bounded memory. A page that was not used since the hand last passed it makes room for
 * the next (the clock algorithm, Corbató 1968).
 */
export class PageFrames {
  readonly #frames: PageOfRows[] = [];
  readonly #most: number;
  #hand = 0;
  #files: PagedFile[] = [];

  /** @param bytes that all pages may take, at least two of them */
  constructor(bytes: number) {
    this.#most = Math.max(2, Math.floor(bytes / PAGE_BYTES));
  }

  join(file: PagedFile): number {
    this.#files.push(file);
    return this.#files.length - 1;
  }

  /** A page to read into; its former contents are forgotten. */
  take(): PageOfRows {
    if (this.#frames.length < this.#most) {
      const buffer = new ArrayBuffer(PAGE_BYTES);
      const frame: PageOfRows = {
        ...{ bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), doubles: new Float64Array(buffer) },
        ...{ number: -1, file: -1, isUsed: true },
      };
      this.#frames.push(frame);
      return frame;
    }
    for (;;) {
      const frame = this.#frames[this.#hand];
      this.#hand = (this.#hand + 1) % this.#frames.length;
      if (frame === undefined) throw new RangeError('no page');
      if (frame.isUsed) frame.isUsed = false;
      else {
        this.#files[frame.file]?.forget(frame.number);
        return frame;
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
  readonly #pages = new Map<number, PageOfRows>();
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
    this.#file = frames.join(this);
  }

  get rows(): number {
    return this.#size / this.rowBytes;
  }

  /** The page of a row, valid until the next call for any file; `at` says where the row begins in it. */
  page(row: number): PageOfRows {
    const number = Math.floor(row / this.#rowsPerPage);
    this.at = (row - number * this.#rowsPerPage) * this.rowBytes;
    const known = this.#pages.get(number);
    if (known !== undefined) {
      known.isUsed = true;
      return known;
    }
    const page = this.#frames.take();
    const first = number * this.#rowsPerPage * this.rowBytes;
    const size = Math.min(this.#rowsPerPage * this.rowBytes, this.#size - first);
    if (size <= 0 || readSync(this.#handle, page.bytes, 0, size, first) !== size) {
      throw new RangeError(`${this.#path} has no row ${row}`);
    }
    [page.number, page.file, page.isUsed] = [number, this.#file, true];
    this.#pages.set(number, page);
    return page;
  }

  forget(number: number): void {
    this.#pages.delete(number);
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
    readSync(this.#handle, bytes, 0, length, offset);
    return this.#decoder.decode(bytes);
  }

  close(): void {
    closeSync(this.#handle);
  }
}
