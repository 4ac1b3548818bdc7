import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { readConfig } from '../config.ts';
import { errorHandler } from '../plugins/error-handler.ts';
import { rateLimit } from '../plugins/rate-limit.ts';
import { securityHeaders } from '../plugins/security-headers.ts';
import { host } from './host.ts';
import type { SiteVisit } from './site-build.ts';
import { fixedSite } from './site-source.ts';

const SETTINGS = {
  productName: 'Assay',
  publicUrl: 'http://localhost:3000',
  coverage: [],
  examples: [],
  hasLandingHeaderSearch: true,
  operator: readConfig({}).operator,
};

const FILES = new Set(['assets/entry-abc123.js', 'favicon.svg']);
const STYLES = new Map([['/assets/root-abc123.css', 'h1{margin:0}']]);

/** As small as a server build can be: one root route whose page is what the loader answers. */
function serverBuild(handle: (request: Request, visit: SiteVisit) => Promise<Response>): {
  server: ServerBuild;
  createLoadContext: (visit: SiteVisit) => RouterContextProvider;
} {
  let visit: SiteVisit | undefined;
  const module = {
    default: async (request: Request) => {
      if (visit === undefined) throw new Error('No visit');
      return handle(request, visit);
    },
  };
  const server = {
    entry: { module },
    routes: { root: { id: 'root', path: '*', module: { default: () => null, action: () => null } } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    // A build's own type lists every flag of the bundler; the handler reads only these.
  } as unknown as ServerBuild;
  return {
    server,
    createLoadContext: (given) => {
      visit = given;
      return new RouterContextProvider();
    },
  };
}

describe('the host', () => {
  let clientDir: string;
  const apps: FastifyInstance[] = [];

  beforeAll(async () => {
    clientDir = await mkdtemp(path.join(tmpdir(), 'assay-site-'));
    await mkdir(path.join(clientDir, 'assets'));
    await writeFile(path.join(clientDir, 'assets', 'entry-abc123.js'), 'export {};');
    await writeFile(path.join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await rm(clientDir, { recursive: true });
  });

  async function site(handle: (request: Request, visit: SiteVisit) => Promise<Response>, pagesPerMinute = 1000) {
    const app = Fastify();
    apps.push(app);
    await app.register(errorHandler);
    await app.register(securityHeaders, { publicUrl: SETTINGS.publicUrl });
    await app.register(rateLimit);
    app.get('/api/echo', async (request) => ({ data: { headers: request.headers, ip: request.ip } }));
    app.post('/api/cookies', async (_request, reply) =>
      reply.header('set-cookie', ['a=1; Path=/', 'b=2; Expires=Fri, 20 Nov 2026 20:00:00 GMT']).send({ data: null }),
    );
    app.get('/api/refused', async () => {
      throw new AppError('InvalidAddress');
    });
    await app.register(host, {
      source: fixedSite({ ...serverBuild(handle), id: '1', clientDir, files: FILES, styles: STYLES }),
      productName: 'Assay',
      settings: async () => SETTINGS,
      pagesPerMinute,
      reach: { host: '127.0.0.1', publicUrl: SETTINGS.publicUrl },
    });
    await app.ready();
    return app;
  }

  const html = (text: string, status = 200) =>
    new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

  it('renders a page with the nonce of its own answer and the installation’s settings', async () => {
    const app = await site(async (_request, { nonce, settings }) => html(`${settings.productName} ${nonce}`));
    const answer = await app.inject({ url: '/' });
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(String(answer.headers['content-security-policy']))?.[1];
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`Assay ${nonce}`);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('answers HEAD as GET, without the page', async () => {
    const app = await site(async ({ method }) => new Response(method === 'HEAD' ? null : 'page', { status: 404 }));
    const answer = await app.inject({ method: 'HEAD', url: '/nope' });
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 404, body: '' });
    const file = await app.inject({ method: 'HEAD', url: '/favicon.svg' });
    expect({ status: file.statusCode, body: file.body }).toEqual({ status: 200, body: '' });
    expect(file.headers['content-type']).toBe('image/svg+xml');
  });

  describe('a form that was sent without a script', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const own = { ...form, 'sec-fetch-site': 'same-origin', origin: 'null' };
    const echo = async (request: Request) =>
      html(
        `${request.method} ${request.headers.get('origin')} ${new URLSearchParams(await request.text()).get('email')}`,
      );

    it('reaches its page, as one of the site’s own origin', async () => {
      const app = await site(echo);
      const answer = await app.inject({ method: 'POST', url: '/login', headers: own, payload: 'email=a%40b.example' });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe('POST http://localhost:3000 a@b.example');
    });

    it.each([
      { ...form, 'sec-fetch-site': 'cross-site' },
      { ...form, 'sec-fetch-site': 'same-site', origin: SETTINGS.publicUrl },
      { ...form, origin: 'https://evil.example', 'user-agent': 'Mozilla/5.0' },
    ])('is refused, in a page, where another site sent it: %o', async (headers) => {
      let rendered = 0;
      const app = await site(async () => {
        rendered += 1;
        return html('');
      });
      const answer = await app.inject({ method: 'POST', url: '/login', headers, payload: 'email=a%40b.example' });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(rendered).toBe(0);
    });

    it('is refused where it is no form, or longer than any form of the site', async () => {
      const app = await site(echo);
      const json = { ...own, 'content-type': 'application/json' };
      const send = (headers: Record<string, string>, payload: string) =>
        app.inject({ method: 'POST', url: '/login', headers, payload });
      expect((await send(json, '{"email":"a@b.example"}')).statusCode).toBe(400);
      expect((await send({ ...own, 'content-type': 'multipart/form-data; boundary=x' }, '')).statusCode).toBe(415);
      expect((await send(own, `email=${'a'.repeat(9000)}`)).statusCode).toBe(413);
    });

    it('brings the visitor every cookie that the API set meanwhile', async () => {
      const app = await site(async (_request, { apiFetch }) => {
        const { headers } = await apiFetch('/api/cookies', { method: 'POST' });
        return html(headers.getSetCookie().join(' | '));
      });
      const answer = await app.inject({ method: 'POST', url: '/login', headers: own, payload: '' });
      expect(answer.body).toBe('a=1; Path=/ | b=2; Expires=Fri, 20 Nov 2026 20:00:00 GMT');
    });
  });

  it('hands the page its style sheets with the nonce that lets them in', async () => {
    const app = await site(async (_request, { styles }) => html(`${[...styles.texts].join()} ${styles.nonce}`));
    const answer = await app.inject({ url: '/' });
    const nonce = /style-src 'self' 'nonce-([0-9a-f]{32})'/.exec(
      String(answer.headers['content-security-policy']),
    )?.[1];
    expect(answer.body).toBe(`/assets/root-abc123.css,h1{margin:0} ${nonce}`);
  });

  it('asks the API in its own process with the visitor’s headers and address', async () => {
    const app = await site(async (_request, { apiFetch }) => {
      const answer = await apiFetch('/api/echo', { headers: { 'the-timezone-iana': 'Asia/Tokyo' } });
      return html(await answer.text(), answer.status);
    });
    const answer = await app.inject({
      url: '/',
      remoteAddress: '203.0.113.7',
      headers: { host: 'example.org', 'x-forwarded-for': '198.51.100.1', cookie: 'a=b', 'if-none-match': 'x' },
    });
    const { headers, ip } = JSON.parse(answer.body).data;
    expect(ip).toBe('203.0.113.7');
    expect(headers).toMatchObject({
      host: 'example.org',
      'x-forwarded-for': '198.51.100.1',
      cookie: 'a=b',
      'the-timezone-iana': 'Asia/Tokyo',
    });
    expect(headers).not.toHaveProperty('if-none-match');
  });

  it('hands the API’s failures to the page as they are', async () => {
    const app = await site(async (_request, { apiFetch }) => {
      const answer = await apiFetch('/api/refused');
      return html(await answer.text(), answer.status);
    });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('Unknown address format');
  });

  it('lets a page ask the API only, so that no page can ask for itself without end', async () => {
    const asked: string[] = [];
    const app = await site(async (_request, { apiFetch }) => {
      for (const target of ['/', '/riskcheck/1', 'http://example.org/', '/apis', '/api/../']) {
        await apiFetch(target).catch((error: unknown) => asked.push(String(error)));
      }
      return html('');
    });
    await app.inject({ url: '/' });
    expect(asked).toHaveLength(5);
  });

  it('never believes the Host header about where the site stands', async () => {
    const app = await site(async (request) => html(request.url));
    const answer = await app.inject({ url: '/account?tab=history', headers: { host: 'evil.example' } });
    expect(answer.body).toBe('http://localhost:3000/account?tab=history');
  });

  it('keeps hashed files for a year and others for an hour', async () => {
    const app = await site(async () => html('', 404));
    const hashed = await app.inject({ url: '/assets/entry-abc123.js' });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toMatch(/javascript/);
    const icon = await app.inject({ url: '/favicon.svg' });
    expect(icon.headers['cache-control']).toBe('public, max-age=3600');
    expect(icon.headers['content-type']).toBe('image/svg+xml');
  });

  it('answers a chunk of an older build 404 without rendering a page', async () => {
    let rendered = 0;
    const app = await site(async () => {
      rendered += 1;
      return html('');
    });
    expect((await app.inject({ url: '/assets/entry-old999.js' })).statusCode).toBe(404);
    expect(rendered).toBe(0);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00'])(
    'gives no file outside its folder: %s',
    async (url) => {
      const app = await site(async () => html('page', 404));
      const answer = await app.inject({ url });
      expect(answer.body).not.toContain('"name"');
      expect([400, 404]).toContain(answer.statusCode);
    },
  );

  it('[ROUTE-16] shows the static error page when the site cannot render', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined);
    const app = await site(async () => {
      throw new Error('internal detail');
    });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<h1>Server error</h1>');
    expect(answer.body).toContain('This page is temporarily unavailable.');
    expect(answer.body).not.toContain('internal detail');
    // The renderer reports what it could not render on its own.
    expect(vi.mocked(console.error)).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });

  it('tells a person who asks too often in a page, not in JSON', async () => {
    const app = await site(async () => html('page'), 1);
    await app.inject({ url: '/' });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.body).toContain('Too many requests. Please wait a moment.');
  });

  it('counts pages, not the files they bring', async () => {
    const app = await site(async () => html('page'), 2);
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await app.inject({ url: '/assets/entry-abc123.js' })).statusCode).toBe(200);
    }
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.inject({ url: '/' })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await app.inject({ url: '/favicon.svg' })).statusCode).toBe(200);
  });
});
