import { ConfirmLinkData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useCompanyApp } from '../support/company.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

describe('logging in by the provider of a company', () => {
  const server = useCompanyApp();

  it('logs a member in whose address is in a proven domain, into the workspace of the company', async () => {
    const owner = await server.signedIn('owner@one.example');
    const { id } = await server.company(owner, { name: 'One', domains: ['one.example'] });
    server.provider.people.set('owner', { subject: 's-owner', email: 'owner@one.example', isVerified: true });

    const who = server.browser();
    const answer = await server.logIn(who, 'anybody@one.example', 'owner');
    expect(answer.text).toContain('owner@one.example');
    expect(answer.status).toBe(200);
    const { user } = ConfirmLinkData.parse(answer.data);
    expect(user).toMatchObject({ email: 'owner@one.example', workspace: { id, role: 'owner' } });
    expect((await who.get('/api/auth/me')).data).toMatchObject({ workspace: { id } });
    const sessions = (await who.get('/api/auth/sessions')).data['sessions'] as { is_current: boolean }[];
    expect(sessions.find((one) => one.is_current)).toMatchObject({ opened_by: 'provider' });
    expect((await owner.get('/api/workspace/identity')).data).toMatchObject({ provider: { is_tried: true } });

    const log = (await who.get('/api/audit/log')).data['entries'] as { action: string; text: string | null }[];
    expect(log).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'session.start', text: 'by the company login' }),
        expect.objectContaining({ action: 'identity_provider.link', text: server.provider.issuer }),
      ]),
    );
  });

  it('knows the account by its subject from then on, whatever email the provider names', async () => {
    const owner = await server.signedIn('owner@subject.example');
    await server.company(owner, { name: 'Subject', domains: ['subject.example'] });
    server.provider.people.set('moved', { subject: 's-moved', email: 'owner@subject.example', isVerified: true });
    expect((await server.logIn(server.browser(), 'x@subject.example', 'moved')).status).toBe(200);
    server.provider.people.set('moved', { subject: 's-moved', email: 'other@elsewhere.example' });
    const again = await server.logIn(server.browser(), 'x@subject.example', 'moved');
    expect(ConfirmLinkData.parse(again.data).user.email).toBe('owner@subject.example');
  });

  it('makes an account and a member of who logs in first, where the company lets people join', async () => {
    const owner = await server.signedIn('owner@join.example');
    const { id } = await server.company(owner, {
      name: 'Join',
      domains: ['join.example'],
      settings: { joining_role: 'viewer' },
    });
    server.provider.people.set('new', { subject: 's-new', email: 'new@join.example', isVerified: true });
    const refused = await server.logIn(server.browser(), 'new@join.example', 'new', { acceptTerms: false });
    expect(refused.errorName).toBe('TermsNotAccepted');
    const answer = await server.logIn(server.browser(), 'new@join.example', 'new');
    const { user } = ConfirmLinkData.parse(answer.data);
    expect(user).toMatchObject({ email: 'new@join.example', workspace: { id, role: 'viewer' } });
    const members = (await owner.get('/api/workspace/members')).data['members'] as { email: string }[];
    expect(members.map(({ email }) => email)).toContain('new@join.example');
    // A provider can name any number of mailboxes: no check is given for one.
    const { rows } = await server.pool.query(
      'SELECT FROM ledger_entries e JOIN ledger_tariffs t ON t.id = e.tariff JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = (SELECT sub FROM users WHERE email = $1)',
      ['new@join.example'],
    );
    expect(rows).toEqual([]);
  });

  it('makes an account of who is invited, who then accepts', async () => {
    const owner = await server.signedIn('owner@invite.example');
    const { id } = await server.company(owner, { name: 'Invite', domains: ['invite.example'] });
    server.provider.people.set('guest', { subject: 's-guest', email: 'guest@invite.example', isVerified: true });
    const before = await server.logIn(server.browser(), 'guest@invite.example', 'guest');
    expect(before.errorName).toBe('IdentityRefused');
    await owner.post('/api/workspace/invitations', { email: 'guest@invite.example', role: 'analyst' });
    const who = server.browser();
    expect((await server.logIn(who, 'guest@invite.example', 'guest')).status).toBe(200);
    expect((await who.get('/api/auth/me')).data).toMatchObject({ workspace: { kind: 'personal' } });
    await who.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
    expect((await who.get('/api/auth/me')).data).toMatchObject({ workspace: { id, role: 'analyst' } });
  });

  it('asks for the second factor of the account, and may do without only after it was given once', async () => {
    const owner = await server.signedIn('owner@factor.example');
    await server.company(owner, {
      name: 'Factor',
      domains: ['factor.example'],
      settings: { requires_factor: false },
    });
    const app = await enrolTotp(server, owner);
    server.provider.people.set('two', { subject: 's-two', email: 'owner@factor.example', isVerified: true });
    server.passTime(MINUTE_MS);

    const stranger = server.browser();
    const asked = await server.logIn(stranger, 'owner@factor.example', 'two');
    expect(asked.status).toBe(202);
    expect((await stranger.get('/api/auth/me')).status).toBe(401);
    // Asked again, nothing was linked: the factor was not given.
    const who = server.browser();
    expect((await server.logIn(who, 'owner@factor.example', 'two')).status).toBe(202);
    const given = await who.post('/api/auth/second-step', { method: 'totp', code: app.code() });
    expect(given.status).toBe(200);
    expect(ConfirmLinkData.parse(given.data).user.workspace).toMatchObject({ kind: 'company' });
    expect((await server.logIn(server.browser(), 'owner@factor.example', 'two')).status).toBe(200);
  });

  it('asks for the factor at each login where the company says so', async () => {
    const owner = await server.signedIn('owner@always.example');
    await server.company(owner, { name: 'Always', domains: ['always.example'] });
    const app = await enrolTotp(server, owner);
    server.provider.people.set('always', { subject: 's-always', email: 'owner@always.example', isVerified: true });
    for (let time = 0; time < 2; time += 1) {
      server.passTime(MINUTE_MS);
      const who = server.browser();
      expect((await server.logIn(who, 'owner@always.example', 'always')).status).toBe(202);
      expect((await who.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
    }
  });
});
