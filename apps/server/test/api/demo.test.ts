import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const NOTHING = { offered: false, outbox_path: null };

describe('POST /auth/demo on this machine', () => {
  const server = useAuthApp({ adminEmails: ['demo@localhost'] });

  it('signs in to the demo account with its ten checks, with 200', async () => {
    const browser = server.browser();
    const answer = await browser.post('/api/auth/demo');
    expect(answer).toMatchObject({ status: 200, data: { user: { sub: 'demo', checks: 10, isAdmin: false } } });
    expect(answer.data).not.toHaveProperty('tokens');
    expect((await browser.get('/api/auth/me')).data['email']).toBe('demo@localhost');
    expect((await server.browser().get('/api/auth/demo')).data).toEqual({
      offered: true,
      outbox_path: null,
      needs_printed_link: false,
    });
  });

  it('leaves a guest a guest', async () => {
    expect((await server.browser().get('/api/auth/me')).status).toBe(401);
    expect((await server.browser().post('/api/monitor/check', {})).status).toBe(401);
  });

  it.each([
    { host: 'assay.example.org' },
    { host: '127.0.0.1.nip.io' },
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 proxy' },
  ])('is not there for a visit through somebody else: %j', async (headers) => {
    const visitor = server.browser(headers);
    expect((await visitor.post('/api/auth/demo')).status).toBe(404);
    expect((await visitor.get('/api/auth/demo')).data).toEqual({ ...NOTHING, needs_printed_link: false });
  });

  it('is not there for a visit that only looks local, which is pointed to the printed link', async () => {
    const visitor = server.unprovenBrowser();
    expect((await visitor.post('/api/auth/demo')).status).toBe(404);
    expect((await visitor.get('/api/auth/demo')).data).toEqual({ ...NOTHING, needs_printed_link: true });
    expect((await visitor.post('/api/auth/demo', undefined, { cookie: 'assay_local_3000=guess' })).status).toBe(404);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:4000' },
    { 'sec-fetch-site': 'none', origin: 'null' },
    { referer: 'https://elsewhere.example/page' },
  ])('offers nothing to a request from another site: %j', async (headers) => {
    const visitor = server.browser();
    expect((await visitor.get('/api/auth/demo', headers)).data).toMatchObject(NOTHING);
    expect((await visitor.post('/api/auth/demo', undefined, headers)).status).not.toBe(200);
  });

  it('means nothing in a visit through somebody else', async () => {
    const browser = server.browser();
    await browser.post('/api/auth/demo');
    expect((await browser.get('/api/auth/me', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
  });
});

describe('POST /auth/demo on a server that others reach', () => {
  const server = useAuthApp({ settings: { host: '0.0.0.0', publicUrl: 'https://assay.example' } });

  it('is not there, with 404', async () => {
    expect((await server.browser({ host: 'localhost' }).post('/api/auth/demo')).status).toBe(404);
  });
});
