/** Checks what a document says of the repository's files: links, anchors, numbered sections, paths and npm scripts. */
import { basename, dirname, join, normalize } from 'node:path';
import { codeOf, type Heading, headingsOf, withoutFences } from './markdown.ts';

/** What the repository has. Paths are relative to its root. */
export interface Repository {
  readonly exists: (path: string) => boolean;
  /** The text of a document; null where there is none. */
  readonly read: (path: string) => string | null;
  /** The npm scripts of a workspace, or of the root for null. */
  readonly scriptsOf: (workspace: string | null) => readonly string[];
}

const SCRIPT = /npm run (?:-s |--silent )?(?:-w (@[\w/-]+) )?([\w:-]+)/g;
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g;
const PATH = /(?<![\w/.-])(?:apps|packages|docs|tools|bench|e2e)\/[\w@./-]*[\w@-]/g;
/** `section 3`, `section 6.2, Linear score`; sections of a standard (RFC 5652, section 11) are not ours. */
const SECTION =
  /(\b(?:RFC|ISO|ETSI|EN|BIP|CIP|EIP|SLIP|X)[ .-]?[\w. /-]*,? )?\bsection (\d+(?:\.\d+)*)(?:, ([A-Z][\w’'-]*(?: [\w’'-]+)*))?/g;
const GAPS_PAGE = 'docs/decisions/0007-silent-questions.md';
const METHOD_PAGE = 'docs/method/README.md';

/** Scripts, links, anchors, sections and paths of one document that do not exist. */
export function missingPlaces(file: string, text: string, repository: Repository): string[] {
  return [
    ...missingScripts(text, repository),
    ...missingLinks(file, text, repository),
    ...missingPaths(text, repository),
    ...missingSections(file, text, repository),
    ...missingGaps(text, repository),
  ];
}

/** Pages of `docs`, sections of the method and numbered decisions that a source file cites and that do not exist. */
export function missingInComments(source: string, repository: Repository): string[] {
  const problems = missingGaps(source, repository);
  const pages = [...source.matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
    .filter(([page]) => !repository.exists(page))
    .map(([page]) => `cites '${page}', which does not exist`);
  problems.push(...pages);
  const method = headingsOf(repository.read(METHOD_PAGE) ?? '');
  for (const [, number] of source.matchAll(/docs\/method(?:\/README\.md)?,[\s*]+section (\d+(?:\.\d+)*)/g)) {
    if (number !== undefined && !method.some((heading) => heading.number === number)) {
      problems.push(`cites section ${number} of the method, which does not exist`);
    }
  }
  return problems;
}

/** Decisions of the form GAP-nn that a text cites and that the page of such decisions does not list. */
export function missingGaps(text: string, { read }: Repository): string[] {
  const page = read(GAPS_PAGE) ?? '';
  return [...new Set(text.match(/\bGAP-\d{2}\b/g) ?? [])]
    .filter((id) => !page.includes(`- **${id}** `))
    .map((id) => `cites ${id}, which ${GAPS_PAGE} does not list`);
}

/** Folders that the page of the architecture has no row for. */
export function missingRows(page: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => !page.includes(`\n| \`${basename(folder)}\` | `))
    .map((folder) => `has no row for '${folder}'`);
}

/** Files that the page of the architecture names by their path below the modules of the server, and that are not there. */
export function missingInModules(page: string, exists: Repository['exists']): string[] {
  return [...page.matchAll(/`([a-z][\w-]*\/[\w./-]+\.ts)`/g)]
    .flatMap(([, file]) => (file === undefined || /^(apps|packages|tools)\//.test(file) ? [] : [file]))
    .filter((file) => !exists(`apps/server/src/modules/${file}`))
    .map((file) => `names '${file}', which no module has`);
}

/** Pages beside an index that it does not link to. */
export function unindexed(index: string, pages: readonly string[]): string[] {
  const linked = new Set([...index.matchAll(LINK)].map(([, target]) => target));
  return pages
    .filter((page) => basename(page) !== 'README.md' && !linked.has(basename(page)))
    .map((page) => `has no link to '${page}'`);
}

function missingScripts(text: string, { scriptsOf }: Repository): string[] {
  return [...text.matchAll(SCRIPT)].flatMap(([, workspace, script]) =>
    script === undefined || scriptsOf(workspace ?? null).includes(script)
      ? []
      : [`names the script '${script}', which does not exist`],
  );
}

function missingLinks(file: string, text: string, { exists, read }: Repository): string[] {
  return [...withoutFences(text).matchAll(LINK)].flatMap(([, target = '', anchor]) => {
    const path = target === '' ? file : normalize(join(dirname(file), target));
    if (!exists(path)) return [`links to '${target}', which does not exist`];
    if (anchor === undefined) return [];
    return headingsOf(read(path) ?? '').some((heading) => heading.anchor === anchor)
      ? []
      : [`links to section '#${anchor}' of '${path}', which does not exist`];
  });
}

function missingPaths(text: string, { exists }: Repository): string[] {
  return codeOf(text)
    .filter(({ text: code }) => !code.includes('://'))
    .flatMap(({ text: code }) => [...code.matchAll(PATH)].map(([path]) => path))
    .filter((path) => !exists(path))
    .map((path) => `names '${path}', which does not exist`);
}

function missingSections(file: string, text: string, { read }: Repository): string[] {
  return withoutFences(text)
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(SECTION)].flatMap(({ 1: standard, 2: number = '', 3: name, index }) => {
        if (standard !== undefined) return [];
        const page = pageMeant(file, line.slice(0, index));
        const headings = headingsOf(read(page) ?? '');
        const shown = name === undefined ? number : `${number}, ${name}`;
        return hasSection(headings, number, name)
          ? []
          : [`cites section '${shown}' of '${page}', which does not exist`];
      }),
    );
}

/** The page that the words before a section number name: the method, or the last link; else the page itself. */
function pageMeant(file: string, before: string): string {
  const near = before.slice(-120);
  if (/docs\/method[^.]*$/.test(near)) return METHOD_PAGE;
  const link = [...near.matchAll(/\]\(([^)#\s]+\.md)/g)].at(-1)?.[1];
  return link === undefined ? file : normalize(join(dirname(file), link));
}

function hasSection(headings: readonly Heading[], number: string, name: string | undefined): boolean {
  const under = headings.filter(
    (heading) => heading.number === number || heading.number?.startsWith(`${number}.`) === true,
  );
  if (under.every((heading) => heading.number !== number)) return false;
  return name === undefined || under.some((heading) => sameName(heading.name, name));
}

/** Words after the name belong to the sentence: 'section 3, Exposure says …' cites 'Exposure'. */
function sameName(heading: string, cited: string): boolean {
  const [of, said] = [heading, cited].map((text) => text.toLowerCase());
  return said === of || said?.startsWith(`${of} `) === true;
}
