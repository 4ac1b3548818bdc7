import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ColumnBytesError, columnBytes, readColumnBytes } from '@assay/exposure';
import type { ColumnFiles, KeptColumns } from '../../../features/transfers/index.ts';

const HEAD_BYTES = 512;
const PIECE_BYTES = 2 ** 22;

/**
 * Assets in memory as files, one each: what they were read from, then the store's own bytes. A file is
 * written completely under another name and renamed: a kill at any moment leaves the former one or the new one.
 */
export function columnFiles(folder: string): ColumnFiles {
  const fileOf = (name: string): string => path.join(folder, `${name.replace(/[^\w.-]/g, '_')}.columns`);
  return {
    read: async (name) => {
      try {
        return await readFrom(fileOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        if (!(error instanceof ColumnBytesError || error instanceof SyntaxError)) throw error;
        // Written by another version, or broken: the records themselves are stored in the database.
        await rm(fileOf(name), { force: true });
        return null;
      }
    },
    write: async (name, { identity, revision, parts }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${fileOf(name)}.new`;
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify({ identity, revision }).padEnd(HEAD_BYTES));
        for (const piece of columnBytes(parts)) await file.writeFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, fileOf(name));
    },
  };
}

async function readFrom(file: string): Promise<KeptColumns> {
  const head = await headOf(file);
  const parts = await readColumnBytes(createReadStream(file, { start: HEAD_BYTES, highWaterMark: PIECE_BYTES }));
  return { ...head, parts };
}

async function headOf(file: string): Promise<Omit<KeptColumns, 'parts'>> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head: unknown = JSON.parse(buffer.toString('utf8', 0, bytesRead));
    const isHead =
      typeof head === 'object' &&
      head !== null &&
      'identity' in head &&
      typeof head.identity === 'string' &&
      'revision' in head &&
      typeof head.revision === 'number';
    if (!isHead) throw new SyntaxError('the head of a column file is broken');
    return head as Omit<KeptColumns, 'parts'>;
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
