import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { securityLog } from '../../../test/support/security-log.ts';
import { errorHandler } from '../http/failures/error-handler.ts';
import { securityHeaders } from '../http/headers/security-headers.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import { securityEvents } from '../http/watch/security-events.ts';
import { AppError } from '../kernel/app-error.ts';
import { host } from './host.ts';
import { SharedPages } from './shared-pages.ts';
import type { SiteVisit } from './site-build.ts';
import { fixedSite } from './site-source.ts';
import { SETTINGS, serverBuild } from './test/server-build.ts';

const FILES = new Set(['assets/entry-abc123.js', 'favicon.svg']);
const STYLES = new Map([['/assets/root-abc123.css', 'h1{margin:0}']]);

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
    await app.register(securityEvents, { events: securityLog().events });
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
      shared: new SharedPages(),
      settings: async () => SETTINGS,
      pagesPerMinute,
      reach: { host: '127.0.0.1', publicUrl: SETTINGS.publicUrl },
    });
    await app.ready();
    return app;
  }

  const html = (text: string, status = 200) =>
    new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

  it('renders a page with the nonce of its own response and the installation’s settings', async () => {
    const app = await site(async (_request, { nonce, settings }) => html(`${settings.productName} ${nonce}`));
    const answer = await app.inject({ url: '/' });
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(String(answer.headers['content-security-policy']))?.[1];
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`Assay ${nonce}`);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['', '/explore'])('has a guest’s result page asked for again by every cache: %j', async (rest) => {
    const app = await site(async () => html('The result'));
    const { headers, body } = await app.inject({ url: `/riskcheck/${'0'.repeat(32)}${rest}` });
    expect([body, headers['cache-control']]).toEqual(['The result', 'no-cache']);
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

    it.each([
      ['application/json', '"x"', 415],
      ['application/json', '1', 415],
      ['application/json', '[]', 415],
      ['application/json', 'null', 415],
      ['application/json', '{"email":"a@b.example"}', 415],
      ['application/json; charset=utf-8', '{', 415],
      ['text/plain', 'email=a%40b.example', 415],
      ['multipart/form-data; boundary=x', '', 415],
      ['multipart/form-data; boundary=x', '--x--', 415],
      ['application/octet-stream', '\0\u00ff', 415],
      ['application/x-www-form-urlencodedx', 'email=a', 415],
      ['application/x-www-form-urlencoded, application/json', 'email=a', 415],
      ['nonsense', 'email=a', 415],
      [undefined, 'email=a', 415],
      [undefined, undefined, 400],
      ['application/x-www-form-urlencoded', `email=${'a'.repeat(9000)}`, 413],
    ])('is refused in a page where it is %s with the body %j', async (type, payload, status) => {
      const app = await site(async (request) => html([...(await request.formData()).keys()].join()));
      const { 'content-type': _, ...headers } = own;
      const answer = await app.inject({
        method: 'POST',
        url: '/login',
        headers: type === undefined ? headers : { ...headers, 'content-type': type },
        ...(payload === undefined ? {} : { payload: Buffer.from(payload) }),
      });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body.includes('This page reads only its own form.')).toBe(status === 415);
    });

    it.each(['; charset=utf-8', ';', '; charset', '; x="', ' ; a=b;;'])(
      'is read whatever the parameters of its content type: %j',
      async (parameters) => {
        const app = await site(async (request) => html([...(await request.formData()).keys()].join()));
        const headers = { ...own, 'content-type': form['content-type'] + parameters };
        const answer = await app.inject({ method: 'POST', url: '/login', headers, payload: 'email=%ff%&email' });
        expect([200, 415]).toContain(answer.statusCode);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      },
    );

    it('gives the visitor every cookie that the API set meanwhile', async () => {
      const app = await site(async (_request, { apiFetch }) => {
        const { headers } = await apiFetch('/api/cookies', { method: 'POST' });
        return html(headers.getSetCookie().join(' | '));
      });
      const answer = await app.inject({ method: 'POST', url: '/login', headers: own, payload: '' });
      expect(answer.body).toBe('a=1; Path=/ | b=2; Expires=Fri, 20 Nov 2026 20:00:00 GMT');
    });
  });

  it('gives the page its style sheets with the nonce that allows them', async () => {
    const app = await site(async (_request, { styles }) => html(`${[...styles.texts].join()} ${styles.nonce}`));
    const answer = await app.inject({ url: '/' });
    const nonce = /style-src 'self' 'nonce-([0-9a-f]{32})'/.exec(
      String(answer.headers['content-security-policy']),
    )?.[1];
    expect(answer.body).toBe(`/assets/root-abc123.css,h1{margin:0} ${nonce}`);
  });

  it('calls the API in its own process with the visitor’s headers and address', async () => {
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

  it('passes the API’s failures to the page unchanged', async () => {
    const app = await site(async (_request, { apiFetch }) => {
      const answer = await apiFetch('/api/refused');
      return html(await answer.text(), answer.status);
    });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('Unknown address format');
  });

  it('lets a page call the API only, so that no page can request itself in an endless loop', async () => {
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

  it('never takes the address of the site from the Host header', async () => {
    const app = await site(async (request) => html(request.url));
    const answer = await app.inject({ url: '/account?tab=history', headers: { host: 'evil.example' } });
    expect(answer.body).toBe('http://localhost:3000/account?tab=history');
  });

  it('keeps hashed files for a year and others for an hour, and finds the icon by its older name', async () => {
    const app = await site(async () => html('', 404));
    const { headers: hashed } = await app.inject({ url: '/assets/entry-abc123.js' });
    expect(hashed).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(hashed['content-type']).toMatch(/javascript/);
    const { headers: icon } = await app.inject({ url: '/favicon.svg' });
    expect(icon).toMatchObject({ 'cache-control': 'public, max-age=3600', 'content-type': 'image/svg+xml' });
    expect((await app.inject({ url: '/favicon.ico' })).headers.location).toBe('/favicon.svg');
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
    // The renderer itself reports what it could not render.
    expect(vi.mocked(console.error)).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });

  it('refuses too many requests with a page, not with JSON', async () => {
    const app = await site(async () => html('page'), 1);
    await app.inject({ url: '/' });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.body).toMatch(/Too many requests\. Try again in \d+ seconds?\./);
  });

  it('counts pages, not the files they load', async () => {
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
