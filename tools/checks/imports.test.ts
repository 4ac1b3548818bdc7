import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  { rule: 'who-may-import:packages/wording', file: 'packages/wording/src/a.ts', source: "import '@assay/exposure';" },
  {
    rule: 'who-may-import:packages/contracts',
    file: 'packages/contracts/src/a.ts',
    source: "import '@assay/wording';",
  },
  {
    rule: 'pure-packages-do-no-io',
    file: 'packages/wording/src/io.ts',
    source: "import 'node:fs';",
  },
  { rule: 'who-may-import:apps/web', file: 'apps/web/app/a.tsx', source: "import '@assay/exposure';" },
  { rule: 'who-may-import:apps/bot', file: 'apps/bot/src/a.ts', source: "import '@assay/exposure';" },
  { rule: 'who-may-import:apps/server', file: 'apps/server/src/app/a.ts', source: "import '@assay/testkit';" },
  { rule: 'who-may-import:apps/server', file: 'apps/server/src/app/d.ts', source: "import '@assay/stand-ins';" },
  { rule: 'who-may-import:packages/stand-ins', file: 'packages/stand-ins/src/a.ts', source: "import '@assay/domain';" },
  {
    rule: 'stand-ins-of-the-demo',
    file: 'apps/server/src/app/composition/stand-ins.ts',
    source: "import '@assay/testkit';",
  },
  {
    rule: 'who-may-import-in-tests:packages/contracts',
    file: 'packages/contracts/src/a.test.ts',
    source: "import '@assay/stand-ins';",
  },
  { rule: 'who-may-import:apps/server', file: 'apps/server/src/app/d.ts', source: "import '@assay/ui';" },
  {
    rule: 'who-may-import-in-tests:packages/exposure',
    file: 'packages/exposure/src/a.test.ts',
    source: "import '@assay/contracts';",
  },
  { rule: 'workspace-is-listed', file: 'packages/drawer/src/index.ts', source: "import '@assay/domain';" },
  {
    rule: 'no-deep-import',
    file: 'apps/server/src/app/b.ts',
    source: "import '../../../../packages/exposure/src/inner.ts';",
  },
  { rule: 'pure-packages-do-no-io', file: 'packages/exposure/src/io.ts', source: "import 'node:fs';" },
  {
    rule: 'module-is-listed',
    file: 'apps/server/src/modules/drawer/a.ts',
    source: "import '../../platform/db/index.ts';",
  },
  {
    rule: 'server-folder-is-listed',
    file: 'apps/server/src/features/a.ts',
    source: "import '../platform/db/index.ts';",
  },
  {
    rule: 'platform-knows-no-module',
    file: 'apps/server/src/platform/http/up.ts',
    source: "import '../../modules/labels/index.ts';",
  },
  {
    rule: 'nothing-imports-app',
    file: 'apps/server/src/modules/checks/checks/wired.ts',
    source: "import '../../../app/composition/wiring.ts';",
  },
  {
    rule: 'modules:labels',
    file: 'apps/server/src/modules/labels/labels/up.ts',
    source: "import '../../checks/index.ts';",
  },
  {
    rule: 'modules:bot',
    file: 'apps/server/src/modules/bot/bot-accounts/beside.ts',
    source: "import '../../api/index.ts';",
  },
  {
    rule: 'module-front-door-of-what-puts-together',
    file: 'apps/server/src/modules/bot/open/beside.ts',
    source: "import '../../labels/labels/labels.store.ts';",
  },
  {
    rule: 'module-is-put-together-once',
    file: 'apps/server/src/modules/bot/bot-accounts/opened.ts',
    source: "import '../module.ts';",
  },
  {
    rule: 'module-front-door',
    file: 'apps/server/src/modules/checks/checks/checks.service.ts',
    source: "import '../../labels/labels/labels.store.ts';",
  },
  {
    rule: 'module-front-door',
    file: 'apps/server/src/modules/reports/reports/beside.ts',
    source: "import '../../labels/labels/index.ts';",
  },
  {
    rule: 'module-does-not-enter-itself',
    file: 'apps/server/src/modules/labels/labels/by-the-door.ts',
    source: "import '../index.ts';",
  },
  {
    rule: 'module-front-door-from-outside',
    file: 'apps/server/src/commands/c.ts',
    source: "import '../modules/labels/labels/labels.store.ts';",
  },
  {
    rule: 'only-stores-touch-the-database',
    file: 'apps/server/src/modules/checks/checks/checks.routes.ts',
    source: "import '../../../platform/db/pool.ts';",
  },
  {
    rule: 'only-stores-touch-the-database',
    file: 'apps/server/src/platform/mail/write-mail.ts',
    source: "import { pool } from '../db/index.ts'; pool;",
  },
  {
    rule: 'modules-declare-ports',
    file: 'apps/server/src/modules/chains/sources/sources.policy.ts',
    source: "import '../outside/chains/esplora.ts';",
  },
  {
    rule: 'web-features-do-not-meet',
    file: 'apps/web/app/features/check/check-form.tsx',
    source: "import '../history/table.tsx';",
  },
  {
    rule: 'exposure-folders:labels',
    file: 'packages/exposure/src/labels/derive.ts',
    source: "import type { Walk } from '../walk/walk.ts'; export type Here = Walk;",
  },
  {
    rule: 'exposure-folder-is-listed',
    file: 'packages/exposure/src/drawer/a.ts',
    source: "import '../walk/walk.ts';",
  },
  {
    rule: 'reference-engine-only-in-tests',
    file: 'apps/server/src/app/oracle.ts',
    source: "import '@assay/exposure/reference';",
  },
  {
    rule: 'reference-engine-only-in-tests',
    file: 'packages/exposure/src/public.ts',
    source: "export * from './reference/index.ts';",
  },
  {
    rule: 'product-does-not-import-dev-dependencies',
    file: 'apps/web/vite.config.ts',
    source: "import 'tool';",
  },
  { rule: 'no-cycles', file: 'packages/exposure/src/inner-too.ts', source: "import './inner.ts';" },
];

const SUPPORT: Readonly<Record<string, string>> = {
  'packages/exposure/src/walk/walk.ts': 'export type Walk = number;',
  'packages/exposure/src/inner.ts': "import './inner-too.ts';",
  'apps/server/src/platform/db/pool.ts': 'export const pool = 1;',
  'apps/server/src/platform/db/index.ts': "export * from './pool.ts';",
  'apps/server/src/modules/labels/labels/labels.store.ts': 'export const labels = 1;',
  'apps/server/src/modules/labels/index.ts': "export * from './labels/labels.store.ts';",
  'apps/server/src/modules/chains/outside/chains/esplora.ts': 'export const esplora = 1;',
  'apps/server/src/modules/labels/labels/index.ts': 'export const labels = 1;',
  'apps/server/src/modules/checks/index.ts': 'export const checks = 1;',
  'apps/server/src/modules/api/index.ts': 'export const webhooks = 1;',
  'apps/server/src/modules/bot/module.ts': 'export const bot = 1;',
  'apps/server/src/app/composition/wiring.ts': 'export const wiring = 1;',
  'apps/web/app/features/history/table.tsx': 'export const table = 1;',
  'apps/web/package.json': '{ "name": "@assay/web", "type": "module", "devDependencies": { "tool": "1.0.0" } }',
  'node_modules/tool/package.json': '{ "name": "tool", "version": "1.0.0", "main": "index.js" }',
  'node_modules/tool/index.js': 'exports.tool = 1;',
};

const PACKAGES = ['domain', 'wording', 'exposure', 'contracts', 'stand-ins', 'testkit', 'figures', 'ui'];
const config = resolve('.dependency-cruiser.cjs');
const check = resolve('tools/checks/imports.ts');
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
      [`packages/${name}/package.json`]: `{ "name": "@assay/${name}", "type": "module", "exports": { ".": "./src/index.ts", "./reference": "./src/reference/index.ts" } }`,
      [`packages/${name}/src/index.ts`]: 'export const here = 1;',
      [`packages/${name}/src/reference/index.ts`]: 'export const reference = 1;',
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
      'packages/exposure/src/a.ts': "import '@assay/domain'; import '@assay/wording';",
      'packages/wording/src/a.ts': "import '@assay/domain';",
      'apps/bot/src/a.ts': "import '@assay/wording';",
      'packages/testkit/src/index.ts': "import '@assay/stand-ins';",
      'apps/server/src/app/a.test.ts': "import '@assay/testkit'; import '@assay/stand-ins';",
      'apps/server/src/app/composition/stand-ins.ts': "import '@assay/stand-ins';",
      'packages/exposure/src/a.test.ts': "import '@assay/testkit'; import './reference/index.ts';",
      'packages/exposure/src/reference/index.ts': "export * from '../walk/walk.ts';",
      'packages/exposure/src/walk/walk.ts': 'export type Walk = number;',
      'apps/server/test/shares.test.ts': "import '@assay/exposure/reference';",
      'apps/server/src/modules/checks/checks/checks.service.ts':
        "import '../../labels/index.ts'; import './begin-check.ts';",
      'apps/server/src/modules/chains/outside/chains/esplora.ts': "import '../../../../platform/db/pool.ts';",
      'apps/server/src/app/composition/wiring.ts':
        "import '../../modules/chains/outside/chains/esplora.ts'; import '../../modules/labels/index.ts';",
      'apps/server/src/commands/c.ts': "import '../app/composition/wiring.ts';",
      'apps/server/src/modules/labels/index.ts': "export * from './labels/labels.store.ts';",
      'apps/server/src/modules/labels/labels/labels.store.ts': "import '../../../platform/db/pool.ts';",
      'apps/server/src/modules/checks/checks/begin-check.ts':
        "import type { Pool } from '../../../platform/db/pool.ts'; import '../../../platform/db/transactions.ts'; export type Here = Pool;",
      'apps/server/src/platform/db/pool.ts': 'export type Pool = number; export const pool = 1;',
      'apps/server/src/platform/db/transactions.ts': 'export const inTransaction = 1;',
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

  it('end the check with an error where two folders depend on each other, by different files', () => {
    const root = skeleton();
    try {
      copyFileSync(config, join(root, '.dependency-cruiser.cjs'));
      plant(root, {
        'apps/bot/src/view/a.ts': "import '../texts/b.ts';",
        'apps/bot/src/texts/b.ts': 'export const b = 1;',
        'apps/bot/src/texts/c.ts': "import '../view/d.ts';",
        'apps/bot/src/view/d.ts': 'export const d = 1;',
      });
      const { status, stdout, stderr } = spawnSync(process.execPath, [check], { cwd: root, encoding: 'utf8' });
      expect(stdout).toContain('no dependency violations found');
      expect(stderr).toContain('apps/bot/src: its parts depend on each other in a circle');
      expect(status).toBe(1);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }, 60_000);
});
