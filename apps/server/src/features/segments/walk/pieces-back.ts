import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Room } from '../pass/append-files.ts';

const PIECE_BYTES = 4 * 2 ** 20;

/** A file of entries of one size in pieces from its end to its beginning; a piece is only valid until the next one. */
export function* readPiecesBack(file: string, entryBytes: number): Generator<Room> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    if (size % entryBytes !== 0) throw new Error(`${file} ends within an entry`);
    const most = Math.floor(PIECE_BYTES / entryBytes) * entryBytes;
    const buffer = new ArrayBuffer(Math.min(size, most));
    const room = {
      ...{ used: 0, bytes: new Uint8Array(buffer) },
      ...{ words: new Uint32Array(buffer), doubles: new Float64Array(buffer) },
    };
    for (let end = size; end > 0; end -= room.used) {
      const used = Math.min(end, most);
      for (let done = 0; done < used; ) {
        const read = readSync(handle, room.bytes, done, used - done, end - used + done);
        if (read === 0) throw new Error(`${file} ends before its ${size} bytes`);
        done += read;
      }
      room.used = used;
      yield room;
    }
  } finally {
    closeSync(handle);
  }
}
