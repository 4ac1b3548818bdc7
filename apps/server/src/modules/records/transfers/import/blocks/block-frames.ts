import type { FileHandle } from 'node:fs/promises';

/** Marks the start of each block in Bitcoin Core's files of the main network. */
export const MAGIC = 0xf9beb4d9;
const FRAME_BYTES = 8;
const LARGEST_BLOCK = 0x02000000;
const SEARCH_BYTES = 1 << 20;
const KEY_BYTES = 8;

/** Bytes of a file of blocks, with the pattern taken off that Core lays over them since version 28. */
export class BlockFile {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #key: Uint8Array | null;

  constructor(handle: FileHandle, size: number, key: Uint8Array | null) {
    this.#handle = handle;
    this.size = size;
    this.#key = key?.length === KEY_BYTES && key.some((byte) => byte !== 0) ? key : null;
  }

  /** As many bytes as there are from `at` on, `length` at most. */
  async read(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - at)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const bytes = buffer.subarray(0, filled);
    const key = this.#key;
    if (key !== null) {
      for (let index = 0; index < bytes.length; index += 1) {
        bytes[index] = (bytes[index] ?? 0) ^ (key[(at + index) % KEY_BYTES] ?? 0);
      }
    }
    return bytes;
  }
}

export interface Frame {
  /** Where the block itself begins. */
  readonly at: number;
  readonly length: number;
  /** The file ends before the block does. */
  readonly isCut: boolean;
}

/**
 * The blocks of a file, or the undo data, one after the other; `trailer` bytes follow each. Room that was set aside and
 * never written, and whatever else lies between, is passed over.
 */
export async function* framesOf(file: BlockFile, trailer = 0, magic: number = MAGIC): AsyncGenerator<Frame> {
  let at = 0;
  while (at + FRAME_BYTES < file.size) {
    const head = await file.read(at, FRAME_BYTES);
    const length = head.length < FRAME_BYTES ? 0 : head.readUInt32LE(4);
    if (head.length < FRAME_BYTES || head.readUInt32BE(0) !== magic || length === 0 || length > LARGEST_BLOCK) {
      const next = await nextMagic(file, magic, at + 1);
      if (next === null) return;
      at = next;
      continue;
    }
    const start = at + FRAME_BYTES;
    const isCut = start + length + trailer > file.size;
    yield { at: start, length: isCut ? file.size - start : length, isCut };
    if (isCut) {
      const next = await nextMagic(file, magic, start);
      if (next === null) return;
      at = next;
    } else at = start + length + trailer;
  }
}

async function nextMagic(file: BlockFile, magic: number, from: number): Promise<number | null> {
  const wanted = Buffer.alloc(4);
  wanted.writeUInt32BE(magic);
  for (let at = from; at < file.size; at += SEARCH_BYTES - wanted.length + 1) {
    const found = (await file.read(at, SEARCH_BYTES)).indexOf(wanted);
    if (found !== -1) return at + found;
  }
  return null;
}
