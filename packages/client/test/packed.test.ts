import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

const TYPES = Array.from(
  readFileSync(path.join(PACKAGE, 'src/types.ts'), 'utf8').matchAll(/^export type (\w+) =/gm),
  ([, name]) => name,
);

const PROGRAM = `
import { Assay, AssayProblemError, verifyWebhook, type Check } from '@assay/client';

const assay = new Assay({ key: 'aml_test_x', baseUrl: 'http://127.0.0.1:1', retries: 0 });
const stars = (check: Check): number | null => check.stars;
// @ts-expect-error: a check needs an asset
void (() => assay.checks.create({ address: 'a' }));
const failed = await assay.checks.create({ address: 'a', asset: 'BTC' }).then(stars, (error: Error) => error.name);
const code: AssayProblemError['code'] = 'insufficient_checks';
console.log(failed, code, typeof verifyWebhook);
`;

/** Not one type of the package differs from what the contracts say: neither is assigned to the other, they are the same. */
const COMPARISON = `
import type * as packed from '@assay/client';
import type * as source from '${path.join(PACKAGE, 'src/index.ts')}';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${TYPES.map((name) => `const of${name}: Same<packed.${name}, source.${name}> = true;`).join('\n')}
// @ts-expect-error: others are not
const ofOthers: Same<packed.Check, source.Transfer> = true;
`;

/** What is published, installed where nothing else is. */
describe('the packed client', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'assay-client-'));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE, stdio: 'pipe' });
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const offline = ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`];
    execFileSync('npm', offline, { cwd: folder, stdio: 'pipe' });
    writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compile = (lib: string, ...args: string[]) => {
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', lib, '--types', ''];
    const { stdout } = spawnSync(process.execPath, [TSC, ...options, ...args], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  };

  it('installs without any other package, and holds no source and no test', () => {
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@assay']);
    const installed = path.join(folder, 'node_modules', '@assay', 'client');
    expect(readdirSync(installed).toSorted()).toEqual(['README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
  });

  it('has the types of the contracts', () => {
    expect(TYPES).toContain('WithdrawalAttempt');
    writeFileSync(path.join(folder, 'comparison.ts'), COMPARISON);
    compile('es2024,dom', 'comparison.ts', '--noEmit', '--allowImportingTsExtensions');
  });

  it('has types that a strict program accepts, and runs', () => {
    compile('es2022,dom', 'program.ts');
    const said = execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
    expect(said.trim()).toBe('AssayConnectionError insufficient_checks function');
  });
});
