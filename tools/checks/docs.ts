/**
 * Holds the documents to the repository: every `npm run` script and every path they name must exist, and the first two
 * `sh` blocks of README.md are the two commands that start the product and prove it.
 *
 * Run: node tools/checks/docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface DocProblem {
  readonly file: string;
  readonly problem: string;
}

const SCRIPT = /npm run (?:-s )?(?:-w (@[\w/-]+) )?([\w:-]+)/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;
/** Paths in backticks that name a place of the repository. */
const PATH = /`((?:apps|packages|docs|tools|bench|e2e)\/[\w@./-]+)`/g;
const FENCE = /```sh\n([\s\S]*?)```/g;

/** What is wrong with one document, given what exists. `exists` takes paths from the repository's root. */
export function problemsOf(
  file: string,
  text: string,
  exists: (path: string) => boolean,
  scriptsOf: (workspace: string | null) => readonly string[],
): DocProblem[] {
  const problems: DocProblem[] = [];
  for (const [, workspace, script] of text.matchAll(SCRIPT)) {
    if (script !== undefined && !scriptsOf(workspace ?? null).includes(script)) {
      problems.push({ file, problem: `names the script '${script}', which does not exist` });
    }
  }
  for (const [, target] of text.matchAll(LINK)) {
    if (target !== undefined && !exists(join(dirname(file), target))) {
      problems.push({ file, problem: `links to '${target}', which does not exist` });
    }
  }
  for (const [, path] of text.matchAll(PATH)) {
    if (path !== undefined && !exists(path)) problems.push({ file, problem: `names '${path}', which does not exist` });
  }
  return problems;
}

/** The commands of README.md's first two `sh` blocks. */
export function readmeCommands(text: string): string[] {
  return [...text.matchAll(FENCE)].slice(0, 2).map(([, body]) => (body ?? '').trim());
}

function scripts(workspace: string | null): string[] {
  const folder =
    workspace === null
      ? '.'
      : globSync('{packages,apps}/*/package.json')
          .map(dirname)
          .concat('e2e', 'bench')
          .find((path) => readName(path) === workspace);
  if (folder === undefined) return [];
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  return Object.keys(manifest.scripts ?? {});
}

function readName(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
}

function main(): number {
  const files = globSync('{*.md,docs/**/*.md,bench/*.md,apps/**/*.md,packages/**/*.md}', {
    exclude: ['**/node_modules/**'],
  });
  const problems = files.flatMap((file) => problemsOf(file, readFileSync(file, 'utf8'), existsSync, scripts));
  const commands = readmeCommands(readFileSync('README.md', 'utf8'));
  if (commands.join() !== 'npm start,npm test') {
    problems.push({ file: 'README.md', problem: `the first two sh blocks are '${commands.join("', '")}'` });
  }
  for (const { file, problem } of problems) process.stderr.write(`${file}: ${problem}\n`);
  process.stdout.write(`${files.length} documents read, ${problems.length} problems\n`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
