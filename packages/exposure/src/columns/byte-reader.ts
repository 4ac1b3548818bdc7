/** Bytes are not those of a column store, or end early. */
export class ColumnBytesError extends Error {
  override readonly name = 'ColumnBytesError';
}

/** Reads exact numbers of bytes from pieces of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Uint8Array> {
    if (!Number.isSafeInteger(length) || length < 0) throw new ColumnBytesError('a length in these bytes is broken');
    const bytes = new Uint8Array(length);
    await this.fill(bytes);
    return bytes;
  }

  /** @throws ColumnBytesError when the bytes end before. */
  async fill(target: Uint8Array): Promise<void> {
    let done = 0;
    while (done < target.length) {
      if (this.#piece.length === 0) {
        const next = await this.#pieces.next();
        if (next.done === true) throw new ColumnBytesError('the bytes of this column store end early');
        this.#piece = next.value;
      }
      const part = this.#piece.subarray(0, target.length - done);
      target.set(part, done);
      done += part.length;
      this.#piece = this.#piece.subarray(part.length);
    }
  }
}
