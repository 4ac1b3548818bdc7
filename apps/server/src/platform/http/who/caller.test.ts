import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { securityLog } from '../../../../test/support/security-log.ts';
import { type Caller, personalWorkspace, type SessionGate } from '../../kernel/caller.ts';
import type { Assurance } from '../../kernel/who/assurance.ts';
import { errorHandler } from '../failures/error-handler.ts';
import { linkPage } from '../link-page.ts';
import { securityEvents } from '../watch/security-events.ts';
import { caller, callerOf, requireAdmin, requireCaller } from './caller.ts';
import { sessionCookie } from './session-cookie.ts';

const USER: Caller = {
  sub: 'u',
  email: 'u@firm.example',
  isAdmin: false,
  isSuspended: false,
  suspension: null,
  workspace: personalWorkspace('u'),
};
const TEST_ASSURANCE: Assurance = {
  methods: ['link'],
  signedInAt: new Date(0),
  steppedUpAt: null,
  factors: [],
  isFresh: true,
};
const WITH_FACTOR: Assurance = { ...TEST_ASSURANCE, methods: ['link', 'totp'], factors: ['totp'] };
const NEW = { tokenId: 'id', refreshToken: 'r2', accessToken: 'a2' };
const asked: string[] = [];

const sessions: SessionGate = {
  readAccess: async (token) => {
    asked.push(`access ${token}`);
    const admin = { ...USER, isAdmin: true };
    const user = { a2: USER, admin, factorless: admin }[token];
    const assurance = token === 'admin' ? WITH_FACTOR : TEST_ASSURANCE;
    return user === undefined ? null : { caller: user, sessionId: 'id', assurance, policy: null };
  },
  readAgain: async () => null,
  renew: async (tokenId, refreshToken) => {
    asked.push(`renew ${tokenId} ${refreshToken}`);
    return refreshToken === 'r1'
      ? { caller: USER, sessionId: 'id', assurance: TEST_ASSURANCE, policy: null, tokens: NEW }
      : null;
  },
};

describe('who asks', () => {
  let app: FastifyInstance;

  beforeAll(async () => {
    const reach = { host: '127.0.0.1', publicUrl: 'http://localhost:3000' };
    app = Fastify();
    await app.register(securityEvents, { events: securityLog().events });
    await app.register(errorHandler);
    await app.register(linkPage);
    await app.register(sessionCookie, reach);
    await app.register(caller, { ...reach, sessions });
    app.get('/api/who', async (request) => ({ sub: request.caller?.sub ?? null }));
    app.get('/api/admin', { preParsing: requireAdmin }, async (request) => callerOf(request).sub);
    app.get('/api/check', { preParsing: requireCaller }, async (request) => callerOf(request).sub);
    app.get('/*', async (request, reply) => {
      const body = JSON.stringify({ sub: request.caller?.sub ?? null, cookie: request.headers.cookie ?? null });
      return reply.send(new Response(body, { headers: { 'cache-control': 'no-cache', 'content-type': 'text/html' } }));
    });
    await app.ready();
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => app.close());

  const expired = { cookie: 'theme=dark; assay_session=id~r1~a1; other=1' };

  it('is found again for a page whose access token has run out, which asks on with the new tokens', async () => {
    for (const url of ['/account', '/account?tab=history', '/account.data', '/riskcheck/abc']) {
      const answer = await app.inject({ url, headers: expired });
      expect(answer.json()).toEqual({ sub: 'u', cookie: 'theme=dark; other=1; assay_session=id~r2~a2' });
      expect(answer.cookies).toEqual([
        expect.objectContaining({
          name: 'assay_session',
          value: 'id~r2~a2',
          maxAge: 604_800,
          httpOnly: true,
          sameSite: 'Lax',
        }),
      ]);
    }
  });

  it('keeps pages made for somebody out of every cache, and lets those for guests be asked for again', async () => {
    const mine = await app.inject({ url: '/account', headers: expired });
    expect(mine.headers['cache-control']).toBe('private, no-store');
    expect((await app.inject({ url: '/account' })).headers['cache-control']).toBe('no-cache');
  });

  it('keeps the page of a link out of every cache, and its address from other sites', async () => {
    const links = [
      '/confirm-link?link=a.b',
      '/confirm-link.data?link=a.b',
      '/undo?token=a',
      '/invitation.data?token=a',
    ];
    const asking = ['/register?link=a.b', '/register/?email=a&link=a.b', '/register.data?link=a.b'];
    for (const url of [...links, ...asking, '/login/company/return?code=a']) {
      const { headers } = await app.inject({ url });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
    const others = ['/confirm-linked', '/register', '/register?address=a', '/registered?link=a', '/login/company'];
    for (const url of others) {
      expect((await app.inject({ url })).headers['referrer-policy'], url).toBeUndefined();
    }
  });

  it('is a guest for a page whose session is over, and loses the cookie', async () => {
    const answer = await app.inject({ url: '/account', headers: { cookie: 'assay_session=id~gone~a1' } });
    expect(answer.json()).toMatchObject({ sub: null });
    expect(answer.cookies).toEqual([expect.objectContaining({ name: 'assay_session', value: '', maxAge: 0 })]);
  });

  it('is not renewed for a call of the API: that asks for it itself', async () => {
    const answer = await app.inject({ url: '/api/who', headers: expired });
    expect(answer.json()).toEqual({ sub: null });
    expect(answer.cookies).toEqual([]);
    expect(asked).toEqual(['access a1']);
  });

  it.each(['/assets/entry-abc.js', '/favicon.svg', '/fonts/a.woff2'])(
    'is nobody’s business for the file %s',
    async (url) => {
      const answer = await app.inject({ url, headers: expired });
      expect(answer.cookies).toEqual([]);
      expect(asked).toEqual([]);
    },
  );

  it('costs nothing for a visit without a cookie', async () => {
    await app.inject({ url: '/account' });
    await app.inject({ url: '/api/who', headers: { cookie: 'theme=dark' } });
    expect(asked).toEqual([]);
  });

  it('is the bearer’s, before the cookie’s', async () => {
    const headers = { ...expired, authorization: 'Bearer a2' };
    expect((await app.inject({ url: '/api/who', headers })).json()).toEqual({ sub: 'u' });
    expect(asked).toEqual(['access a2']);
  });

  it.each([
    ['/api/admin', 'admin', 200, undefined],
    ['/api/admin', 'factorless', 403, 'FactorNeeded'],
    ['/api/admin', 'a2', 403, 'AdminOnly'],
    ['/api/admin', 'nobody', 401, 'Unauthorized'],
    ['/api/check', 'a2', 200, undefined],
    ['/api/check', 'nobody', 401, 'Unauthorized'],
  ])('decides about %s for %s: %i', async (url, token, status, errorName) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(status);
    if (errorName !== undefined) expect(answer.json().error.errorName).toBe(errorName);
  });
});
