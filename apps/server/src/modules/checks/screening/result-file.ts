import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parse } from 'csv-parse';
import { messageOf } from '../../../platform/kernel/text/message-of.ts';
import type { ListLayout } from './list-layout.ts';
import { headerLine, REJECTED, STATUS_INDEX } from './result-line.ts';
import { writeAll } from './write-all.ts';

/** The file contains the results of another list, or of other options. */
export class ResultFileError extends Error {
  override readonly name = 'ResultFileError';
}

/** The results written so far; only whole lines count. */
export interface ResultFile {
  /** Rows that already have a result, by earlier runs. */
  readonly rows: number;
  /** Of them those that were rejected. */
  readonly rejected: number;
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

const TAIL_BYTES = 1_000_000;

export interface ResultsRequest {
  /** Everything that determines what a row says, as one text. */
  readonly request: string;
  readonly layout: Pick<ListLayout, 'extras'>;
  /** Start over, whatever the file contains. */
  readonly again: boolean;
}

/** Results that are written to a stream, such as stdout; an interrupted run cannot be resumed from them. */
export async function streamResults(out: Writable, layout: Pick<ListLayout, 'extras'>): Promise<ResultFile> {
  const append = (lines: string): Promise<void> =>
    new Promise((resolve, reject) => {
      out.write(lines, (error) => (error ? reject(error) : resolve()));
    });
  await append(headerLine(layout));
  return { rows: 0, rejected: 0, append, close: async () => undefined };
}

/**
 * Opens the results of a screening, new or interrupted. A second file beside them records the list and options they
 * belong to, so that a screening is never resumed with another list.
 *
 * @throws ResultFileError
 */
export async function openResults(path: string, { request, layout, again }: ResultsRequest): Promise<ResultFile> {
  const header = headerLine(layout);
  const note = `${path}.screening`;
  const digest = createHash('sha256').update(`${request}\n${header}`).digest('hex');
  const known = again ? null : await textOf(note);
  const handle = await open(path, known === null ? (again ? 'w+' : 'a+') : 'r+').catch((error: unknown) => {
    throw new ResultFileError(`Cannot write ${path}: ${messageOf(error)}`);
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
      await writeAll(handle, bytes, at);
      at += bytes.length;
    };
    if (end === 0) await append(header);
    if (known === null) {
      await writeFile(`${note}.new`, `${digest}\n`);
      await rename(`${note}.new`, note);
    }
    return {
      rows,
      rejected: rows === 0 ? 0 : await countRejected(path),
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

/** The end of the last whole line, and its row; a line that was being written when the process died does not count. */
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

async function countRejected(path: string): Promise<number> {
  let rejected = 0;
  const parser = createReadStream(path).pipe(parse({ relax_column_count: true }));
  for await (const cells of parser as AsyncIterable<string[]>) if (cells[STATUS_INDEX] === REJECTED) rejected += 1;
  return rejected;
}
