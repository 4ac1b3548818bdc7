/** Checks the changelog by the form of Keep a Changelog 1.1.0, and against the version and the notes for operators. */

const TITLE = '# Changelog';
const RELEASE = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/;
const UNRELEASED = '## [Unreleased]';
const GROUPS: ReadonlySet<string> = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']);

export interface ChangelogFacts {
  /** Of package.json. */
  readonly version: string;
  /** The version that the next one is upgraded from under load. */
  readonly former: string;
  /** The page with notes a version, docs/operations/upgrading.md. */
  readonly notes: string;
}

interface Release {
  readonly version: string;
  readonly day: string;
}

/** What is wrong with the changelog, one line each. */
export function changelogProblems(text: string, { version, former, notes }: ChangelogFacts): readonly string[] {
  const lines = text.split('\n');
  const problems = lines[0] === TITLE ? [] : [`must begin with '${TITLE}'`];
  const headings = lines.filter((line) => line.startsWith('## '));
  if (headings[0] !== UNRELEASED) problems.push(`must have '${UNRELEASED}' as its first section`);
  const releases: Release[] = [];
  for (const heading of headings.slice(headings[0] === UNRELEASED ? 1 : 0)) {
    const [, number, day] = RELEASE.exec(heading) ?? [];
    if (number === undefined || day === undefined) {
      problems.push(`has the section '${heading}' instead of one like '## [1.2.3] - 2026-01-31'`);
    } else releases.push({ version: number, day });
  }
  problems.push(...orderProblems(releases), ...groupProblems(lines));
  if (releases[0]?.version !== version) {
    problems.push(`has ${releases[0]?.version ?? 'no version'} as its newest version, package.json has ${version}`);
  }
  if (!releases.some((release) => release.version === former)) {
    problems.push(`lacks ${former}, from which bench/drills/former-version.json says the upgrade starts`);
  }
  for (const name of ['Unreleased', ...releases.map((release) => release.version)]) {
    if (!notes.includes(`\n### ${name}\n`)) problems.push(`has ${name}, for which upgrading.md has no notes`);
  }
  return problems;
}

function orderProblems(releases: readonly Release[]): readonly string[] {
  return releases.flatMap((release, index) => {
    const older = releases[index + 1];
    if (older === undefined) return [];
    const isNewer = release.version.localeCompare(older.version, 'en', { numeric: true }) > 0;
    return isNewer && release.day >= older.day ? [] : [`has ${release.version} above ${older.version}, which is newer`];
  });
}

/** Every change is a line of the list of a group, and no group is there without one. */
function groupProblems(lines: readonly string[]): readonly string[] {
  const problems: string[] = [];
  let group: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) group = null;
    else if (line.startsWith('### ')) {
      group = line.slice('### '.length);
      if (!GROUPS.has(group)) problems.push(`has the group '${group}', which Keep a Changelog does not know`);
      const next = lines.slice(index + 1).find((one) => one !== '');
      if (next?.startsWith('- ') !== true) problems.push(`has the group '${group}' without a change`);
    } else if (line.startsWith('- ') && group === null) problems.push(`has a change outside of a group: ${line}`);
  }
  return problems;
}
