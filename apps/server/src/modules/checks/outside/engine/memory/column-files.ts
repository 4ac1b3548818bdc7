import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ColumnBytesError, columnBytes, readColumnBytes } from '@assay/exposure';
import { z } from 'zod';
import type { ColumnFiles, KeptColumns } from '../../../../records/index.ts';

const HEAD_BYTES = 512;
const PIECE_BYTES = 2 ** 22;

const head = z.object({ identity: z.string(), revision: z.int(), lastChange: z.string().nullable() });

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
        if (!isUnreadable(error)) throw error;
        // Written by another version, or broken: the records themselves are stored in the database.
        await rm(fileOf(name), { force: true });
        return null;
      }
    },
    write: async (name, { identity, state, parts }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${fileOf(name)}.new`;
      const file = await open(unfinished, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify({ identity, ...state }).padEnd(HEAD_BYTES));
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
    const { identity, ...state } = head.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
    return { identity, state };
  } finally {
    await handle.close();
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ColumnBytesError || error instanceof SyntaxError || error instanceof z.ZodError;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
