import { closeSync, openSync } from 'node:fs';
import { writeAll } from '../pass/append-files.ts';

const BUFFER_BYTES = 2 ** 20;

/** Writes a file from its beginning to its end through one buffer. */
export class FileWriter {
  readonly #handle: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;
  /** Bytes given so far. */
  length = 0;

  constructor(file: string) {
    this.#handle = openSync(file, 'w');
  }

  write(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.#used + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) writeAll(this.#handle, bytes);
    else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  close(): void {
    this.#flush();
    closeSync(this.#handle);
  }

  #flush(): void {
    writeAll(this.#handle, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}
