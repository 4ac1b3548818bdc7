/**
 * Compares docs/requirements.md with the tests. The page lists every requirement under its id; a row that no test names
 * yet is marked open. The check fails when a test names an id the page does not have, when a mark is untrue, and when
 * one test names more than three ids.
 *
 * Run: node tools/checks/requirements.ts [--write]   (--write sets the marks)
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type NamedTest, testsOf } from './test-names.ts';

const PAGE = 'docs/requirements.md';
const OPEN = ' *(open)*';
const ROW = /^- \*\*([A-Z]+-\d{2})\*\* (.*)$/;
/** A test of more proves one of them and mentions the others. */
const MOST_IDS = 3;

/** Tests that name more requirements than one test proves, in the order of the file. */
export function crowdedTests(tests: readonly NamedTest[]): NamedTest[] {
  return tests.filter(({ ids }) => ids.filter(isRequirement).length > MOST_IDS);
}

/** Numbered gaps are decisions; check:docs holds them to their page. */
function isRequirement(id: string): boolean {
  return !id.startsWith('GAP-');
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
    .map((file) => ({ file, tests: testsOf(readFileSync(file, 'utf8'), file.endsWith('.tsx')) }));
  const named = new Set(files.flatMap(({ tests }) => tests.flatMap(({ ids }) => ids.filter(isRequirement))));
  const page = readFileSync(PAGE, 'utf8');
  const ids = idsOfPage(page);
  const marked = markPage(page, named);
  if (write) writeFileSync(PAGE, marked);
  const problems = [
    ...[...named].filter((id) => !ids.includes(id)).map((id) => `${id} is named by a test and is not on ${PAGE}`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is on ${PAGE} twice`),
    ...files.flatMap(({ file, tests }) =>
      crowdedTests(tests).map(
        ({ name, ids: own }) => `${file}: '${name}' names ${own.length} requirements, more than ${MOST_IDS}`,
      ),
    ),
  ];
  if (!write && marked !== page) {
    problems.push(`${PAGE} has marks that are not true: run npm run check:requirements -- --write`);
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(
    `${ids.filter((id) => named.has(id)).length} of ${ids.length} requirements are named by a test\n`,
  );
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv.includes('--write'));
