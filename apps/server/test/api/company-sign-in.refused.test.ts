import { logInAt } from '@assay/testkit/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visitor } from '../support/auth-app.ts';
import { useCompanyApp } from '../support/company.ts';
import { type Forgery, type ForgingProvider, startForgingProvider } from '../support/forging-provider.ts';
import { securityLog } from '../support/security-log.ts';

describe('a login by a provider that proves too little', () => {
  const log = securityLog();
  const server = useCompanyApp({ securityEvents: log.events });

  it('opens no account of another domain, whatever its workspace’s provider says', async () => {
    const victim = await server.signedIn('victim@other.example');
    const attacker = await server.signedIn('attacker@evil.example');
    await server.company(attacker, {
      name: 'Evil',
      domains: ['evil.example'],
      settings: { requires_factor: false, joining_role: 'admin' },
    });
    server.provider.people.set('lie', { subject: 's-lie', email: 'victim@other.example', isVerified: true });
    const who = server.browser();
    const answer = await server.logIn(who, 'x@evil.example', 'lie');
    expect(answer).toMatchObject({ status: 403, errorName: 'IdentityRefused' });
    expect(answer.error['message']).toContain('no domain that your company has proven');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect(log.of('company_login_refused').at(-1)).toMatchObject({ reason: 'other domain' });
    // Nor does a claim that is not proven help.
    await attacker.post('/api/workspace/identity/domains', { domain: 'other.example' });
    expect((await server.logIn(who, 'x@evil.example', 'lie')).errorName).toBe('IdentityRefused');
    expect((await server.browser().post('/api/auth/company', { email: 'v@other.example' })).errorName).toBe(
      'NoCompanySignIn',
    );
    expect((await victim.get('/api/workspaces')).data['workspaces']).toHaveLength(1);
  });

  it('opens no account by an email that is missing or not verified', async () => {
    const owner = await server.signedIn('owner@bare.example');
    await server.company(owner, { name: 'Bare', domains: ['bare.example'] });
    server.provider.people.set('none', { subject: 's-none' });
    server.provider.people.set('unverified', { subject: 's-unverified', email: 'owner@bare.example' });
    const none = await server.logIn(server.browser(), 'x@bare.example', 'none');
    expect(none.error['message']).toContain('named no email');
    const unverified = await server.logIn(server.browser(), 'x@bare.example', 'unverified');
    expect(unverified.error['message']).toContain('has not verified your email');
    expect(log.of('company_login_refused').map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['no email', 'unverified']),
    );
  });

  it('holds an identity to the workspace it was linked in', async () => {
    const owner = await server.signedIn('owner@home.example');
    await server.company(owner, { name: 'Home', domains: ['home.example'] });
    server.provider.people.set('home', { subject: 's-home', email: 'owner@home.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@home.example', 'home')).status).toBe(200);
    // Another workspace names the same issuer: its subjects are strangers there.
    const rival = await server.signedIn('owner@rival.example');
    await server.company(rival, { name: 'Rival', domains: ['rival.example'], settings: { joining_role: 'viewer' } });
    expect((await server.logIn(server.browser(), 'x@rival.example', 'home')).errorName).toBe('IdentityRefused');
  });

  it('ends with the proof of the domain', async () => {
    const owner = await server.signedIn('owner@lost.example');
    const { domains } = await server.company(owner, { name: 'Lost', domains: ['lost.example', 'kept.example'] });
    server.provider.people.set('lost', { subject: 's-lost', email: 'owner@lost.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@kept.example', 'lost')).status).toBe(200);
    expect((await owner.delete(`/api/workspace/identity/domains/${domains[0]}`)).status).toBe(200);
    expect((await server.logIn(server.browser(), 'x@kept.example', 'lost')).errorName).toBe('IdentityRefused');
  });

  it('is over when it is cancelled at the provider, returned twice, in another browser, or too late', async () => {
    const owner = await server.signedIn('owner@flow.example');
    await server.company(owner, { name: 'Flow', domains: ['flow.example'] });
    server.provider.people.set('flow', { subject: 's-flow', email: 'owner@flow.example', isVerified: true });
    expect(await server.logIn(server.browser(), 'x@flow.example', 'cancel')).toMatchObject({
      status: 403,
      errorName: 'CompanySignInDenied',
    });
    const begin = async (who: Visitor) =>
      String((await who.post('/api/auth/company', { email: 'x@flow.example' })).data['url']);
    const back = (who: Visitor, query: string) => who.post('/api/auth/company/return', { query });

    const who = server.browser();
    const query = await logInAt(await begin(who), 'flow');
    const other = server.browser();
    await begin(other);
    // Somebody who sees the address of the page, and a victim who is sent there, are other browsers.
    for (const stranger of [other, server.browser(), server.client()]) {
      expect(await back(stranger, query)).toMatchObject({ status: 410, errorName: 'SignInExpired' });
    }
    expect((await back(who, query)).status).toBe(200);
    expect((await back(who, query)).errorName).toBe('SignInExpired');

    const late = server.browser();
    const lateQuery = await logInAt(await begin(late), 'flow');
    server.passTime(11 * 60_000);
    expect((await back(late, lateQuery)).errorName).toBe('SignInExpired');
    for (const made of ['', 'state=x&code=y', 'code=y', 'error=access_denied', '%', 'state=a&state=b']) {
      expect((await back(late, made)).errorName, made).toBe('SignInExpired');
    }
  });

  it('is over when an owner changed the provider meanwhile', async () => {
    const owner = await server.signedIn('owner@change.example');
    await server.company(owner, { name: 'Change', domains: ['change.example'] });
    server.provider.people.set('change', { subject: 's-change', email: 'owner@change.example', isVerified: true });
    const who = server.browser();
    const { data } = await who.post('/api/auth/company', { email: 'x@change.example' });
    const query = await logInAt(String(data['url']), 'change');
    expect((await owner.delete('/api/workspace/identity/provider')).status).toBe(200);
    expect((await who.post('/api/auth/company/return', { query })).errorName).toBe('SignInExpired');
    expect((await who.get('/api/auth/me')).status).toBe(401);
  });

  it('says that the secret is wrong, and nothing is opened', async () => {
    const owner = await server.signedIn('owner@secret.example');
    await server.company(owner, {
      name: 'Secret',
      domains: ['secret.example'],
      settings: { client_secret: 'not the secret of the provider' },
    });
    server.provider.people.set('secret', { subject: 's-secret', email: 'owner@secret.example', isVerified: true });
    const answer = await server.logIn(server.browser(), 'x@secret.example', 'secret');
    expect(answer).toMatchObject({ status: 502, errorName: 'IdentityProviderFailed' });
    expect(answer.error['message']).toContain('client id or secret');
    expect(answer.text).not.toContain('not the secret');
  });
});

describe('a provider that forges or fails', () => {
  const server = useCompanyApp();
  let forging: ForgingProvider;
  beforeAll(async () => {
    forging = await startForgingProvider();
    const owner = await server.signedIn('owner@forge.example');
    await server.company(owner, {
      name: 'Forge',
      domains: ['forge.example'],
      settings: { issuer: forging.issuer },
    });
  });
  afterAll(() => forging.close());

  const MAIL = { email: 'owner@forge.example', email_verified: true };

  async function tryIt(forgery: Forgery, more: Readonly<Record<string, string>> = {}, at = forging.issuer) {
    forging.forge(forgery);
    const who = server.browser();
    const { data } = await who.post('/api/auth/company', { email: 'x@forge.example' });
    const asked = new URL(String(data['url'])).searchParams;
    // The stand-in takes the nonce as its code.
    const query = new URLSearchParams({
      code: asked.get('nonce') ?? '',
      state: asked.get('state') ?? '',
      iss: at,
      ...more,
    });
    const answer = await who.post('/api/auth/company/return', { query: query.toString() });
    const isIn = (await who.get('/api/auth/me')).status === 200;
    return { answer, isIn };
  }

  it('logs in by an honest answer, also with a clock that is half a minute off', async () => {
    for (const clockSeconds of [0, 30, -30]) {
      expect(await tryIt({ claims: MAIL, clockSeconds })).toMatchObject({ answer: { status: 200 }, isIn: true });
    }
  });

  it.each<[string, Forgery, Readonly<Record<string, string>>]>([
    ['an ID token for another client', { claims: { ...MAIL, aud: 'somebody else' } }, {}],
    ['an ID token of another issuer', { claims: { ...MAIL, iss: 'https://login.else.example' } }, {}],
    ['an ID token of another login', { claims: { ...MAIL, nonce: 'of another login' } }, {}],
    ['an ID token that has expired', { claims: MAIL, clockSeconds: -3600 }, {}],
    ['an ID token that is not valid yet', { claims: { ...MAIL, nbf: Math.floor(Date.now() / 1000) + 3600 } }, {}],
    ['a signature by a key that is not published', { claims: MAIL, isOtherKey: true }, {}],
    ['no signature', { claims: MAIL, isUnsigned: true }, {}],
    ['an answer of another provider (mix-up, RFC 9207)', { claims: MAIL }, { iss: 'https://login.else.example' }],
    ['no subject', { claims: { ...MAIL, sub: undefined } }, {}],
    ['an error of its own', { status: 500 }, {}],
    ['an answer that does not end', { bytes: 4 * 1024 * 1024 }, {}],
    ['an error in the address', { claims: MAIL }, { error: 'server_error' }],
  ])('is refused with %s', async (_what, forgery, more) => {
    const { answer, isIn } = await tryIt(forgery, more);
    expect(answer).toMatchObject({ status: 502, errorName: 'IdentityProviderFailed' });
    expect(isIn).toBe(false);
  });

  it('does not take the text "true" for verified', async () => {
    const claims = { sub: 'text', email: 'owner@forge.example', email_verified: 'true' };
    expect((await tryIt({ claims })).answer.errorName).toBe('IdentityRefused');
  });
});

describe('a provider that is down', () => {
  const server = useCompanyApp();

  it('is said to be, at the beginning and at the end, and nothing is changed', async () => {
    const forging = await startForgingProvider();
    const owner = await server.signedIn('owner@down.example');
    await server.company(owner, { name: 'Down', domains: ['down.example'], settings: { issuer: forging.issuer } });
    const who = server.browser();
    const { data } = await who.post('/api/auth/company', { email: 'x@down.example' });
    const state = new URL(String(data['url'])).searchParams.get('state') ?? '';
    await forging.close();
    const query = new URLSearchParams({ code: 'c', state, iss: forging.issuer }).toString();
    const answer = await who.post('/api/auth/company/return', { query });
    expect(answer).toMatchObject({ status: 502, errorName: 'IdentityProviderFailed' });
    expect(answer.error['message']).toContain('did not answer');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get('/api/auth/me')).status).toBe(200);
  });
});
