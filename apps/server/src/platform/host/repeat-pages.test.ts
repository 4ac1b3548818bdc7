import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { securityLog } from '../../../test/support/security-log.ts';
import { errorHandler } from '../http/failures/error-handler.ts';
import { requestId } from '../http/headers/request-id.ts';
import { securityHeaders } from '../http/headers/security-headers.ts';
import { rateLimit } from '../http/limits/rate-limit.ts';
import { securityEvents } from '../http/watch/security-events.ts';
import { host } from './host.ts';
import type { PageRenderer } from './page-renderer.ts';
import { repeatPages } from './repeat-pages.ts';
import { SharedPages } from './shared-pages.ts';
import type { SiteBuild, SiteSettings } from './site-build.ts';
import { fixedSite } from './site-source.ts';

const PUBLIC_URL = 'http://localhost:3000';
const BR = { 'accept-encoding': 'br' };

describe('a page that was sent a moment ago', () => {
  const apps: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  async function openSite(pagesPerMinute = 1_000) {
    const site = { nowMs: 0, hooks: 0, rendered: 0, text: 'one', seen: [] as string[] };
    const build = {
      id: '1',
      files: new Set<string>(),
      sharingOf: (path: string) => (path === '/' ? 'everybody' : 'never'),
    } as unknown as SiteBuild;
    const renderer: PageRenderer = {
      async render(_build, { nonces, headers }, { apiFetch }) {
        site.rendered += 1;
        site.seen.push(JSON.stringify(headers));
        const text = await (await apiFetch('/api/text')).text();
        const html = `<script nonce="${nonces.script}">f()</script>${text}`;
        return { status: 200, headers: [['content-type', 'text/html; charset=utf-8']], body: Buffer.from(html) };
      },
      close: async () => undefined,
    };
    const pages = {
      source: fixedSite(build),
      settings: async () => ({ publicUrl: PUBLIC_URL }) as SiteSettings,
      renderer,
      shared: new SharedPages(() => site.nowMs),
      pagesPerMinute,
    };
    const app = Fastify();
    apps.push(app);
    await app.register(errorHandler);
    await app.register(securityEvents, { events: securityLog().events });
    await app.register(requestId);
    await app.register(repeatPages, pages);
    await app.register(securityHeaders, { publicUrl: PUBLIC_URL });
    app.addHook('onRequest', async () => {
      site.hooks += 1;
    });
    await app.register(rateLimit);
    app.get('/api/text', async ({ headers }) => {
      site.seen.push(JSON.stringify(headers));
      return site.text;
    });
    await app.register(host, { ...pages, productName: 'Assay', reach: { host: '127.0.0.1', publicUrl: PUBLIC_URL } });
    await app.ready();
    return { app, site };
  }

  it('is sent again with the same bytes and headers, before every other hook', async () => {
    const { app, site } = await openSite();
    const first = await app.inject({ url: '/', headers: BR });
    const hooks = site.hooks;
    const second = await app.inject({ url: '/', headers: BR });
    expect(site).toMatchObject({ hooks, rendered: 1 });
    expect(second.rawPayload).toEqual(first.rawPayload);
    const ofAnswer = new Set([
      'date',
      'x-request-id',
      'x-ratelimit-remaining',
      'x-ratelimit-limit',
      'x-ratelimit-reset',
      'connection',
    ]);
    const lasting = (headers: object) => Object.entries(headers).filter(([name]) => !ofAnswer.has(name));
    expect(lasting(second.headers)).toEqual(lasting(first.headers));
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(second.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+'/);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('is asked for again in another encoding, a second later, and by who sends a cookie of this site', async () => {
    const { app, site } = await openSite();
    await app.inject({ url: '/', headers: BR });
    const passesHooks = async (headers: Record<string, string>) => {
      const before = site.hooks;
      await app.inject({ url: '/', headers });
      return site.hooks > before;
    };
    expect(await passesHooks(BR)).toBe(false);
    expect(await passesHooks({ 'accept-encoding': 'gzip' })).toBe(true);
    expect(await passesHooks({ ...BR, cookie: 'a=b; assay_session=x' })).toBe(true);
    site.nowMs = 1_500;
    site.text = 'two';
    expect(await passesHooks(BR)).toBe(true);
    const { body } = await app.inject({ url: '/' });
    expect(body).toBe('<script>f()</script>two');
  });

  it.each([
    ['language', { 'accept-language': 'de-DE' }],
    ['theme', { 'sec-ch-prefers-color-scheme': 'dark' }],
    ['time zone', { 'the-timezone-iana': 'Asia/Tokyo' }],
    ['program', { 'user-agent': 'Odd/1.0' }],
    ['session of another site', { cookie: 'theirs=Odd' }],
    ['page before', { referer: 'https://odd.example/' }],
  ])('is rendered without the %s of the visitor who came first', async (_name, headers: Record<string, string>) => {
    const { app, site } = await openSite();
    const first = await app.inject({ url: '/', headers });
    expect((await app.inject({ url: '/' })).body).toBe(first.body);
    expect(site.rendered).toBe(1);
    const [value = ''] = Object.values(headers);
    expect(site.seen).not.toHaveLength(0);
    expect(site.seen.join('\n')).not.toContain(value);
  });

  it.each([
    ['a session of this site', '/', { cookie: '__Host-assay_session=x' }],
    ['a bearer token', '/', { authorization: 'Bearer x' }],
    ['a query', '/?visit', {}],
  ])('is never sent to a visit with %s', async (_name, url, headers: Record<string, string>) => {
    const { app, site } = await openSite();
    await app.inject({ url: '/' });
    await app.inject({ url, headers });
    expect(site.rendered).toBe(2);
  });

  it('counts for the limit of pages, whose refusal is a page', async () => {
    const { app } = await openSite(3);
    const statuses = [];
    for (let visit = 0; visit < 5; visit += 1) statuses.push((await app.inject({ url: '/', headers: BR })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
