import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLEX_TARIFF, ledger } from '../../../src/modules/money/index.ts';
import { useAuthApp } from '../../support/auth-app.ts';

const require = createRequire(import.meta.url);
const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));

/** A program as a developer writes it who has only the OpenAPI document. */
const PROGRAM = `
import { createInterface } from 'node:readline';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

type CheckRequest = components['schemas']['CheckRequest'];

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async (): Promise<string> => String((await lines.next()).value);
const api = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const say = (line: string): boolean => process.stdout.write(line + '\\n');

const login = await api.POST('/api/auth/login', { body: { email: 'generated@example.org', acceptTerms: true } });
if (login.data === undefined) throw new Error(login.error.error.errorName);
say('link sent to ' + login.data.data.email);

const confirmed = await api.GET('/api/auth/confirm-link/{link}', { params: { path: { link: await nextLine() } } });
if (confirmed.data === undefined) throw new Error(confirmed.error.error.errorName);
// An account with a second factor is asked for it first; this one has none.
if ('second_step' in confirmed.data.data) throw new Error('a second factor is asked for');
const accessToken = confirmed.data.data.tokens?.accessToken;
if (accessToken === undefined) throw new Error('no tokens');
say('signed in');
await nextLine();

const headers = { authorization: 'Bearer ' + accessToken };
const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const { data: offered } = await api.GET('/api/wallet/suggest', { params: { query: { address } } });
const asset = offered?.data.suggestions.find(({ ticker }) => ticker === 'BTC');
if (asset === undefined) throw new Error('BTC is not suggested');

// Fields with a default may be left out.
const request: CheckRequest = { address, ticker: asset.ticker };
// @ts-expect-error the asset is needed
const incomplete: CheckRequest = { address };
// @ts-expect-error there is no such call
const unknown = () => api.GET('/api/no/such/call');

const started = await api.POST('/api/monitor/check', {
  body: request,
  headers,
  params: { header: { 'idempotency-key': 'generated-1', prefer: 'respond-async' } },
});
if (started.data === undefined) throw new Error(started.error.error.errorName);
const { sub_id } = started.data.data.asset;
for (;;) {
  const read = await api.GET('/api/monitor/check/{sub_id}', { params: { path: { sub_id } }, headers });
  if (read.data === undefined) throw new Error(read.error.error.errorName);
  const state = read.data.data;
  if (state.status === 'failed') throw new Error(state.message);
  if (state.status === 'running') {
    const progress: number = state.progress;
    await new Promise((resolve) => setTimeout(resolve, 20 + progress));
    continue;
  }
  const stars: number = state.asset.riskscore;
  const refused = await api.POST('/api/monitor/check', { body: { ...request, address: 'x' }, headers });
  say(JSON.stringify({ sub_id: state.asset.sub_id, address: state.asset.address, stars, refused: refused.error?.error.errorName }));
  break;
}
`;

describe('a client that is generated from the OpenAPI document', () => {
  const server = useAuthApp();
  let folder = '';
  let child: ChildProcessByStdio<Writable, Readable, null> | undefined;

  beforeAll(() => {
    mkdirSync(BUILD, { recursive: true });
    // Inside the workspace, so that the client's library is found.
    folder = mkdtempSync(path.join(BUILD, 'generated-client-'));
  });
  afterAll(() => {
    child?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[API-09] is fully typed, signs in, and makes a check until its result is finished', async () => {
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    expect(url).toContain(String(port));

    const document = await (await fetch(`${url}/api/openapi.json`)).text();
    writeFileSync(path.join(folder, 'openapi.json'), document);
    execFileSync(process.execPath, [programOf('openapi-typescript', 'bin/cli.js'), 'openapi.json', '-o', 'api.ts'], {
      cwd: folder,
      stdio: 'pipe',
    });
    writeFileSync(path.join(folder, 'make-a-check.ts'), PROGRAM);
    expect(typeErrors(folder)).toBe('');

    const running = spawn(process.execPath, ['make-a-check.ts', url], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = running;
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    const said = async () => (await lines.next()).value as string | undefined;

    expect(await said()).toBe('link sent to generated@example.org');
    running.stdin.write(`${server.auth.lastToken()}\n`);
    expect(await said()).toBe('signed in');
    await grantOne('generated@example.org');
    running.stdin.write('granted\n');
    const result = JSON.parse((await said()) ?? '');
    expect(result).toEqual({
      sub_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      stars: expect.any(Number),
      refused: 'InvalidAddress',
    });
    const { rows } = await server.pool.query('SELECT status, riskscore FROM checks WHERE sub_id = $1', [result.sub_id]);
    expect(rows).toEqual([{ status: 'done', riskscore: result.stars }]);
  });

  async function grantOne(email: string): Promise<void> {
    const { rows } = await server.pool.query<{ sub: string }>('SELECT sub FROM users WHERE email = $1', [email]);
    const sub = rows[0]?.sub ?? '';
    const grant = { sub, tariff: FLEX_TARIFF, checks: 2, expiresAt: null } as const;
    await ledger.grant(server.pool, { ...grant, reason: 'operator', key: `generated:${sub}` });
  }
});

/** A program of a package by its path inside the package. */
function programOf(name: string, file: string): string {
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
}

/** The errors of this repository's compiler for the folder's program and everything it imports. */
function typeErrors(cwd: string): string {
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modules = ['--module', 'nodenext', '--target', 'es2024', '--allowImportingTsExtensions', '--types', 'node'];
  // The declarations of libraries are their own matter: the document and the program are what is checked.
  const more = [...modules, '--skipLibCheck', 'make-a-check.ts'];
  try {
    execFileSync(process.execPath, [programOf('typescript', 'bin/tsc'), ...flags, ...more], {
      cwd,
      stdio: 'pipe',
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
