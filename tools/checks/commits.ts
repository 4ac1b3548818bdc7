/**
 * Checks the messages of the commits since the rule began: `scope: imperative summary` in at most 72 characters, an
 * empty line, and a body that says why. Merges are exempt.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** The last commit before the rule. */
export const LAST_FREE_COMMIT = '88287d6';
const LONGEST_SUBJECT = 72;
const SUBJECT = /^[a-z][a-z0-9-]*: (\S+)(?: .*)?$/;
/** Verbs whose imperative ends like another form. */
const IMPERATIVES = new Set([
  'embed',
  'feed',
  'need',
  'seed',
  'shed',
  'speed',
  'bring',
  'ring',
  'string',
  'process',
  'pass',
  'bypass',
  'press',
  'compress',
  'express',
  'suppress',
  'address',
  'discuss',
  'dismiss',
  'focus',
  'access',
  'assess',
  'guess',
  'cross',
  'toss',
  'miss',
  'bus',
  'stress',
  'harness',
  'canvas',
  'alias',
  'bias',
]);
/** Lines at the end of a message that name people or other commits are no reason. */
const TRAILER = /^[A-Z][\w-]*-[\w-]+: |^\(cherry picked from commit /;

export interface Commits {
  /** Problems, each with the commit's short name. */
  readonly problems: readonly string[];
  /** What was checked, or why nothing could be. */
  readonly summary: string;
}

/** What is wrong with one commit message. */
export function problemsOfMessage(message: string): string[] {
  const [subject = '', second = '', ...rest] = message.trimEnd().split('\n');
  const problems: string[] = [];
  const first = SUBJECT.exec(subject)?.[1];
  if (first === undefined) problems.push("the subject is not 'scope: summary' with a scope in lower case");
  else if (/^[A-Z]/.test(first)) problems.push(`the summary begins with a capital: '${first}'`);
  else if (!IMPERATIVES.has(first) && /(?:ed|ing|[^s]s)$/.test(first)) {
    problems.push(`the summary is not imperative: '${first}'`);
  }
  const { length } = Array.from(subject);
  if (length > LONGEST_SUBJECT) {
    problems.push(`the subject has ${length} characters, more than ${LONGEST_SUBJECT}`);
  }
  if (subject.endsWith('.')) problems.push('the subject ends with a full stop');
  if (second !== '') problems.push('no empty line follows the subject');
  const reasons = rest.filter((line) => line.trim() !== '' && !TRAILER.test(line));
  if (second === '' && reasons.length === 0) problems.push('no body says why');
  return problems;
}

/**
 * The messages since `last` in the history of `folder`. A folder without history, or whose history does not reach back
 * to `last`, cannot be checked: the summary says so.
 */
export function checkCommits(folder: string, last: string = LAST_FREE_COMMIT): Commits {
  const root = git(folder, 'rev-parse', '--show-toplevel')?.trim();
  if (root === undefined || realpathSync(root) !== realpathSync(resolve(folder))) {
    return { problems: [], summary: 'commit messages not checked: no git history here' };
  }
  if (git(folder, 'merge-base', '--is-ancestor', last, 'HEAD') === null) {
    return { problems: [], summary: `commit messages not checked: the history here does not reach back to ${last}` };
  }
  const log = git(folder, 'log', '--no-merges', '--format=%h%x00%B%x01', `${last}..HEAD`) ?? '';
  const commits = log.split('\x01').filter((entry) => entry.trim() !== '');
  const problems = commits.flatMap((entry) => {
    const [name = '', message = ''] = entry.trimStart().split('\0');
    return problemsOfMessage(message).map((problem) => `commit ${name}: ${problem}`);
  });
  return { problems, summary: `${commits.length} commit messages read` };
}

/** Output of git; null where it failed or is not installed. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : null;
}
