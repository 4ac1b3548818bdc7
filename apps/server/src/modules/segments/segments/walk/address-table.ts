import { rmSync } from 'node:fs';
import { AppendFiles, ofSize, readPieces } from '../pass/append-files.ts';
import { FileWriter } from './file-writer.ts';
import type { PagedFile } from './paged-file.ts';

const ENTRY_BYTES = 8;
/** Accounts of a part of the table while it is made, some megabytes of it. */
const ACCOUNTS_PER_PART = 1_000_000;

/** A part of the table: its first slot, and its slots but one, which are a power of two. */
export interface AddressPart {
  readonly first: number;
  readonly mask: number;
}

/** FNV-1a of an address's characters. */
export function addressHash(address: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < address.length; index += 1) {
    hash = Math.imul(hash ^ address.charCodeAt(index), 0x0100_0193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Sorts accounts by the part of the table that their address is in. */
export class AddressTableWriter {
  readonly #parts: number;
  readonly #entries: AppendFiles;
  readonly #counts: Float64Array;

  constructor(dir: string, accounts: number) {
    this.#parts = Math.max(1, Math.ceil(accounts / ACCOUNTS_PER_PART));
    this.#entries = new AppendFiles(dir, 'hashes', 64 * 1024);
    this.#counts = new Float64Array(this.#parts);
  }

  /** @param index of the account in the table of accounts */
  add(address: string, index: number): void {
    const hash = addressHash(address);
    const part = hash % this.#parts;
    this.#counts[part] = (this.#counts[part] ?? 0) + 1;
    const room = this.#entries.room(part, ENTRY_BYTES);
    room.words[room.used / 4] = hash;
    room.words[room.used / 4 + 1] = index + 1;
    room.used += ENTRY_BYTES;
  }

  /** Writes the table, part after part: slots of four bytes, the index of an account from 1 on or 0. */
  finish(target: string): readonly AddressPart[] {
    this.#entries.flush();
    const file = new FileWriter(target);
    const parts: AddressPart[] = [];
    let first = 0;
    for (let part = 0; part < this.#parts; part += 1) {
      const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * Math.max(1, this.#counts[part] ?? 0))));
      const mask = slots.length - 1;
      for (const room of readPieces(this.#entries.pathOf(part), ofSize(ENTRY_BYTES))) {
        for (let word = 0; word < room.used / 4; word += 2) {
          let slot = slotOf(room.words[word] ?? 0, this.#parts, mask);
          while (slots[slot] !== 0) slot = (slot + 1) & mask;
          slots[slot] = room.words[word + 1] ?? 0;
        }
      }
      file.write(new Uint8Array(slots.buffer));
      parts.push({ first, mask });
      first += slots.length;
      rmSync(this.#entries.pathOf(part), { force: true });
    }
    file.close();
    return parts;
  }
}

function slotOf(hash: number, parts: number, mask: number): number {
  return Math.floor(hash / parts) & mask;
}

/** Finds accounts by their addresses. */
export class AddressTable {
  readonly #file: PagedFile;
  readonly #parts: readonly AddressPart[];

  /** @param file of rows of four bytes */
  constructor(file: PagedFile, parts: readonly AddressPart[]) {
    this.#file = file;
    this.#parts = parts;
  }

  /** Index of an account in the table of accounts, -1 for none. */
  find(address: string, isIts: (index: number) => boolean): number {
    const hash = addressHash(address);
    const { first, mask } = this.#parts[hash % this.#parts.length] ?? { first: 0, mask: 0 };
    for (let slot = slotOf(hash, this.#parts.length, mask); ; slot = (slot + 1) & mask) {
      const { words } = this.#file.page(first + slot);
      const index = (words[this.#file.at / 4] ?? 0) - 1;
      if (index < 0 || isIts(index)) return index;
    }
  }
}
