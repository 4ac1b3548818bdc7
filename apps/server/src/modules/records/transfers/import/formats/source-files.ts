import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileMark, hashFile, isUrl, SourceError } from '../../../../../platform/intake/index.ts';
import type { ImportSource } from './formats.ts';

export interface SourceFile {
  readonly location: string;
  readonly name: string;
  /** Of a file's content; of a URL only its text, as nobody knows what it answers before it was read. */
  readonly sha256: string;
  /** Of a file, as it was when it was hashed. */
  readonly mark?: string | null;
}

/** What is to be imported, each source once. */
export async function describeFiles(locations: readonly string[], signal: AbortSignal): Promise<SourceFile[]> {
  const files = new Map<string, SourceFile>();
  for (const location of await namedBy(locations)) {
    const file = isUrl(location) ? describeUrl(location) : await describeFile(location, signal);
    files.set(file.sha256, file);
  }
  return [...files.values()];
}

/** Patterns such as `blocks/*.parquet` become the files they match, for shells that leave them as they are. */
async function namedBy(locations: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    locations.map(async (location) => {
      if (isUrl(location) || !/[*?[{]/.test(location) || existsSync(location)) return [location];
      const matched: string[] = [];
      for await (const match of glob(location)) matched.push(match);
      if (matched.length === 0) throw new SourceError(`No file matches ${location}`);
      return matched.sort();
    }),
  );
  return all.flat();
}

async function describeFile(location: string, signal: AbortSignal): Promise<SourceFile> {
  const sha256 = await hashFile(location, signal);
  return { location, name: basename(location), sha256, mark: await fileMark(location) };
}

/** Named without its query, which may hold a key. */
function describeUrl(location: string): SourceFile {
  const url = URL.parse(location);
  if (url === null) throw new SourceError(`Cannot reach ${location}: no valid address`);
  return { location, name: url.host + url.pathname, sha256: createHash('sha256').update(url.href).digest('hex') };
}

/** The same for the same sources of one format, in whatever order they are named. */
export function fingerprintOf(source: ImportSource, files: readonly SourceFile[]): string {
  const parts = [source.format, source.network ?? '', source.asset ?? '', ...files.map((file) => file.sha256).sort()];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
