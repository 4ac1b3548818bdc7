import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, SegmentFile } from './files/manifest.ts';
import { SegmentFileError } from './files/read-parquet.ts';
import { unnamedFiles } from './files/segment-writer.ts';

/** What a verification found wrong with a file that the manifest names. */
export interface FileProblem {
  readonly path: string;
  readonly is: 'missing' | 'of another size' | 'of other content';
}

export interface Verification {
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly FileProblem[];
  /** Files beside those of the manifest: they do not count, and a reader of whole folders must leave them out. */
  readonly unnamed: readonly string[];
}

/** Compares every file that a manifest names with its size and its digest. */
export async function verifySegments(
  folder: string,
  manifest: Manifest,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (files: number, of: number) => void },
): Promise<Verification> {
  const files = manifest.segments.flatMap(({ transfers, accounts }) => [transfers, accounts]);
  const problems: FileProblem[] = [];
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    const is = await problemOf(folder, file, signal);
    if (is !== null) problems.push({ path: file.path, is });
    onProgress(index + 1, files.length);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { files: files.length, bytes, problems, unnamed: await unnamedFiles(folder, manifest) };
}

/**
 * The same before whole-ledger work, which would say something of records that nobody wrote.
 *
 * @throws SegmentFileError that names the first file that is not what was written
 */
export async function requireWholeSegments(
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<void> {
  const { problems } = await verifySegments(folder, manifest, {
    signal,
    onProgress: (files, of) => onProgress(`comparing files with their digests, ${files} of ${of}`),
  });
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more files are not what was written`;
  throw new SegmentFileError(
    `${first.path} is ${first.is}${more}. Restore it, or write the segments again into another folder.`,
  );
}

async function problemOf(folder: string, file: SegmentFile, signal: AbortSignal): Promise<FileProblem['is'] | null> {
  const target = path.join(folder, file.path);
  try {
    if ((await stat(target)).size !== file.bytes) return 'of another size';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
    throw error;
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target, { signal })) hash.update(chunk);
  return hash.digest('hex') === file.sha256 ? null : 'of other content';
}
