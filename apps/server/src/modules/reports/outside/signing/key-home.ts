import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureKeyFolder, readOrNull, writePublic, writeSecret } from './key-files.ts';

/** Where the keys of an installation are kept: files by name, in a folder or in the database. */
export interface KeyHome {
  /** For messages: where it is. */
  readonly place: string;
  /** Makes it where it is missing. */
  prepare(): Promise<void>;
  /** Null where there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Whole or not at all. */
  writePublic(name: string, content: string): Promise<void>;
  writeSecret(name: string, content: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Changes whenever the file does; null where there is none. */
  stampOf(name: string): Promise<string | null>;
  /** One process at a time: servers that start at once make one key and not two. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Keys in a folder, closed to everybody but the account that runs the server. */
export function folderKeys(folder: string): KeyHome {
  const at = (name: string): string => path.join(folder, name);
  return {
    place: folder,
    prepare: () => ensureKeyFolder(folder),
    read: (name) => readOrNull(at(name)),
    writePublic: (name, content) => writePublic(at(name), content),
    writeSecret: (name, content) => writeSecret(at(name), content),
    remove: (name) => rm(at(name), { force: true }),
    async stampOf(name) {
      try {
        const { mtimeMs, ino, size } = await stat(at(name));
        return `${mtimeMs} ${ino} ${size}`;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    // A folder belongs to one server, or is filled before others read it.
    exclusively: (work) => work(),
  };
}
