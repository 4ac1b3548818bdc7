import { describe, expect, it } from 'vitest';
import type { Visitor } from '../support/auth-app.ts';
import { useCompanyApp } from '../support/company.ts';
import { enrolTotp } from '../support/totp-app.ts';

const HOUR_MS = 60 * 60 * 1000;
const RUNS_ON = new AbortController().signal;

describe('a mail domain whose record is gone', () => {
  const server = useCompanyApp();

  async function companyOf(domain: string, settings: Record<string, unknown> = {}) {
    const owner = await server.signedIn(`owner@${domain}`);
    const made = await server.company(owner, { name: 'Firm', domains: [domain], settings });
    server.provider.people.set(domain, { subject: `s-${domain}`, email: `owner@${domain}`, isVerified: true });
    return { owner, ...made };
  }

  const logIn = (domain: string, who = server.browser()) => server.logIn(who, `x@${domain}`, domain);
  const look = () => server.identity.features.looks.lookAtOld(RUNS_ON);
  const mailed = (id: string) =>
    server.identity.mailed.filter(({ workspace }) => workspace === id).map(({ change }) => change);

  async function isProven(owner: Visitor): Promise<boolean> {
    const { data } = await owner.get('/api/workspace/identity');
    return (data['domains'] as { is_proven: boolean }[]).every((one) => one.is_proven);
  }

  it('lets no login through, and the company is mailed and its audit log says it; a link still signs in', async () => {
    const { owner, id } = await companyOf('gone.example');
    expect((await logIn('gone.example')).status).toBe(200);
    server.dns.txt.set('gone.example', ['v=spf1 -all']);

    const who = server.browser();
    const refused = await logIn('gone.example', who);
    expect(refused).toMatchObject({ status: 403, errorName: 'IdentityRefused' });
    expect(refused.error['message']).toContain('no domain that your company has proven');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect(await isProven(owner)).toBe(false);
    expect(mailed(id)).toEqual(['provider saved', 'domain proven', 'record gone']);
    const entries = (await owner.get('/api/audit/log')).data['entries'] as { action: string; text: string }[];
    expect(entries).toContainEqual(expect.objectContaining({ action: 'identity_domain.lose', text: 'gone.example' }));
    expect((await server.browser().post('/api/auth/company', { email: 'x@gone.example' })).errorName).toBe(
      'NoCompanySignIn',
    );

    const link = await server.ask(who, 'owner@gone.example');
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(200);
  });

  it('opens no account for who logs in by it for the first time', async () => {
    await companyOf('first.example', { joining_role: 'viewer' });
    server.provider.people.set('new', { subject: 's-new', email: 'new@first.example', isVerified: true });
    server.dns.failures.set('first.example', 'NXDOMAIN');
    expect((await server.logIn(server.browser(), 'new@first.example', 'new')).errorName).toBe('IdentityRefused');
    expect((await server.pool.query("SELECT FROM users WHERE email = 'new@first.example'")).rowCount).toBe(0);
  });

  it('ends a login that waits for its second factor', async () => {
    const { owner } = await companyOf('waits.example');
    const app = await enrolTotp(server, owner);
    server.passTime(60_000);
    const who = server.browser();
    expect((await logIn('waits.example', who)).status).toBe(202);
    server.dns.txt.delete('waits.example');
    await logIn('waits.example');
    const given = await who.post('/api/auth/second-step', { method: 'totp', code: app.code() });
    expect(given).toMatchObject({ status: 410, errorName: 'SignInExpired' });
    expect((await who.get('/api/auth/me')).status).toBe(401);
  });

  it('is looked at again a day after it was last seen, without a login', async () => {
    const { id } = await companyOf('daily.example');
    server.dns.txt.delete('daily.example');
    server.passTime(23 * HOUR_MS);
    expect(await look()).toMatchObject({ lost: 0 });
    expect(mailed(id)).not.toContain('record gone');
    server.passTime(2 * HOUR_MS);
    expect(await look()).toMatchObject({ lost: 1 });
    expect(mailed(id)).toEqual(['provider saved', 'domain proven', 'record gone']);
    server.passTime(25 * HOUR_MS);
    await look();
    expect(mailed(id)).toHaveLength(3);
    const fresh = server.browser();
    expect((await fresh.post('/api/auth/company', { email: 'x@daily.example' })).errorName).toBe('NoCompanySignIn');
  });

  it('ends the requirement of its login with the proof: links work for its people again', async () => {
    const { owner, domains } = await companyOf('must.example', { joining_role: 'analyst' });
    expect((await logIn('must.example')).status).toBe(200);
    await enrolTotp(server, owner);
    const required = await owner.patch(`/api/workspace/identity/domains/${domains[0]}`, { is_required: true });
    expect(required.status).toBe(200);
    const ask = () => server.browser().post('/api/auth/login', { email: 'member@must.example', acceptTerms: true });
    expect((await ask()).errorName).toBe('CompanySignInRequired');
    server.dns.txt.set('must.example', []);
    server.passTime(25 * HOUR_MS);
    await look();
    expect((await ask()).status).toBe(200);
  });

  it('may be proven again once the record is back', async () => {
    const { owner, domains } = await companyOf('back.example');
    const records = server.dns.txt.get('back.example') ?? [];
    server.dns.txt.delete('back.example');
    expect((await logIn('back.example')).status).toBe(403);
    server.dns.txt.set('back.example', records);
    await expect(logIn('back.example')).rejects.toThrow('NoCompanySignIn');
    expect((await owner.post(`/api/workspace/identity/domains/${domains[0]}/prove`)).status).toBe(200);
    expect((await logIn('back.example')).status).toBe(200);
  });
});

describe('a mail domain whose resolvers do not answer', () => {
  const server = useCompanyApp();
  const look = () => server.identity.features.looks.lookAtOld(RUNS_ON);

  it('keeps its proof and its logins, is looked at again the next time, and spoils no look at another', async () => {
    const owner = await server.signedIn('owner@dark.example');
    const { id } = await server.company(owner, { name: 'Dark', domains: ['dark.example', 'lit.example'] });
    server.provider.people.set('dark', { subject: 's-dark', email: 'owner@dark.example', isVerified: true });
    const seen = async () => {
      const { rows } = await server.pool.query<{ domain: string; proven: boolean; at: Date }>(
        'SELECT domain, proven_at IS NOT NULL AS proven, looked_at AS at FROM identity_domains ORDER BY domain',
      );
      return rows;
    };
    const [before] = await seen();
    server.dns.failures.set('dark.example', 'SERVFAIL');
    server.dns.txt.delete('dark.example');
    server.passTime(25 * HOUR_MS);
    expect((await server.logIn(server.browser(), 'x@dark.example', 'dark')).status).toBe(200);
    expect(await look()).toEqual({ looked: 2, lost: 0, unanswered: 1 });
    const [dark, lit] = await seen();
    expect(dark).toEqual(before);
    expect(lit?.at.getTime()).toBeGreaterThan((before?.at.getTime() ?? 0) + 24 * HOUR_MS);
    expect(server.identity.mailed.filter(({ workspace }) => workspace === id)).toHaveLength(3);
    // An hour later only the one that is still due.
    server.passTime(HOUR_MS);
    expect(await look()).toEqual({ looked: 1, lost: 0, unanswered: 1 });
    server.dns.failures.delete('dark.example');
    expect(await look()).toEqual({ looked: 1, lost: 1, unanswered: 0 });
    expect((await seen()).map(({ proven }) => proven)).toEqual([false, true]);
  });
});
