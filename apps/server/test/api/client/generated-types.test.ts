import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useAuthApp } from '../../support/auth-app.ts';

const server = useAuthApp();
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const GENERATOR = path.join(
  path.dirname(createRequire(import.meta.url).resolve('openapi-typescript/package.json')),
  'bin/cli.js',
);

/** Types of the client by the name of their schema in the document, or by the call that answers them. */
const COMPARED = {
  Batch: "components['schemas']['Batch']",
  Check: "components['schemas']['Check']",
  CreateWebhookEndpoint: "components['schemas']['CreateWebhookEndpoint']",
  Event: "components['schemas']['Event']",
  NewCheck: "components['schemas']['CreateCheck']",
  NewTransfer: "components['schemas']['CreateTransfer']",
  NewWebhookEndpoint: "components['schemas']['NewWebhookEndpoint']",
  NewWithdrawalAttempt: "components['schemas']['CreateWithdrawalAttempt']",
  Problem: "components['schemas']['Problem']",
  RotateWebhookSecret: "components['schemas']['RotateWebhookSecret']",
  Transfer: "components['schemas']['Transfer']",
  UpdateWebhookEndpoint: "components['schemas']['UpdateWebhookEndpoint']",
  WebhookEndpoint: "components['schemas']['WebhookEndpoint']",
  WithdrawalAttempt: "components['schemas']['WithdrawalAttempt']",
  Asset: "Ok<'/api/v1/assets'>['data'][number]",
  Network: "Ok<'/api/v1/networks'>['data'][number]",
  TestAddress: "Ok<'/api/v1/test_addresses'>['data'][number]",
  TestTransaction: "Ok<'/api/v1/test_transactions'>['data'][number]",
  Usage: "Ok<'/api/v1/usage'>",
};

const COMPARISON = `
import type * as client from '${path.join(ROOT, 'packages/client/src/index.ts')}';
import type { components, paths } from './api.ts';

type Ok<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
} ? Body : never;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${Object.entries(COMPARED)
  .map(([name, described]) => `const of${name}: Same<client.${name}, ${described}> = true;`)
  .join('\n')}
// @ts-expect-error: others are not
const ofOthers: Same<client.Check, components['schemas']['Transfer']> = true;
`;

it('the types of the client are those that openapi-typescript makes of the document', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-client-types-'));
  try {
    const { text } = await server.client().get('/api/v1/openapi.json');
    writeFileSync(path.join(folder, 'openapi.json'), text);
    execFileSync(process.execPath, [GENERATOR, 'openapi.json', '-o', 'api.ts'], { cwd: folder, stdio: 'pipe' });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'comparison.ts'), COMPARISON);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const modules = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', ''];
    const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...flags, ...modules, 'comparison.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
