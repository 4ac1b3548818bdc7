import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CheckpointPort, StreamPart } from '../../../../records/index.ts';

const MAGIC = 0x4153_5359;

/**
 * Places of a streaming pass as files, one a run. A file is written whole beside its place and then renamed: a kill at
 * any moment leaves the former one or the new one.
 */
export function checkpointFiles(folder: string): CheckpointPort {
  const fileOf = (run: number): string => path.join(folder, `run-${run}.state`);
  return {
    read: async (run, part, accounts) => {
      let bytes: Buffer;
      try {
        bytes = await readFile(fileOf(run));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
      const size = accounts * part.keys;
      const head = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 8 * HEAD_DOUBLES));
      const [magic, direction, firstKey, keys, done = 0] = head;
      const isOfPart =
        magic === MAGIC &&
        direction === (part.direction === 'bwd' ? 0 : 1) &&
        firstKey === part.firstKey &&
        keys === part.keys &&
        bytes.byteLength === 8 * (HEAD_DOUBLES + 2 * size);
      if (!isOfPart) return null;
      const doubles = (start: number): Float64Array =>
        new Float64Array(bytes.buffer.slice(bytes.byteOffset + 8 * start, bytes.byteOffset + 8 * (start + size)));
      return { done, mixes: doubles(HEAD_DOUBLES), sums: doubles(HEAD_DOUBLES + size) };
    },
    write: async (run, part, { done, mixes, sums }) => {
      await mkdir(folder, { recursive: true });
      const unfinished = `${fileOf(run)}.new`;
      const file = await open(unfinished, 'w');
      try {
        for (const piece of [headOf(part, done), mixes, sums]) {
          await file.writeFile(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, fileOf(run));
    },
    clear: async (run) => {
      await rm(fileOf(run), { force: true });
      await rm(`${fileOf(run)}.new`, { force: true });
    },
  };
}

const HEAD_DOUBLES = 5;

function headOf({ direction, firstKey, keys }: StreamPart, done: number): Float64Array {
  return Float64Array.of(MAGIC, direction === 'bwd' ? 0 : 1, firstKey, keys, done);
}
