import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiFetch } from '../../../../platform/host/api-fetch.ts';
import type { PageJob } from '../../../../platform/host/page-renderer.ts';
import { importSiteBuild, type SiteBuild } from '../../../../platform/host/site-build.ts';
import { pageThreads } from './page-threads.ts';

/** As small as a build can be: its page says where it is rendered and what the API answers. */
const SERVER = `
import { isMainThread } from 'node:worker_threads';
import { createContext, createRequestHandler, RouterContextProvider } from '${import.meta.resolve('react-router')}';
const visits = createContext();
export const entry = {
  module: {
    default: async (request, _status, _headers, _router, context) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/fails') throw new Error('no page');
      if (pathname === '/waits') {
        await new Promise((resolve) => request.signal.aborted ? resolve() : request.signal.addEventListener('abort', resolve));
        throw new Error('the visitor has left');
      }
      const answer = await context.get(visits).apiFetch('/api/data', { method: 'POST', headers: { 'x-asked': 'yes' }, body: '{}' });
      const text = JSON.stringify({ isMainThread, method: request.method, status: answer.status, text: await answer.text() });
      return new Response(text, { status: 404, headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] });
    },
    createLoadContext: (visit) => {
      const context = new RouterContextProvider();
      context.set(visits, visit);
      return context;
    },
    createRequestHandler,
    sharingOf: () => 'never',
  },
};
export const routes = { root: { id: 'root', path: '*', module: { default: () => null } } };
export const assets = { version: 'v1', entry: { module: '', imports: [] }, routes: {}, url: '' };
export const publicPath = '/', assetsBuildDirectory = '', future = {}, ssr = true, isSpaMode = false, prerender = [];
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' };
`;

const JOB: PageJob = {
  method: 'GET',
  url: 'http://localhost:3000/page',
  headers: [['accept', 'text/html']],
  body: null,
  settings: {} as PageJob['settings'],
  nonces: { script: 'a', style: 'b' },
};
const stays = new AbortController().signal;
const noApi: ApiFetch = async () => {
  throw new Error('the API is away');
};

describe('pages rendered in other threads', () => {
  let dir: string;
  let build: SiteBuild;
  const threads = pageThreads({ threads: 1 });
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-threads-'));
    await mkdir(path.join(dir, 'client'));
    await mkdir(path.join(dir, 'server'));
    await writeFile(path.join(dir, 'server', 'index.js'), SERVER);
    await writeFile(path.join(dir, 'server', 'sharing.js'), 'export const sharingOf = () => "never";');
    await writeFile(path.join(dir, 'package.json'), '{"type":"module"}');
    build = await importSiteBuild(dir, '1');
  });
  afterAll(async () => {
    await threads.close();
    await rm(dir, { recursive: true });
  });

  it('ask the API of this thread, and come back with status and every cookie', async () => {
    const asked: unknown[] = [];
    const apiFetch: ApiFetch = async (target, init) => {
      asked.push([target, init?.method, new Headers(init?.headers).get('x-asked'), init?.body]);
      return new Response('data', { status: 201 });
    };
    const page = await threads.render(build, JOB, { apiFetch, signal: stays });
    expect(JSON.parse(page.body.toString())).toEqual({ isMainThread: false, method: 'GET', status: 201, text: 'data' });
    expect(page.status).toBe(404);
    expect(page.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual(['a=1', 'b=2']);
    expect(asked).toEqual([['/api/data', 'POST', 'yes', '{}']]);
  });

  it('have their build loaded, and a page of it rendered for nobody, before one is asked for', async () => {
    const server = path.join(dir, 'server', 'index.js');
    const rehearsed = path.join(dir, 'rehearsed');
    const writing = `if (new URL(request.url).pathname === '/first') writeFileSync('${rehearsed}', '');`;
    await writeFile(
      server,
      `import { writeFileSync } from 'node:fs';\n${SERVER.replace('const { pathname }', `${writing}\nconst { pathname }`)}`,
    );
    const rehearsal = { ...JOB, url: 'http://localhost:3000/first' };
    const ahead = pageThreads({ threads: 1, ahead: { buildDir: dir, rehearsal } });
    try {
      await expect.poll(() => existsSync(rehearsed), { timeout: 20_000 }).toBe(true);
    } finally {
      await ahead.close();
      await writeFile(server, SERVER);
    }
  });

  it('are of a build that a thread loads once, which returns its version', async () => {
    const other = pageThreads({ threads: 1 });
    const origin = { buildDir: dir, stamp: 'once' };
    try {
      const first = other.load(origin);
      expect(other.load(origin)).toBe(first);
      expect(await first).toBe('v1');
      await expect(other.load({ buildDir: path.join(dir, 'nowhere'), stamp: '1' })).rejects.toThrow();
    } finally {
      await other.close();
    }
  });

  it('are answered side by side by one thread', async () => {
    const first = Promise.withResolvers<Response>();
    const slow = threads.render(build, JOB, { apiFetch: () => first.promise, signal: stays });
    const quick = await threads.render(build, JOB, { apiFetch: async () => new Response('quick'), signal: stays });
    expect(quick.body.toString()).toContain('quick');
    first.resolve(new Response('slow'));
    expect((await slow).body.toString()).toContain('slow');
  });

  it.each([
    ['/fails', 'no page'],
    ['/page', 'the API is away'],
  ])('fail with the reason of the page %s', async (target) => {
    const job = { ...JOB, url: `http://localhost:3000${target}` };
    await expect(threads.render(build, job, { apiFetch: noApi, signal: stays })).rejects.toThrow(
      'The site answered 500',
    );
  });

  it('learn that their visitor has left', async () => {
    const leaves = new AbortController();
    const asked = Promise.withResolvers<void>();
    const never: ApiFetch = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const waiting = threads.render(build, JOB, { apiFetch: never, signal: leaves.signal });
    const isRefused = expect(waiting).rejects.toThrow();
    await asked.promise;
    const job = { ...JOB, url: 'http://localhost:3000/waits' };
    const page = threads.render(build, job, { apiFetch: noApi, signal: leaves.signal });
    const outcome = expect(page).rejects.toThrow();
    leaves.abort();
    await Promise.all([outcome, isRefused]);
  });
});
