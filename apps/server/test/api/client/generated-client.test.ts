import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../../support/auth-app.ts';

const server = useAuthApp();
const BUILD = fileURLToPath(new URL('../../../dist/', import.meta.url));
const run = promisify(execFile);
const require = createRequire(import.meta.url);
const programOf = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

/** Written with the generator's own library, as its manual says. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } });

const usage = await api.GET('/api/v1/usage');
const body = { address: 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2', asset: 'USDT', network: 'TRX' };
const made = await api.POST('/api/v1/checks', { body });
const stars: number | null | undefined = made.data?.stars;
const read = await api.GET('/api/v1/checks/{id}', { params: { path: { id: made.data?.id ?? '' } } });
const refused = await api.POST('/api/v1/checks', { body: { ...body, address: 'x' } });
const code: string | undefined = refused.error?.code;
// @ts-expect-error a check needs an asset
const incomplete = () => api.POST('/api/v1/checks', { body: { address: 'x' } });
console.log(JSON.stringify([usage.response.status, usage.data?.mode, made.response.status, stars, read.response.status, code]));
`;

describe('a client that another generator makes of the document', () => {
  let folder = '';
  let site = '';

  beforeAll(async () => {
    // Inside the workspace, so that the generator's library is found.
    mkdirSync(BUILD, { recursive: true });
    folder = mkdtempSync(path.join(BUILD, 'generated-v1-'));
    site = await server.app.listen({ host: '127.0.0.1', port: 0 });
    writeFileSync(path.join(folder, 'openapi.json'), await (await fetch(`${site}/api/v1/openapi.json`)).text());
    const generator = programOf('openapi-typescript', 'bin/cli.js');
    execFileSync(process.execPath, [generator, 'openapi.json', '-o', 'api.ts'], { cwd: folder, stdio: 'pipe' });
    writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has types that a strict program accepts, and is answered with a key', async () => {
    const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'];
    // The declarations of libraries are their own matter: the document and the program are what is checked.
    const modules = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
    execFileSync(process.execPath, [programOf('typescript', 'bin/tsc'), ...flags, ...modules, 'program.ts'], {
      cwd: folder,
      stdio: 'pipe',
    });
    const member = await server.signedIn('generated@firm.example');
    const scopes = ['checks:read', 'checks:write'];
    const key = await member.post('/api/developers/keys', { name: 'Generated', mode: 'test', scopes });
    const started = [path.join(folder, 'program.ts'), site, String(key.data['secret'])];
    const { stdout: said } = await run(process.execPath, started);
    expect(JSON.parse(said)).toEqual([200, 'test', 201, 5, 200, 'invalid_address']);
  }, 60_000);
});
