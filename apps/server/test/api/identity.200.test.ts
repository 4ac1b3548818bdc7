import { IdentityData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useCompanyApp } from '../support/company.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

describe('the login of a company', () => {
  const server = useCompanyApp();

  it('is set up by an owner, mailed to all owners and recorded, and never shows the secret', async () => {
    const owner = await server.signedIn('owner@setup.example');
    const { id } = await server.company(owner, { name: 'Setup', domains: ['setup.example'] });
    const read = await owner.get('/api/workspace/identity');
    const data = IdentityData.parse(read.data);
    expect(data).toMatchObject({
      provider: { issuer: server.provider.issuer, client_id: 'assay', requires_factor: true, joining_role: null },
      domains: [{ domain: 'setup.example', is_proven: true, is_required: false }],
      redirect_uri: 'http://localhost:3000/login/company/return',
    });
    expect(read.text).not.toContain(server.provider.clientSecret);
    const { rows } = await server.pool.query<{ all: string }>(
      `SELECT (SELECT string_agg(encode(sealed_secret, 'escape'), '') FROM identity_providers) AS all`,
    );
    expect(rows[0]?.all).not.toContain(server.provider.clientSecret);
    const mailed = server.identity.mailed.filter(({ workspace }) => workspace === id).map(({ change }) => change);
    expect(mailed).toEqual(['provider saved', 'domain proven']);
    const entries = (await owner.get('/api/audit/log')).data['entries'] as { action: string }[];
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['identity_provider.save', 'identity_domain.add', 'identity_domain.prove']),
    );
  });

  it('keeps its secret when other settings change, and asks for it for another issuer', async () => {
    const owner = await server.signedIn('owner@keep.example');
    await server.company(owner, { name: 'Keep', domains: ['keep.example'] });
    const { issuer } = server.provider;
    const changed = await owner.put('/api/workspace/identity/provider', {
      issuer,
      client_id: 'assay',
      requires_factor: false,
    });
    expect(changed.status).toBe(200);
    server.provider.people.set('keep', { subject: 's-keep', email: 'owner@keep.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@keep.example', 'keep')).status).toBe(200);
    const elsewhere = { issuer: 'https://login.elsewhere.example', client_id: 'assay' };
    const refused = await owner.put('/api/workspace/identity/provider', elsewhere);
    expect(refused).toMatchObject({ status: 400, errorName: 'ValidationError' });
    expect(refused.text).toContain('client_secret');
  });

  it('passes a domain on that another workspace proves once the first record is gone', async () => {
    const first = await server.signedIn('owner@first.example');
    const { id } = await server.company(first, { name: 'First', domains: ['passed.example'] });
    const second = await server.signedIn('owner@second.example');
    await second.post('/api/workspaces', { name: 'Second' });
    const { data } = await second.post('/api/workspace/identity/domains', { domain: 'Passed.Example' });
    const prove = () => second.post(`/api/workspace/identity/domains/${String(data['id'])}/prove`);
    expect(await prove()).toMatchObject({ status: 409, errorName: 'DomainNotProven' });
    const [former = ''] = server.dns.txt.get('passed.example') ?? [];
    server.dns.txt.set('passed.example', [former, String(data['record']), 'v=spf1 -all']);
    expect(await prove()).toMatchObject({ status: 409, errorName: 'DomainTaken' });
    server.dns.txt.set('passed.example', [String(data['record'])]);
    expect(await prove()).toMatchObject({ status: 200, data: { domain: 'passed.example', is_proven: true } });
    expect((await first.get('/api/workspace/identity')).data).toMatchObject({ domains: [{ is_proven: false }] });
    expect(server.identity.mailed).toContainEqual(
      expect.objectContaining({ workspace: id, change: 'domain lost', what: 'passed.example', by: null }),
    );
  });

  it('is closed with its workspace, and exported and erased with an account', async () => {
    const owner = await server.signedIn('owner@close.example');
    const { id } = await server.company(owner, { name: 'Close', domains: ['close.example'] });
    server.provider.people.set('close', { subject: 's-close', email: 'owner@close.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@close.example', 'close')).status).toBe(200);
    const exported = await owner.get('/api/account/data');
    expect(exported.text).toContain('company_logins');
    expect(exported.text).toContain('s-close');
    expect((await owner.post('/api/workspace/close', { name: 'Close' })).status).toBe(200);
    for (const table of ['identity_providers', 'identity_domains', 'identities', 'company_sign_ins']) {
      const { rows } = await server.pool.query(`SELECT FROM ${table} WHERE workspace = $1`, [id]);
      expect(rows, table).toEqual([]);
    }
    expect((await server.browser().post('/api/auth/company', { email: 'x@close.example' })).status).toBe(404);
  });
});

describe('a domain that must use the login of its company', () => {
  const server = useCompanyApp();

  it('sends links to nobody but owners with a factor, and answers alike for every address', async () => {
    const owner = await server.signedIn('owner@must.example');
    const { domains } = await server.company(owner, {
      name: 'Must',
      domains: ['must.example'],
      settings: { joining_role: 'analyst' },
    });
    const require = () => owner.patch(`/api/workspace/identity/domains/${domains[0]}`, { is_required: true });
    expect(await require()).toMatchObject({ status: 409, errorName: 'CompanySignInUntried' });
    server.provider.people.set('member', { subject: 's-member', email: 'member@must.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@must.example', 'member')).status).toBe(200);
    expect(await require()).toMatchObject({ status: 409, errorName: 'OwnerFactorNeeded' });
    const app = await enrolTotp(server, owner);
    // Somebody of the domain who logged in by a link, and has one that still works.
    const linked = await server.signedIn('member@must.example');
    const oldLink = await server.ask(server.browser(), 'member@must.example');
    server.passTime(MINUTE_MS);
    expect(await require()).toMatchObject({ status: 200, data: { is_required: true } });
    expect((await linked.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get('/api/auth/me')).status).toBe(200);

    const queued = server.auth.queued.length;
    const ask = (email: string) => server.browser().post('/api/auth/login', { email, acceptTerms: false });
    const answers = [];
    for (const email of ['member@must.example', 'nobody@must.example', 'owner@must.example']) {
      const { status, errorName, error } = await ask(email);
      answers.push({ status, errorName, message: error['message'] });
    }
    expect(answers[0]).toMatchObject({ status: 403, errorName: 'CompanySignInRequired' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(server.auth.queued.length).toBe(queued + 1);

    const old = await server.browser().get(`/api/auth/confirm-link/${oldLink}`);
    expect(old).toMatchObject({ status: 403, errorName: 'CompanySignInRequired' });
    // The way back of an owner: the link and the factor, without the provider.
    const who = server.browser();
    expect((await who.get(`/api/auth/confirm-link/${server.auth.lastToken()}`)).status).toBe(202);
    expect((await who.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
    await who.post('/api/workspaces/select', { workspace_id: (await owner.get('/api/workspaces')).data['selected'] });
    const freed = await who.patch(`/api/workspace/identity/domains/${domains[0]}`, { is_required: false });
    expect(freed.data).toMatchObject({ is_required: false });
    expect((await ask('member@must.example')).status).toBe(200);
  });

  it('keeps members out who have a factor of their own but not the company’s login', async () => {
    const owner = await server.signedIn('owner@outside.example');
    const { domains } = await server.company(owner, {
      name: 'Strict',
      domains: ['strict.example'],
      settings: { joining_role: 'analyst' },
    });
    const member = await server.signedIn('member@strict.example');
    const app = await enrolTotp(server, member);
    server.passTime(MINUTE_MS);
    const link = await server.ask(server.browser(), 'member@strict.example');
    server.provider.people.set('strict', { subject: 's-strict', email: 'boss@strict.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@strict.example', 'strict')).status).toBe(200);
    // An owner of another domain needs no way back.
    await owner.get('/api/auth/me');
    const fresh = await server.signedIn('owner@outside.example');
    await fresh.post('/api/workspaces/select', { workspace_id: (await owner.get('/api/workspaces')).data['selected'] });
    const required = await fresh.patch(`/api/workspace/identity/domains/${domains[0]}`, { is_required: true });
    expect(required.status).toBe(200);
    const who = server.browser();
    expect((await who.get(`/api/auth/confirm-link/${link}`)).errorName).toBe('CompanySignInRequired');
    expect((await who.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(410);
    // Without the provider nothing is required any more.
    expect((await fresh.delete('/api/workspace/identity/provider')).status).toBe(200);
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
  });
});
