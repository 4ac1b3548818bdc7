/** Checks the names of settings and variables in a document against those that are read. */
import { codeOf } from './markdown.ts';

export interface Settings {
  /** Names that the configuration of the server or the bot parses. */
  readonly parsed: ReadonlySet<string>;
  /** Names that .env.example lists. */
  readonly listed: ReadonlySet<string>;
  /** Variables that tests, tools and benchmarks read, and constants of the code: names, but no settings. */
  readonly others: ReadonlySet<string>;
}

const NAME = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$/;
const ASSIGNED = /(?:^|[\s;])([A-Z][A-Z0-9_]{2,})=/g;
const READ = /process\.env(?:\.([A-Z]\w*)|\[['"]([A-Z]\w*)['"]\])/g;
const DESTRUCTURED = /\{([^{}]*)\}\s*=\s*process\.env\b/g;
const CONSTANT = /\bconst ([A-Z][A-Z0-9_]*)\b/g;

/** Names of one document that no program reads, or that .env.example leaves out. */
export function unknownSettings(text: string, settings: Settings): string[] {
  const named = codeOf(text).flatMap(({ text: code, fence }) =>
    fence === null
      ? [NAME.exec(code)?.[1] ?? []].flat()
      : [...code.replace(/'[^']*'|"[^"]*"/g, '').matchAll(ASSIGNED)].flatMap(([, name]) => name ?? []),
  );
  return [...new Set(named)].flatMap((name) => {
    if (settings.parsed.has(name)) {
      return settings.listed.has(name) ? [] : [`names the setting ${name}, which .env.example does not list`];
    }
    if (settings.others.has(name)) return [];
    return [`names the setting ${name}, which nothing reads`];
  });
}

/** Names that .env.example assigns, commented out or not. */
export function listedSettings(example: string): Set<string> {
  return new Set([...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].flatMap(([, name]) => name ?? []));
}

/** Variables of the environment that a source file reads, and the constants it defines. */
export function namesIn(source: string): string[] {
  const destructured = [...source.matchAll(DESTRUCTURED)].flatMap(([, names = '']) => names.match(/\b[A-Z]\w*/g) ?? []);
  const read = [...source.matchAll(READ)].flatMap(([, dotted, quoted]) => dotted ?? quoted ?? []);
  const constants = [...source.matchAll(CONSTANT)].flatMap(([, name]) => name ?? []);
  return [...destructured, ...read, ...constants];
}
