import { closeSync, openSync, statSync } from 'node:fs';
import { newRoom, type Room, readAll } from '../pass/append-files.ts';

const PIECE_BYTES = 4 * 2 ** 20;

/** A file of entries of one size in pieces from its end to its beginning; a piece is only valid until the next one. */
export function* readPiecesBack(file: string, entryBytes: number): Generator<Room> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size % entryBytes !== 0) throw new Error(`${file} ends within an entry`);
  if (size === 0) return;
  const handle = openSync(file, 'r');
  try {
    const most = Math.floor(PIECE_BYTES / entryBytes) * entryBytes;
    const room = newRoom(Math.min(size, most));
    for (let end = size; end > 0; end -= room.used) {
      room.used = Math.min(end, most);
      readAll(handle, room.bytes.subarray(0, room.used), end - room.used);
      yield room;
    }
  } finally {
    closeSync(handle);
  }
}
