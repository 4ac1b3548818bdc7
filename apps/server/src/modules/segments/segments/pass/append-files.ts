import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The end of a file that is not on disk yet. `used` is in bytes, a multiple of 4; of 8 before a double. */
export interface Room {
  used: number;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
}

/**
 * Many numbered files that grow at their ends, with one small buffer each: how the pass sorts what does not fit into
 * memory. Files are opened for each write, as there are more of them than a process may keep open.
 */
export class AppendFiles {
  readonly #folder: string;
  readonly #kind: string;
  readonly #bufferBytes: number;
  readonly #rooms = new Map<number, Room>();

  /** @param bufferBytes a multiple of 8, of each file */
  constructor(folder: string, kind: string, bufferBytes: number) {
    this.#folder = folder;
    this.#kind = kind;
    this.#bufferBytes = bufferBytes;
  }

  pathOf(file: number): string {
    return path.join(this.#folder, `${this.#kind}-${file}`);
  }

  /** The end of a file with room for so many bytes; the caller writes them and moves `used` on. */
  room(file: number, bytes: number): Room {
    let room = this.#rooms.get(file);
    if (room === undefined) {
      room = newRoom(Math.max(this.#bufferBytes, bytes));
      this.#rooms.set(file, room);
    }
    if (room.used + bytes <= room.bytes.length) return room;
    this.#write(file, room);
    if (bytes <= room.bytes.length) return room;
    const larger = newRoom(bytes);
    this.#rooms.set(file, larger);
    return larger;
  }

  /** Brings everything to the files. */
  flush(): void {
    for (const [file, room] of this.#rooms) this.#write(file, room);
  }

  /** Frees the buffer of a file that nothing more is written to. */
  forget(file: number): void {
    this.#rooms.delete(file);
  }

  #write(file: number, room: Room): void {
    if (room.used === 0) return;
    const handle = openSync(this.pathOf(file), 'a');
    try {
      writeAll(handle, room.bytes.subarray(0, room.used));
    } finally {
      closeSync(handle);
    }
    room.used = 0;
  }
}

export function newRoom(size: number): Room {
  const buffer = new ArrayBuffer(Math.ceil(size / 8) * 8);
  return {
    used: 0,
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

/** @param from first byte of the file to write; its end where left out */
export function writeAll(handle: number, bytes: Uint8Array, from?: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(handle, bytes, done, bytes.length - done, from === undefined ? null : from + done);
  }
}

/** Fills bytes from a file, of which the first is the byte `from`. */
export function readAll(handle: number, bytes: Uint8Array, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(handle, bytes, done, bytes.length - done, from + done);
    if (read === 0) throw new Error(`a file ends before its byte ${from + bytes.length}`);
    done += read;
  }
}

/** Writes a file from its pieces. */
export function writePieces(file: string, pieces: readonly ArrayBufferView[]): void {
  const handle = openSync(file, 'w');
  try {
    for (const { buffer, byteOffset, byteLength } of pieces) {
      writeAll(handle, new Uint8Array(buffer, byteOffset, byteLength));
    }
  } finally {
    closeSync(handle);
  }
}

/** Fills bytes from a file of exactly that size. */
export function readWhole(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, 'r');
  try {
    if (fstatSync(handle).size !== bytes.length) throw new Error(`${file} has not ${bytes.length} bytes`);
    readAll(handle, bytes, 0);
  } finally {
    closeSync(handle);
  }
}

const CHUNK_BYTES = 4 * 2 ** 20;

/**
 * A file in pieces that end between two entries; a piece is only valid until the next one. No piece of a file that
 * does not exist.
 *
 * @param sizeOf bytes of the entry that begins at a byte; null where its beginning is cut off
 * @param pieceBytes of a piece at most, a multiple of 8
 */
export function* readPieces(
  file: string,
  sizeOf: (room: Room, at: number) => number | null,
  pieceBytes = CHUNK_BYTES,
): Generator<Room> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const handle = openSync(file, 'r');
  try {
    const room = newRoom(Math.min(size, pieceBytes));
    let rest = 0;
    for (let read = 0; read < size; ) {
      const got = readSync(handle, room.bytes, rest, room.bytes.length - rest, read);
      if (got === 0) throw new Error(`${file} ends before its ${size} bytes`);
      read += got;
      const held = rest + got;
      const end = endOfWhole(room, held, sizeOf);
      yield Object.assign(room, { used: end });
      room.bytes.copyWithin(0, end, held);
      rest = held - end;
    }
    if (rest > 0) throw new Error(`${file} ends within an entry`);
  } finally {
    closeSync(handle);
  }
}

function endOfWhole(room: Room, held: number, sizeOf: (room: Room, at: number) => number | null): number {
  let at = 0;
  while (at < held) {
    const size = sizeOf(room, at);
    if (size === null || at + size > held) break;
    at += size;
  }
  return at;
}

/** For `readPieces` of entries of one size. */
export function ofSize(bytes: number): (room: Room, at: number) => number {
  return () => bytes;
}
