import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import { HEADER_LINE } from './result-line.ts';

/** The results of another list, or of other options, stand where these should go. */
export class ResultFileError extends Error {
  override readonly name = 'ResultFileError';
}

/** Results as they are written; whole lines only count. */
export interface ResultFile {
  /** Rows answered already. */
  readonly rows: number;
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

const TAIL_BYTES = 1_000_000;

/**
 * Opens the results of a screening, begun or cut off. What they are results of stands in a file beside them, so that
 * they never go on with another list.
 *
 * @param request everything that decides what a row says, in one text
 * @throws ResultFileError
 */
export async function openResults(path: string, request: string, again: boolean): Promise<ResultFile> {
  const note = `${path}.screening`;
  const digest = createHash('sha256').update(request).digest('hex');
  const known = again ? null : await textOf(note);
  const handle = await open(path, known === null ? (again ? 'w+' : 'a+') : 'r+').catch((error: unknown) => {
    throw new ResultFileError(`Cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    const { size } = await handle.stat();
    if (known === null && size > 0) {
      throw new ResultFileError(`${path} exists and holds no results of this list; name another file, or use --again`);
    }
    if (known !== null && known.trim() !== digest) {
      throw new ResultFileError(
        `${path} holds results of another list or of other options; name another file, or use --again`,
      );
    }
    const { end, rows } = await wholeLines(handle, size);
    await handle.truncate(end);
    let at = end;
    const append = async (lines: string): Promise<void> => {
      const bytes = Buffer.from(lines);
      await handle.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    };
    if (end === 0) await append(HEADER_LINE);
    if (known === null) {
      await writeFile(`${note}.new`, `${digest}\n`);
      await rename(`${note}.new`, note);
    }
    return {
      rows,
      append,
      close: async () => {
        await handle.sync();
        await handle.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Where the last whole line ends, and its row; a line that was being written when the process died does not count. */
async function wholeLines(handle: FileHandle, size: number): Promise<{ readonly end: number; readonly rows: number }> {
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - from);
  await handle.read(tail, 0, tail.length, from);
  const last = tail.lastIndexOf(0x0a);
  if (last === -1) return { end: 0, rows: 0 };
  const before = tail.lastIndexOf(0x0a, last - 1);
  const line = tail.subarray(before + 1, last).toString('utf8');
  return { end: from + last + 1, rows: /^\d+,/.test(line) ? Number.parseInt(line, 10) : 0 };
}
