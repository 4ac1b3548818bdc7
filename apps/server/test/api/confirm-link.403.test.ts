import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/confirm-link/{link}, answered 403', () => {
  const server = useAuthApp();

  it.each([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' },
    { origin: 'https://evil.example' },
    { cookie: 'assay_session=a~b~c' },
  ])('uses nothing up for what no page of ours asked: %j', async (headers) => {
    const token = await server.ask(server.browser(), `scan${Math.random()}@firm.example`);
    const answer = await server.client().get(`/api/auth/confirm-link/${token}`, { ...headers });
    expect(answer).toMatchObject({ status: 403, errorName: 'CrossSiteRequest' });
    expect((await server.browser().get(`/api/auth/confirm-link/${token}`)).status).toBe(200);
  });

  it('has no HEAD, so that a scanner’s look at the link uses nothing up', async () => {
    const token = await server.ask(server.browser(), 'head@firm.example');
    const url = `/api/auth/confirm-link/${token}`;
    const answer = await server.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(404);
    expect((await server.browser().get(url)).status).toBe(200);
  });

  it('is not reached by opening the page, whose address goes to no other site', async () => {
    const token = await server.ask(server.browser(), 'page@firm.example');
    const page = await server.client().get(`/confirm-link?link=${token}`);
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['cache-control']).toBe('no-store');
    expect((await server.client().get('/login')).headers['referrer-policy']).not.toBe('no-referrer');
    expect((await server.browser().get(`/api/auth/confirm-link/${token}`)).status).toBe(200);
  });
});
