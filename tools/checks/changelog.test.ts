import { describe, expect, it } from 'vitest';
import { changelogProblems } from './changelog.ts';

const GOOD = `# Changelog

## [Unreleased]

## [0.10.0] - 2026-03-01

### Fixed

- A fault.

## [0.9.0] - 2026-02-01

### Added

- A thing.
`;
const NOTES = '\n### Unreleased\n\n### 0.10.0\n\n### 0.9.0\n';
const problemsOf = (text: string, facts: object = {}) =>
  changelogProblems(text, { version: '0.10.0', former: '0.9.0', notes: NOTES, ...facts });

describe('the changelog', () => {
  it('passes in the form of Keep a Changelog', () => {
    expect(problemsOf(GOOD)).toEqual([]);
  });

  it.each([
    ['another title', GOOD.replace('# Changelog', '# Changes'), 'must begin with'],
    ['no place for what is not released', GOOD.replace('## [Unreleased]\n', ''), 'as its first section'],
    ['a version without its day', GOOD.replace(' - 2026-02-01', ' (soon)'), "the section '## [0.9.0] (soon)'"],
    ['a group of its own', GOOD.replace('### Fixed', '### Mended'), "the group 'Mended'"],
    ['a group without a change', GOOD.replace('- A fault.\n', ''), "the group 'Fixed' without a change"],
    ['a change outside of a group', GOOD.replace('### Added\n', ''), 'a change outside of a group: - A thing.'],
    ['an older version above a newer', GOOD.replaceAll('0.10.0', '0.8.0'), '0.8.0 above 0.9.0'],
    ['an earlier day above a later', GOOD.replace('2026-03-01', '2026-01-01'), '0.10.0 above 0.9.0'],
  ])('is refused with %s', (_what, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  it('is refused where package.json, the drill or the notes say otherwise', () => {
    expect(problemsOf(GOOD, { version: '0.11.0' })).toEqual([expect.stringContaining('package.json has 0.11.0')]);
    expect(problemsOf(GOOD, { former: '0.7.0' })).toEqual([expect.stringContaining('lacks 0.7.0')]);
    expect(problemsOf(GOOD, { notes: '\n### Unreleased\n\n### 0.10.0\n' })).toEqual([
      'has 0.9.0, for which upgrading.md has no notes',
    ]);
  });
});
