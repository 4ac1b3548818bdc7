import { isUtf8 } from 'node:buffer';
import { peekBytes } from './peek-bytes.ts';
import { SourceFormatError } from './source-error.ts';

const NEWLINE = 0x0a;
const UTF16_PROOF_BYTES = 4;

/**
 * The same bytes, as far as they are UTF-8: another encoding would change names without a word.
 *
 * @throws SourceFormatError that names the first byte that is not UTF-8
 */
export async function* onlyUtf8(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* checked(await refusingUtf16(source));
}

/** The same bytes. @throws SourceFormatError where they are UTF-16 */
async function refusingUtf16(source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const { head, bytes } = await peekBytes(source, (sofar) => sofar.length >= UTF16_PROOF_BYTES);
  if (isUtf16(head)) {
    await bytes[Symbol.asyncIterator]().return?.();
    throw new SourceFormatError('This file is UTF-16; save it as UTF-8');
  }
  return bytes;
}

/** Shown by its byte order mark, or by two letters of two bytes each. */
function isUtf16(head: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  return (a > 0 && b === 0 && c > 0 && d === 0) || (a === 0 && b > 0 && c === 0 && d > 0);
}

async function* checked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let line = 1;
  /** Bytes of the line before the part that is looked at. */
  let before = 0;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of source) {
    const part = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = part.subarray(0, part.length - unfinishedBytes(part));
    const isValid = isUtf8(whole);
    let start = 0;
    for (let end = whole.indexOf(NEWLINE); end !== -1; end = whole.indexOf(NEWLINE, start)) {
      if (!isValid) refuseLine(whole.subarray(start, end), line, before);
      line += 1;
      start = end + 1;
      before = 0;
    }
    if (!isValid) refuseLine(whole.subarray(start), line, before);
    before += whole.length - start;
    rest = part.subarray(whole.length);
    yield chunk;
  }
  if (rest.length > 0) throw wrongByte(line, before, rest[0]);
}

/** Bytes at the end that begin a character and do not finish it. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) !== 0x80) return lengthFrom(byte) > back ? back : 0;
  }
  return 0;
}

/** Length of a character by its first byte. */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

function refuseLine(bytes: Uint8Array, line: number, before: number): void {
  if (isUtf8(bytes)) return;
  let at = 0;
  for (let next = 0; isUtf8(bytes.subarray(at, next)); next = at + lengthFrom(bytes[at] ?? 0)) at = next;
  throw wrongByte(line, before + at, bytes[at]);
}

function wrongByte(line: number, before: number, byte = 0): SourceFormatError {
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  return new SourceFormatError(`line ${line}, byte ${before + 1} (0x${hex}) is not UTF-8; save the file as UTF-8`);
}
