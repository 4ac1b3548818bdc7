import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '..', 'src');
const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** Packages with many modules that the first call loads which needs them. A start that loads one of them waits for it. */
const NOT_AT_START = [
  '@simplewebauthn/server',
  'age-encryption',
  'hyparquet',
  'hyparquet-writer',
  'node-forge',
  'node-pg-migrate',
  'nodemailer',
  'pdfkit',
  'postal-mime',
  'stripe',
  'undici',
];

/** Imports `files` one after the other; returns what of the packages was loaded after each. */
function loadedAfter(files: readonly string[]): readonly (readonly string[])[] {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    const after = [];
    for (const file of ${JSON.stringify(files)}) {
      await import(file);
      after.push(urls.splice(0));
    }
    process.stdout.write(JSON.stringify(after));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(output) as string[][];
}

describe('the modules of a start', () => {
  const [entry = [], first = [], rest = []] = loadedAfter(
    ['commands/frame.ts', 'main.ts', 'product.ts'].map((file) => path.join(SRC, file)),
  );

  it('hold no package that only a later call needs', () => {
    const isOf = (url: string, name: string) => url.includes(`/node_modules/${name}/`);
    for (const name of NOT_AT_START) expect(existsSync(path.join(ROOT, 'node_modules', name)), name).toBe(true);
    const loaded = NOT_AT_START.filter((name) => [...entry, ...first, ...rest].some((url) => isOf(url, name)));
    expect(loaded).toEqual([]);
  });

  it('are mostly loaded after the database has begun to start', () => {
    // What is loaded before: settings, the database, and the threads of the pages.
    expect([...entry, ...first].some((url) => url.endsWith('/composition/server.ts'))).toBe(false);
    expect(rest.some((url) => url.endsWith('/composition/server.ts'))).toBe(true);
    expect(rest.length).toBeGreaterThan(entry.length + first.length);
  });
});
