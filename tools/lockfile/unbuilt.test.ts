import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leaveUnbuilt } from './unbuilt.mjs';

describe('packages whose native parts nobody uses', () => {
  it('are installed without a compiler: the lockfile names no script and no build of theirs', () => {
    const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
    expect(packages['node_modules/bcoin'].version).toBe('1.0.2');
    expect(leaveUnbuilt(packages)).toBe(0);
  });

  it('are marked again after an install forgot it', () => {
    const packages = {
      'node_modules/mrmr': { hasInstallScript: true },
      'node_modules/other': { hasInstallScript: true },
    };
    expect(leaveUnbuilt(packages)).toBe(1);
    expect(packages).toEqual({
      'node_modules/mrmr': { gypfile: false },
      'node_modules/other': { hasInstallScript: true },
    });
  });
});
