/**
 * Checks the documents, the commit messages and the length of source files. A document may only name what exists: npm
 * scripts, files, links and their anchors, numbered sections, settings, and `assay` command lines; it runs and installs
 * no package by a name that is not ours. The page of the architecture names each module of the server, and each has a
 * README. The changelog has the form of Keep a Changelog. The first two `sh` blocks of README.md are the two commands
 * that start the product and test it.
 *
 * Run: node tools/checks/docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SETTING_NAMES as BOT_SETTINGS } from '../../apps/bot/src/config.ts';
import { SETTING_NAMES as SERVER_SETTINGS } from '../../apps/server/src/platform/config/config.ts';
import { SECRET_SETTINGS } from '../../apps/server/src/platform/config/secret-files.ts';
import { assayProgram } from './assay-commands.ts';
import { changelogProblems } from './changelog.ts';
import { checkCommits } from './commits.ts';
import { wrongCommands } from './doc-commands.ts';
import { unownedPackages } from './doc-packages.ts';
import {
  missingInComments,
  missingInModules,
  missingPlaces,
  missingRows,
  type Repository,
  unindexed,
} from './doc-places.ts';
import { listedSettings, namesIn, type Settings, unknownSettings } from './doc-settings.ts';
import { lengthProblems } from './file-length.ts';
import { readmeProblems, tablesOf } from './module-readmes.ts';

const ARCHITECTURE = 'docs/ARCHITECTURE.md';
const DOCUMENTS = '{*.md,docs/**/*.md,bench/*.md,apps/**/*.md,packages/**/*.md}';
const SOURCES = '{apps,packages,bench,e2e,tools}/**/*.{ts,tsx,mjs}';
const STYLES = '{apps,packages}/**/*.css';
const SERVER = 'apps/server/src';
const READMES = `${SERVER}/{modules/*,platform,app}/README.md`;
const MIGRATIONS = `${SERVER}/**/migrations/*.sql`;
const SKIPPED = ['**/node_modules/**', '**/build/**', '**/dist/**', '**/.react-router/**', '**/.types/**'];
/** Folders whose README lists all pages. */
const INDEXED = ['docs/operations', 'docs/decisions'];
/** Variables that other programs define. */
const FOREIGN_VARIABLES = ['NODE_EXTRA_CA_CERTS'];
const FENCE = /```sh\n([\s\S]*?)```/g;

/** The commands of README.md's first two `sh` blocks. */
export function readmeCommands(text: string): string[] {
  return [...text.matchAll(FENCE)].slice(0, 2).map(([, body]) => (body ?? '').trim());
}

/** The repository in the working directory. */
const REPOSITORY: Repository = {
  exists: existsSync,
  read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  scriptsOf: (workspace) => {
    const folder = workspace === null ? '.' : workspaces().find((path) => readManifest(path).name === workspace);
    return folder === undefined ? [] : Object.keys(readManifest(folder).scripts ?? {});
  },
};

function changelogFacts() {
  const read = (file: string) => readFileSync(file, 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const former = JSON.parse(read('bench/drills/former-version.json')) as { readonly version: string };
  return { version, former: former.version, notes: read('docs/operations/upgrading.md') };
}

function workspaces(): string[] {
  return globSync('{packages,apps}/*/package.json').map(dirname).concat('e2e', 'bench');
}

function readManifest(folder: string): { readonly name: string; readonly scripts?: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof readManifest>;
}

async function main(): Promise<number> {
  const textsOf = (pattern: string) =>
    globSync(pattern, { exclude: SKIPPED }).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const sources = textsOf(SOURCES);
  const settings: Settings = {
    parsed: new Set([...SERVER_SETTINGS, ...BOT_SETTINGS]),
    listed: listedSettings(readFileSync('.env.example', 'utf8')),
    others: new Set([
      ...FOREIGN_VARIABLES,
      ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
      ...sources.flatMap(({ text }) => namesIn(text)),
    ]),
  };
  const program = await assayProgram();
  const files = globSync(DOCUMENTS, { exclude: SKIPPED });
  const problems = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [
      ...missingPlaces(file, text, REPOSITORY),
      ...unknownSettings(text, settings),
      ...wrongCommands(text, program),
      ...unownedPackages(text),
    ].map((problem) => `${file}: ${problem}`);
  });
  for (const { file, text } of sources) {
    if (!file.startsWith('tools/checks/')) {
      problems.push(...missingInComments(text, REPOSITORY).map((problem) => `${file}: ${problem}`));
    }
  }
  const modules = globSync('apps/server/src/modules/*', { exclude: ['**/*.*'] });
  const architecture = readFileSync(ARCHITECTURE, 'utf8');
  const unlisted = [...missingRows(architecture, modules), ...missingInModules(architecture, REPOSITORY.exists)];
  problems.push(...unlisted.map((problem) => `${ARCHITECTURE} ${problem}`));
  const documented = [...modules, `${SERVER}/platform`, `${SERVER}/app`];
  const migrations = textsOf(MIGRATIONS)
    .sort((a, b) => basename(a.file).localeCompare(basename(b.file)))
    .map(({ text }) => text);
  problems.push(...readmeProblems(documented, textsOf(READMES), tablesOf(migrations)));
  problems.push(...lengthProblems([...sources, ...textsOf(STYLES)]));
  for (const folder of INDEXED) {
    const index = `${folder}/README.md`;
    const absent = unindexed(readFileSync(index, 'utf8'), globSync(`${folder}/*.md`));
    problems.push(...absent.map((problem) => `${index} ${problem}`));
  }
  const commands = readmeCommands(readFileSync('README.md', 'utf8'));
  if (commands.join() !== 'npm start,npm test') {
    problems.push(`README.md: the first two sh blocks are '${commands.join("', '")}'`);
  }
  const changelog = changelogProblems(readFileSync('CHANGELOG.md', 'utf8'), changelogFacts());
  problems.push(...changelog.map((problem) => `CHANGELOG.md ${problem}`));
  const commits = checkCommits('.');
  problems.push(...commits.problems);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${files.length} documents read, ${commits.summary}, ${problems.length} problems\n`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
