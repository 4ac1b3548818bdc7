import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const CONTAINERFILE = readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
const RULES = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Whether a builder leaves a file out: the last rule that matches it, or a folder above it, decides. */
function isLeftOut(file: string): boolean {
  const parts = file.split('/');
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return RULES.reduce((leftOut, rule) => {
    const pattern = rule.replace(/^!/, '');
    return above.some((place) => path.posix.matchesGlob(place, pattern)) ? !rule.startsWith('!') : leftOut;
  }, false);
}

/** What the Containerfile takes from the clone, and not from another stage. */
const COPIED = CONTAINERFILE.split('\n')
  .filter((line) => /^(COPY|ADD) /.test(line) && !line.includes('--from='))
  .flatMap((line) => line.split(' ').slice(1, -1));

describe('what a builder of the image is sent', () => {
  it.each([
    'deploy/secrets/auth',
    '.env',
    '.env.production',
    '.npmrc',
    '.data/postgres/PG_VERSION',
    '.git/config',
    '.tools/node/bin/node',
    'apps/server/.env',
    'packages/domain/.data/x',
    'apps/web/node_modules/x/index.js',
    'apps/server/build/a/assay.mjs',
    'e2e/results/trace.zip',
    'backups/assay.age',
  ])('holds no %s', (file) => {
    expect(isLeftOut(file)).toBe(true);
  });

  it('holds every file of the repository that the Containerfile copies', () => {
    const tracked = execFileSync('git', ['ls-files', '-z', '--', ...COPIED], { cwd: ROOT, encoding: 'utf8' });
    const files = tracked.split('\0').filter((file) => file !== '');
    expect(files.length).toBeGreaterThan(COPIED.length);
    expect(files.filter(isLeftOut)).toEqual([]);
  });

  it('is decided by .dockerignore alone, which every builder reads', () => {
    const beside = readdirSync(path.join(ROOT, 'deploy')).filter((name) => name.endsWith('ignore'));
    expect([existsSync(path.join(ROOT, '.containerignore')), beside]).toEqual([false, []]);
  });
});

describe('the Containerfile', () => {
  it('copies files and folders by name, and never the whole clone', () => {
    expect(COPIED).toEqual([
      'package.json',
      'package-lock.json',
      'tsconfig.base.json',
      'LICENSE',
      'bench/package.json',
      'e2e/package.json',
      'apps',
      'packages',
      'tools',
      'docs',
    ]);
  });
});
