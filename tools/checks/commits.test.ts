import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCommits, problemsOfMessage } from './commits.ts';

const GOOD = 'labels: read a list line by line\n\nA list of a gigabyte did not fit into memory.';

describe('the check of a commit message', () => {
  it('accepts a scope, an imperative and a reason', () => {
    expect(problemsOfMessage(GOOD)).toEqual([]);
    expect(problemsOfMessage('docs: embed the picture\n\nIt was a link.\n')).toEqual([]);
  });

  it.each([
    ['Read a list', "not 'scope: summary'"],
    ['Labels: read a list', "not 'scope: summary'"],
    ['labels: Read a list', 'begins with a capital'],
    ['labels: reads a list', 'not imperative'],
    ['labels: fixed a list', 'not imperative'],
    ['labels: reading a list', 'not imperative'],
    ['labels: read a list.', 'ends with a full stop'],
    [`labels: read ${'a'.repeat(60)}`, 'more than 72'],
  ])('refuses the subject %j', (subject, problem) => {
    const problems = problemsOfMessage(`${subject}\n\nIt did not fit into memory.`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('refuses a message without a body, with trailers alone, and without the empty line', () => {
    expect(problemsOfMessage('labels: read a list\n')).toEqual(['no body says why']);
    expect(problemsOfMessage('labels: read a list\n\nSigned-off-by: Ann <ann@example.org>')).toEqual([
      'no body says why',
    ]);
    expect(problemsOfMessage('labels: read a list\nIt did not fit.')).toEqual(['no empty line follows the subject']);
  });
});

describe('the check of a history', () => {
  let scratch = '';
  let clone = '';

  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'Ann',
        GIT_AUTHOR_EMAIL: 'ann@example.org',
        GIT_COMMITTER_NAME: 'Ann',
        GIT_COMMITTER_EMAIL: 'ann@example.org',
      },
    }).trim();
  const commit = (folder: string, message: string) => {
    git(folder, 'commit', '--allow-empty', '-m', message);
    return git(folder, 'rev-parse', 'HEAD');
  };
  const start = () => {
    const folder = mkdtempSync(join(scratch, 'repository-'));
    git(folder, 'init', '-q', '-b', 'main');
    return { folder, last: commit(folder, 'Prose of before the rule, without a body') };
  };

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'assay-commits-'));
    clone = join(scratch, 'shallow');
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('leaves the commits before the rule alone and names a later one without a body', () => {
    const { folder, last } = start();
    commit(folder, GOOD);
    expect(checkCommits(folder, last)).toEqual({ problems: [], summary: '1 commit messages read' });
    const bad = commit(folder, 'labels: read a list');
    expect(checkCommits(folder, last)).toEqual({
      problems: [`commit ${bad.slice(0, 7)}: no body says why`],
      summary: '2 commit messages read',
    });
  });

  it('exempts merges, but not what they bring', () => {
    const { folder, last } = start();
    git(folder, 'checkout', '-q', '-b', 'side');
    const bad = commit(folder, 'Prose on a branch');
    git(folder, 'checkout', '-q', 'main');
    commit(folder, GOOD);
    git(folder, 'merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
    const { problems } = checkCommits(folder, last);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith(`commit ${bad.slice(0, 7)}: `))).toBe(true);
  });

  it('says plainly that it could not check, in a shallow clone and in a folder without history', () => {
    const { folder, last } = start();
    commit(folder, 'labels: read a list');
    git(scratch, 'clone', '-q', '--depth', '1', `file://${folder}`, clone);
    expect(checkCommits(clone, last)).toEqual({
      problems: [],
      summary: `commit messages not checked: the history here does not reach back to ${last}`,
    });
    const unpacked = join(scratch, 'export');
    mkdirSync(unpacked);
    const inside = join(folder, 'export');
    mkdirSync(inside);
    for (const place of [unpacked, inside]) {
      expect(checkCommits(place, last)).toEqual({
        problems: [],
        summary: 'commit messages not checked: no git history here',
      });
    }
  });
});
