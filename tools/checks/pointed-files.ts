/**
 * Reads `new URL('…', import.meta.url)` as an import of what it points at: a file of ours that another one starts, such
 * as a thread or a program, is used by it all the same. Data, which is no code, is not looked at.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Import } from './folder-circles.ts';

/** A rule of .dependency-cruiser.cjs, as far as it goes by the paths of both files. */
export interface PathRule {
  readonly name: string;
  readonly from: Paths;
  readonly to: Paths;
}

interface Paths {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}

/** A program that is started, not loaded, although a rule refuses an import of it; and why. */
export interface Started extends Import {
  readonly reason: string;
}

const STARTED: readonly Started[] = [
  {
    from: 'apps/server/src/modules/bot/outside/telegram/bot-process.ts',
    to: 'apps/bot/src/main.ts',
    reason: 'the bot is a process of its own, which the server starts',
  },
  {
    from: 'packages/testkit/src/server-command.ts',
    to: 'apps/server/src/commands/index.ts',
    reason: 'tests start the server as a process',
  },
];

const POINTED = /\bnew URL\(\s*(['"`])(?<to>[^'"`$]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const CODE = /\.[cm]?[jt]sx?$/;

/** The files of code that a text points at; paths from the root of the repository. */
export function pointedBy(file: string, text: string): Import[] {
  return [...text.matchAll(POINTED)].flatMap(({ groups }) => {
    const to = path.posix.join(path.posix.dirname(file), groups?.['to'] ?? '');
    return CODE.test(to) ? [{ from: file, to }] : [];
  });
}

/** What the sources of the workspaces point at. `isCode`: whether a file is one of them. */
export function pointedFiles(isCode: (file: string) => boolean): Import[] {
  const files = globSync('{packages,apps}/*/{src,app,tools}/**/*.{ts,tsx,mjs}').map((file) =>
    file.replaceAll('\\', '/'),
  );
  return files
    .filter(isCode)
    .flatMap((file) => pointedBy(file, readFileSync(file, 'utf8')))
    .filter(({ to }) => existsSync(to));
}

const isSame = (one: Import, other: Import): boolean => one.from === other.from && one.to === other.to;

/** Whether an arrow is to a program that is started, and so no part of what starts it. */
export function isStarted(arrow: Import, started: readonly Started[] = STARTED): boolean {
  return started.some((one) => isSame(one, arrow));
}

/** Arrows that a rule refuses, and programs in the list that nothing starts any more. */
export function pointedProblems(
  arrows: readonly Import[],
  rules: readonly PathRule[],
  started: readonly Started[] = STARTED,
): string[] {
  const refused = arrows
    .filter((arrow) => !isStarted(arrow, started))
    .flatMap((arrow) => {
      const broken = rules.filter((rule) => isRefused(arrow, rule));
      return broken.map(({ name }) => `${name}: ${arrow.from} → ${arrow.to}`);
    });
  const unused = started
    .filter((one) => !arrows.some((arrow) => isSame(one, arrow)))
    .map(({ from, to }) => `${from} does not start ${to} any more: remove it from the list`);
  return [...refused, ...unused];
}

/** A rule of .dependency-cruiser.cjs, of any kind. */
interface AnyRule {
  readonly name?: string | undefined;
  readonly from?: object | undefined;
  readonly to?: object | undefined;
}

/** The rules that go by paths alone: others ask how a file is imported, or what else it imports. */
export function pathRules(forbidden: readonly AnyRule[]): PathRule[] {
  const isByPath = (part: object) => Object.keys(part).every((key) => key === 'path' || key === 'pathNot');
  return forbidden.flatMap(({ name = '', from = {}, to = {} }) =>
    isByPath(from) && isByPath(to) && Object.keys(to).length > 0 ? [{ name, from, to }] : [],
  );
}

function isRefused({ from, to }: Import, rule: PathRule): boolean {
  if (!matches(from, rule.from)) return false;
  const [, ...groups] = patternsOf(rule.from.path).flatMap((pattern) => new RegExp(pattern).exec(from) ?? []);
  const filled = (pattern: string) => pattern.replaceAll(/\$(\d)/g, (_, at: string) => groups[Number(at) - 1] ?? '');
  return matches(to, { path: patternsOf(rule.to.path).map(filled), pathNot: patternsOf(rule.to.pathNot).map(filled) });
}

function matches(file: string, { path: is, pathNot }: Paths): boolean {
  const hasOne = (patterns: readonly string[]) => patterns.some((pattern) => new RegExp(pattern).test(file));
  const wanted = patternsOf(is);
  return (wanted.length === 0 || hasOne(wanted)) && !hasOne(patternsOf(pathNot));
}

function patternsOf(given: string | readonly string[] | undefined): readonly string[] {
  return given === undefined ? [] : typeof given === 'string' ? [given] : given;
}
