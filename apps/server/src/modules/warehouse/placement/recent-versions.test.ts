import { describe, expect, it } from 'vitest';
import { LONGEST_LAG_MS, RecentVersions } from './recent-versions.ts';

describe('versions that labels had of late', () => {
  it('are those that were read in the last ten seconds, the latest included', () => {
    let now = 0;
    const recent = new RecentVersions(() => now);
    expect(recent.has('one')).toBe(false);
    recent.note('one');
    now = 1_000;
    recent.note('two');
    now = LONGEST_LAG_MS;
    expect([recent.has('one'), recent.has('two'), recent.has('three')]).toEqual([true, true, false]);
    now += 1;
    expect([recent.has('one'), recent.has('two')]).toEqual([false, true]);
  });

  it('stay recent while they are read again', () => {
    let now = 0;
    const recent = new RecentVersions(() => now);
    for (const version of ['one', 'two', 'one']) recent.note(version, now);
    now = LONGEST_LAG_MS - 1;
    recent.note('one');
    now += LONGEST_LAG_MS;
    expect([recent.has('one'), recent.has('two')]).toEqual([true, false]);
  });
});
