import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TEXT = /\.(js|css|svg)$/;
/** Under this a header costs more than what is saved. */
const MIN_BYTES = 1024;
/** From this on the best compression takes many seconds, and saves little. */
const LARGE_BYTES = 1_000_000;
const LARGE_QUALITY = 9;

/**
 * Writes every hashed text file of the site once more, compressed as well as it can be: the server has no time for that
 * when somebody waits. They lie beside the files, as `.br` and `.gz`.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return;
      const folder = path.join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => TEXT.test(name));
      await Promise.all(names.map((name) => writeCompressed(path.join(folder, name))));
    },
  };
}

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const effort = content.length < LARGE_BYTES ? constants.BROTLI_MAX_QUALITY : LARGE_QUALITY;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: effort } };
  await writeFile(`${file}.br`, await compressBrotli(content, quality));
  await writeFile(`${file}.gz`, await compressGzip(content, { level: constants.Z_BEST_COMPRESSION }));
}
