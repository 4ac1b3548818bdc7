import { AppendFiles, type Room, readPieces } from './append-files.ts';
import { ADDRESS_HEAD } from './label-accounts.ts';

/** All entries of a file in the order of their ids. */
export interface Sorted<Item> {
  readonly count: number;
  idAt(index: number): number;
  at(index: number): Item;
}

/** The addresses of the accounts of a range of ids. */
export function sortedAddresses(dir: string, part: number): Sorted<string> {
  const file = new AppendFiles(dir, 'addresses', 8).pathOf(part);
  const sizeOf = (room: Room, at: number): number | null =>
    at + ADDRESS_HEAD > room.bytes.length ? null : ADDRESS_HEAD + Math.ceil((room.words[at / 4 + 2] ?? 0) / 8) * 8;
  const decoder = new TextDecoder();
  return sortedBy(file, sizeOf, (room, at) =>
    decoder.decode(room.bytes.subarray(at + ADDRESS_HEAD, at + ADDRESS_HEAD + (room.words[at / 4 + 2] ?? 0))),
  );
}

/** All entries of a file in memory, by their ids, which are their first doubles. */
export function sortedBy<Item>(
  file: string,
  sizeOf: (room: Room, at: number) => number | null,
  read: (room: Room, at: number) => Item,
): Sorted<Item> {
  const pieces: Room[] = [];
  let count = 0;
  for (const { bytes, used } of readPieces(file, sizeOf)) {
    const buffer = bytes.slice(0, used).buffer;
    const room = {
      used,
      bytes: new Uint8Array(buffer),
      words: new Uint32Array(buffer),
      doubles: new Float64Array(buffer),
    };
    for (let at = 0; at < used; at += sizeOf(room, at) ?? used) count += 1;
    pieces.push(room);
  }
  // Counted first: arrays that grow take twice what they end with.
  const [ids, places] = [new Float64Array(count), new Float64Array(count)];
  let entry = 0;
  for (const [index, room] of pieces.entries()) {
    for (let at = 0; at < room.used; at += sizeOf(room, at) ?? room.used) {
      ids[entry] = room.doubles[at / 8] ?? 0;
      places[entry] = index * PIECE + at;
      entry += 1;
    }
  }
  const order = new Uint32Array(count).map((_, index) => index).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  return {
    count,
    idAt: (index) => ids[order[index] ?? 0] ?? 0,
    at: (index) => {
      const place = places[order[index] ?? 0] ?? 0;
      const room = pieces[Math.floor(place / PIECE)];
      if (room === undefined) throw new RangeError(`no entry ${index} in ${file}`);
      return read(room, place % PIECE);
    },
  };
}

/** More bytes than a piece has. */
const PIECE = 2 ** 32;
