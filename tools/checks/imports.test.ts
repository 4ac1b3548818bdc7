import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A violation of one rule: a file that should not import what it imports. */
interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
}

const VIOLATIONS: readonly Violation[] = [
  {
    rule: 'who-may-import:packages/exposure',
    file: 'packages/exposure/src/a.ts',
    source: "import '@assay/contracts';",
  },
  { rule: 'who-may-import:packages/domain', file: 'packages/domain/src/a.ts', source: "import '@assay/exposure';" },
  { rule: 'who-may-import:apps/web', file: 'apps/web/app/a.tsx', source: "import '@assay/exposure';" },
  { rule: 'who-may-import:apps/bot', file: 'apps/bot/src/a.ts', source: "import '@assay/exposure';" },
  { rule: 'who-may-import:apps/server', file: 'apps/server/src/a.ts', source: "import '@assay/testkit';" },
  {
    rule: 'who-may-import-in-tests:packages/exposure',
    file: 'packages/exposure/src/a.test.ts',
    source: "import '@assay/contracts';",
  },
  { rule: 'workspace-is-listed', file: 'packages/drawer/src/index.ts', source: "import '@assay/domain';" },
  {
    rule: 'no-deep-import',
    file: 'apps/server/src/b.ts',
    source: "import '../../../packages/exposure/src/inner.ts';",
  },
  { rule: 'pure-packages-do-no-io', file: 'packages/exposure/src/io.ts', source: "import 'node:fs';" },
  {
    rule: 'feature-front-door',
    file: 'apps/server/src/features/checks/checks.service.ts',
    source: "import '../labels/labels.store.ts';",
  },
  {
    rule: 'feature-front-door-from-outside',
    file: 'apps/server/src/c.ts',
    source: "import './features/labels/labels.store.ts';",
  },
  {
    rule: 'only-stores-touch-the-database',
    file: 'apps/server/src/features/checks/checks.routes.ts',
    source: "import '../../db/pool.ts';",
  },
  {
    rule: 'only-stores-touch-the-database',
    file: 'apps/server/src/features/checks/write-check.ts',
    source: "import { pool } from '../../db/index.ts'; pool;",
  },
  {
    rule: 'features-do-not-know-adapters',
    file: 'apps/server/src/features/checks/checks.policy.ts',
    source: "import '../../adapters/chain/esplora.ts';",
  },
  {
    rule: 'web-features-do-not-meet',
    file: 'apps/web/app/features/check/check-form.tsx',
    source: "import '../history/table.tsx';",
  },
  { rule: 'no-cycles', file: 'packages/exposure/src/inner-too.ts', source: "import './inner.ts';" },
];

const SUPPORT: Readonly<Record<string, string>> = {
  'packages/exposure/src/inner.ts': "import './inner-too.ts';",
  'apps/server/src/db/pool.ts': 'export const pool = 1;',
  'apps/server/src/db/index.ts': "export * from './pool.ts';",
  'apps/server/src/features/labels/labels.store.ts': 'export const labels = 1;',
  'apps/server/src/features/labels/index.ts': "export * from './labels.store.ts';",
  'apps/server/src/adapters/chain/esplora.ts': 'export const esplora = 1;',
  'apps/web/app/features/history/table.tsx': 'export const table = 1;',
};

const PACKAGES = ['domain', 'exposure', 'contracts', 'testkit'];
const config = resolve('.dependency-cruiser.cjs');
const cli = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

function plant(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${source}\n`);
  }
}

/** The rules that fire in a tree, each with the file it fires for. */
function rulesBroken(root: string): string[] {
  const args = [cli, 'packages', 'apps', '--config', config, '--output-type', 'json', '--no-cache'];
  let report: string;
  try {
    report = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (failure) {
    // The exit code is the number of violations; the report is on standard output all the same.
    report = (failure as { stdout: string }).stdout;
  }
  const { summary } = JSON.parse(report) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`))];
}

function skeleton(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-imports-'));
  writeFileSync(join(root, 'package.json'), '{ "name": "tree", "type": "module" }');
  mkdirSync(join(root, 'node_modules/@assay'), { recursive: true });
  for (const name of PACKAGES) {
    plant(root, {
      [`packages/${name}/package.json`]: `{ "name": "@assay/${name}", "type": "module", "exports": { ".": "./src/index.ts" } }`,
      [`packages/${name}/src/index.ts`]: 'export const here = 1;',
    });
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@assay', name));
  }
  return root;
}

describe('the import boundaries', () => {
  let clean = '';
  let dirty = '';

  beforeAll(() => {
    clean = skeleton();
    plant(clean, {
      'packages/exposure/src/a.ts': "import '@assay/domain';",
      'packages/exposure/src/a.test.ts': "import '@assay/testkit';",
      'apps/server/src/features/checks/checks.service.ts': "import '../labels/index.ts';",
      'apps/server/src/features/labels/index.ts': "export * from './labels.store.ts';",
      'apps/server/src/features/labels/labels.store.ts': "import '../../db/pool.ts';",
      'apps/server/src/features/checks/begin-check.ts':
        "import type { Pool } from '../../db/pool.ts'; import '../../db/transactions.ts'; export type Here = Pool;",
      'apps/server/src/db/pool.ts': 'export type Pool = number; export const pool = 1;',
      'apps/server/src/db/transactions.ts': 'export const inTransaction = 1;',
    });
    dirty = skeleton();
    plant(dirty, { ...SUPPORT, ...Object.fromEntries(VIOLATIONS.map(({ file, source }) => [file, source])) });
  });

  afterAll(() => {
    for (const root of [clean, dirty]) rmSync(root, { recursive: true, force: true });
  });

  it('say nothing about a tree that keeps them', () => {
    expect(rulesBroken(clean)).toEqual([]);
  }, 60_000);

  it('name every rule that is broken on purpose', () => {
    expect(rulesBroken(dirty)).toEqual(expect.arrayContaining(VIOLATIONS.map(({ rule, file }) => `${rule}: ${file}`)));
  }, 60_000);
});
