/**
 * Holds docs/requirements.md and the tests together. The page lists every requirement under its id; a row no test
 * names yet is marked open. The check fails when a test names an id the page does not have, or a mark is untrue.
 *
 * Run: node tools/checks/requirements.ts [--write]   (--write sets the marks)
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/requirements.md';
const OPEN = ' *(open)*';
const ROW = /^- \*\*([A-Z]+-\d{2})\*\* (.*)$/;
const NAMED = /\[((?:[A-Z]+-\d{2})(?:(?:, | |\.\.)[A-Z]+-\d{2})*)\]/g;

/** Ids that stand in square brackets in a test's text; `[ADDR-01..ADDR-03]` names the three. */
export function idsNamed(test: string): string[] {
  return [...test.matchAll(NAMED)].flatMap(([, list]) =>
    (list ?? '').split(/, | /).flatMap((part) => {
      const [first, last] = part.split('..');
      if (first === undefined || last === undefined) return [part];
      const [area, from] = first.split('-');
      const to = Number(last.split('-')[1]);
      return Array.from(
        { length: to - Number(from) + 1 },
        (_, at) => `${area}-${String(Number(from) + at).padStart(2, '0')}`,
      );
    }),
  );
}

/** The page with every mark set to what the tests say. */
export function markPage(page: string, named: ReadonlySet<string>): string {
  return page
    .split('\n')
    .map((line) => {
      const row = ROW.exec(line);
      if (row === null) return line;
      const [, id = '', text = ''] = row;
      return `- **${id}** ${text.replace(OPEN, '')}${named.has(id) ? '' : OPEN}`;
    })
    .join('\n');
}

/** Every requirement id of the page, in order. */
export function idsOfPage(page: string): string[] {
  return page.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? []);
}

function main(write: boolean): number {
  const files = globSync('{apps,packages,tools,bench}/**/*.{test,spec}.{ts,tsx}', { exclude: ['**/node_modules/**'] })
    .concat(globSync('e2e/**/*.ts', { exclude: ['**/node_modules/**'] }))
    .filter((file) => file !== 'tools/checks/requirements.test.ts');
  const named = new Set(files.flatMap((file) => idsNamed(readFileSync(file, 'utf8'))));
  const page = readFileSync(PAGE, 'utf8');
  const ids = idsOfPage(page);
  const unknown = [...named].filter((id) => !ids.includes(id) && !id.startsWith('GAP-'));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const marked = markPage(page, named);
  if (write) writeFileSync(PAGE, marked);
  for (const id of unknown) process.stderr.write(`${id} is named by a test and stands on no page\n`);
  for (const id of twice) process.stderr.write(`${id} stands twice on the page\n`);
  const untrue = !write && marked !== page;
  if (untrue) process.stderr.write(`${PAGE} has marks that are not true: run npm run check:requirements -- --write\n`);
  process.stdout.write(
    `${ids.filter((id) => named.has(id)).length} of ${ids.length} requirements are named by a test\n`,
  );
  return unknown.length + twice.length === 0 && !untrue ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv.includes('--write'));
