/** Entries of a tar file in the ustar form (POSIX.1-1988): what `tar` lists and unpacks everywhere. */

const BLOCK_BYTES = 512;
const LONGEST_NAME = 100;
/** 11 octal digits. */
const MOST_BYTES = 8 ** 11 - 1;

/** A tar file is broken, cut short, or none. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry is asked for. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Header of a regular file that only its owner may read. Its bytes follow, then `paddingOf(size)`. */
export function headerOf(name: string, size: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length === 0 || bytes.length > LONGEST_NAME) throw new RangeError(`No name for a tar entry: ${name}`);
  if (!Number.isSafeInteger(size) || size < 0 || size > MOST_BYTES) throw new RangeError(`No size: ${size}`);
  const header = Buffer.alloc(BLOCK_BYTES);
  bytes.copy(header, 0);
  header.write(octal(0o600, 8), 100, 'latin1');
  header.write(octal(0, 8), 108, 'latin1');
  header.write(octal(0, 8), 116, 'latin1');
  header.write(octal(size, 12), 124, 'latin1');
  header.write(octal(0, 12), 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\0' + '00', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

export function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** Two empty blocks end a tar file. */
export function endOfTar(): Buffer {
  return Buffer.alloc(2 * BLOCK_BYTES);
}

/** @throws TarError, here and from the bytes of an entry */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Reader(source);
  for (;;) {
    const header = await reader.take(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = parseHeader(header);
    let left = size;
    const bytes = (async function* () {
      while (left > 0) {
        const chunk = await reader.some(left);
        left -= chunk.length;
        yield chunk;
      }
    })();
    yield { name, size, bytes };
    if (left > 0) throw new TarError(`${name} was not read to its end`);
    await reader.take(paddingOf(size).length);
  }
}

function parseHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const name = textOf(header, 0, LONGEST_NAME);
  const size = Number.parseInt(textOf(header, 124, 12).trim(), 8);
  const stated = Number.parseInt(textOf(header, 148, 8).trim(), 8);
  const isFile = header.toString('latin1', 257, 262) === 'ustar' && header[156] === 0x30;
  if (!isFile || stated !== checksumOf(header) || name === '' || !Number.isSafeInteger(size) || size < 0) {
    throw new TarError('This is no backup, or it is damaged');
  }
  return { name, size };
}

/** Sum of all bytes, with spaces where the sum itself goes. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function textOf(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At least one byte, at most `most`. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) throw new TarError('The backup is cut short');
      this.#rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const part = await this.some(left);
      left -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}
