/**
 * Refuses words of a private dialect in code, comments, documents, test names and texts. The words, and the places
 * where one stays, are listed in refused-words.ts.
 *
 * Run: node tools/checks/words.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { EXCEPTIONS, wordsIn } from './refused-words.ts';

const FILES = [
  '*.{md,ts,json,cjs}',
  '.env.example',
  '.dependency-cruiser.cjs',
  'docs/**/*.md',
  '{apps,packages,bench,e2e,tools}/**/*.{ts,tsx,mjs,cjs,css,sql,md}',
];
const SKIPPED = [
  '**/node_modules/**',
  '**/build/**',
  '**/dist/**',
  '**/.react-router/**',
  '**/.types/**',
  'package-lock.json',
];

function main(): number {
  const files = globSync(FILES, { exclude: SKIPPED });
  const found = files.flatMap((file) => wordsIn(file, readFileSync(file, 'utf8')));
  const refused = found.filter(({ exception }) => exception === null);
  const unused = EXCEPTIONS.filter((exception) => found.every((one) => one.exception !== exception));
  for (const { problem } of refused) process.stderr.write(`${problem}\n`);
  for (const { path, text } of unused) {
    process.stderr.write(`no refused word is left at '${path}'${text ? ` in '${text}'` : ''}: remove its exception\n`);
  }
  process.stdout.write(`${files.length} files read, ${refused.length} refused words\n`);
  return refused.length + unused.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
