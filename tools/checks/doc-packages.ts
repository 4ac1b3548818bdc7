/** Checks that a document runs or installs no package of a registry by a name that nobody, or anybody, could have. */
import { codeOf } from './markdown.ts';

/** Unscoped names that this repository owns on the registry of npm. None is published: the one who took such a name would get the keys. */
const OWNED: readonly string[] = [];

const RUN = /\b(?:npx|npm (?:install|i|add|exec)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx)\s+(.*)/;
/** How programs of agents run a package: the words in JSON. */
const JSON_WORDS = /"args":\s*\[([^\]]*)\]/;
const UNSCOPED = /^[a-z\d][\w.-]*(?:@[\w.^~-]+)?$/i;
const IS_FILE = /\.(?:tgz|tar\.gz)$/;

/** What is wrong with the packages that one document runs or installs. */
export function unownedPackages(text: string): string[] {
  const runsByJson = text.includes('"npx"');
  const named = codeOf(text).flatMap(({ text: code }) => {
    const run = RUN.exec(code)?.[1];
    const json = runsByJson ? JSON_WORDS.exec(code)?.[1] : undefined;
    if (json !== undefined) return packageOf(json.split(',').map((word) => word.trim().replaceAll('"', '')));
    return run === undefined ? [] : packageOf(run.split(/\s+/));
  });
  return [...new Set(named)]
    .filter((name) => !OWNED.includes(name.replace(/@.*/, '')))
    .map((name) => `runs or installs the package ${name}, a name on the registry that this repository does not own`);
}

/** The package of a command line: what `--package` names, else the first word that is no option. */
function packageOf(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word === '-p' || word === '--package' || word.startsWith('--package='));
  const given = at === -1 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
  const name = given ?? words.find((word) => word !== '' && !word.startsWith('-'));
  return name !== undefined && UNSCOPED.test(name) && !IS_FILE.test(name) ? [name] : [];
}
