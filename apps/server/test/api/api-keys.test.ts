import { NEWEST_API_VERSION } from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { isKeyText } from '../../src/modules/api/api-keys/key-text.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();
const WISH = { name: 'Deposits', scopes: ['checks:read', 'checks:write'] };

async function made(who: Visitor, wish: object = WISH) {
  const answer = await who.post('/api/developers/keys', wish);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as { key: { id: string; hint: string }; secret: string };
}

const use = (secret: string, headers: Record<string, string> = {}) =>
  server.client({ authorization: `Bearer ${secret}`, ...headers }).get('/api/v1/usage');

describe('API keys of a workspace', () => {
  it('are made by a member, shown once, and listed without their text', async () => {
    const who = await server.signedIn('maker@firm.example');
    const { key, secret } = await made(who);
    expect(isKeyText(secret)).toBe(true);
    const listed = await who.get('/api/developers/keys');
    expect(listed.text).not.toContain(secret);
    expect(listed.data['keys']).toMatchObject([
      { id: key.id, name: 'Deposits', created_by: 'maker@firm.example', spent_this_month: 0, last_used_at: null },
    ]);
    const { rows } = await server.pool.query<{ all: string }>('SELECT k::text AS all FROM api_keys k');
    expect(rows.some(({ all }) => all.includes(secret))).toBe(false);
    expect((await use(secret)).status).toBe(200);
    const used = await who.get('/api/developers/keys');
    expect(used.data['keys']).toMatchObject([{ last_used_at: expect.any(String) }]);
  });

  it('work no longer once they are revoked, and are not listed', async () => {
    const who = await server.signedIn('revoker@firm.example');
    const { key, secret } = await made(who);
    expect((await who.delete(`/api/developers/keys/${key.id}`)).status).toBe(200);
    expect((await use(secret)).status).toBe(401);
    expect((await who.get('/api/developers/keys')).data['keys']).toEqual([]);
    expect((await who.delete(`/api/developers/keys/${key.id}`)).status).toBe(404);
  });

  it('are replaced without a gap: both work until the former one ends, and never three', async () => {
    const who = await server.signedIn('rotator@firm.example');
    const first = await made(who);
    const replace = (hours: number) =>
      who.post(`/api/developers/keys/${first.key.id}/replace`, { former_works_hours: hours });
    const second = String((await replace(24)).data['secret']);
    expect([(await use(first.secret)).status, (await use(second)).status]).toEqual([200, 200]);
    const third = String((await replace(24)).data['secret']);
    expect([(await use(first.secret)).status, (await use(second)).status, (await use(third)).status]).toEqual([
      401, 200, 200,
    ]);
    const fourth = String((await replace(0)).data['secret']);
    expect([(await use(third)).status, (await use(fourth)).status]).toEqual([401, 200]);
  });

  it('end when they were to expire', async () => {
    const who = await server.signedIn('expiry@firm.example');
    const { secret } = await made(who, { ...WISH, expires_in_days: 1 });
    expect((await use(secret)).status).toBe(200);
    server.passTime(25 * 3_600_000);
    const late = await use(secret);
    expect([late.status, JSON.parse(late.text).code]).toEqual([401, 'expired_api_key']);
  });

  it('work from their address ranges only', async () => {
    const who = await server.signedIn('ranges@firm.example');
    const { secret } = await made(who, { ...WISH, address_ranges: ['10.1.2.3/8', '2001:db8::/32'] });
    const refused = await use(secret);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'address_not_allowed']);
    const here = await made(who, { ...WISH, address_ranges: ['127.0.0.1'] });
    expect((await use(here.secret)).status).toBe(200);
    const wrong = await who.post('/api/developers/keys', { ...WISH, address_ranges: ['300.0.0.0/8'] });
    expect([wrong.status, wrong.errorName]).toEqual([400, 'ValidationError']);
  });

  it('of a version that this server does not know are listed and revoked, and work with one that it knows', async () => {
    const who = await server.signedIn('newer@firm.example');
    const { key, secret } = await made(who);
    await server.pool.query("UPDATE api_keys SET api_version = '2099-01-01' WHERE id = $1", [key.id]);
    const refused = await use(secret);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('unknown_version');
    expect((await use(secret, { 'assay-version': NEWEST_API_VERSION })).status).toBe(200);
    expect((await who.get('/api/developers/keys')).data['keys']).toMatchObject([{ id: key.id }]);
    expect((await who.delete(`/api/developers/keys/${key.id}`)).status).toBe(200);
    expect((await use(secret)).status).toBe(401);
  });

  it('have no name that cannot be stored', async () => {
    const who = await server.signedIn('nul@firm.example');
    const answer = await who.post('/api/developers/keys', { ...WISH, name: 'a\0b' });
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
  });

  it('are at most twenty', async () => {
    const who = await server.signedIn('many@firm.example');
    for (let count = 0; count < 20; count += 1) await made(who);
    const answer = await who.post('/api/developers/keys', WISH);
    expect([answer.status, answer.errorName]).toEqual([409, 'TooManyKeys']);
  });

  it('need a fresh sign-in to be made, and none to be revoked', async () => {
    const who = await server.signedIn('stale@firm.example');
    const { key } = await made(who);
    server.passTime(16 * 60_000);
    expect((await who.get('/api/auth/refresh')).status).toBe(200);
    expect((await who.post('/api/developers/keys', WISH)).errorName).toBe('StepUpRequired');
    expect((await who.post(`/api/developers/keys/${key.id}/replace`, { former_works_hours: 1 })).errorName).toBe(
      'StepUpRequired',
    );
    expect((await who.delete(`/api/developers/keys/${key.id}`)).status).toBe(200);
  });

  it('outlive the member who made them where another takes them over, and end with the company', async () => {
    const owner = await server.signedIn('chief@company.example');
    const admin = await server.signedIn('leaver@company.example');
    const company = await owner.post('/api/workspaces', { name: 'Company' });
    await owner.post('/api/workspace/invitations', { email: 'leaver@company.example', role: 'admin' });
    await admin.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
    await admin.post('/api/workspaces/select', { workspace_id: company.data['id'] });
    const { secret } = await made(admin);
    const members = (await owner.get('/api/workspace/members')).data['members'] as { sub: string; email: string }[];
    const leaver = members.find(({ email }) => email === 'leaver@company.example');
    expect((await owner.delete(`/api/workspace/members/${leaver?.sub}?access=hand_over`)).status).toBe(200);
    expect((await admin.post('/api/account/delete', { email: 'leaver@company.example' })).status).toBe(200);
    expect((await use(secret)).status).toBe(200);
    expect((await owner.post('/api/workspace/close', { name: 'Company' })).status).toBe(200);
    expect((await use(secret)).status).toBe(401);
  });

  it('are of no other workspace', async () => {
    const who = await server.signedIn('mine@firm.example');
    const other = await server.signedIn('other@firm.example');
    const { key, secret } = await made(who);
    expect((await other.get('/api/developers/keys')).data['keys']).toEqual([]);
    expect((await other.delete(`/api/developers/keys/${key.id}`)).status).toBe(404);
    expect((await other.post(`/api/developers/keys/${key.id}/replace`, { former_works_hours: 0 })).status).toBe(404);
    expect((await use(secret)).status).toBe(200);
  });

  it('are recorded in the audit log of the workspace', async () => {
    const who = await server.signedIn('audited@firm.example');
    const { key } = await made(who);
    await who.post(`/api/developers/keys/${key.id}/replace`, { former_works_hours: 0 });
    await who.delete(`/api/developers/keys/${key.id}`);
    const entries = (await who.get('/api/audit/log')).data['entries'] as { action: string }[];
    expect(entries.slice(0, 3).map(({ action }) => action)).toEqual(['key.revoke', 'key.change', 'key.create']);
  });
});

describe('a test key', () => {
  it('says what it is in its text and in the list, and keeps that when it is replaced', async () => {
    const who = await server.signedIn('tester@firm.example');
    const { key, secret } = await made(who, { ...WISH, mode: 'test' });
    expect(secret).toMatch(/^aml_test_/);
    expect(isKeyText(secret)).toBe(true);
    expect((await who.get('/api/developers/keys')).data['keys']).toMatchObject([{ id: key.id, mode: 'test' }]);
    const next = await who.post(`/api/developers/keys/${key.id}/replace`, { former_works_hours: 1 });
    expect(String(next.data['secret'])).toMatch(/^aml_test_/);
  });

  it('has no monthly limit, for it spends nothing', async () => {
    const who = await server.signedIn('test-limit@firm.example');
    const answer = await who.post('/api/developers/keys', { ...WISH, mode: 'test', monthly_limit: 5 });
    expect([answer.status, answer.errorName]).toEqual([400, 'ValidationError']);
    expect(answer.text).toContain('A test key spends nothing');
  });

  it('cannot be the key of a live check, also where code of ours would write one', async () => {
    const who = await server.signedIn('test-rows@firm.example');
    const { key } = await made(who, { ...WISH, mode: 'test' });
    const insert = server.pool.query(
      `INSERT INTO api_checks (id, workspace, api_key, metadata, created_at)
       SELECT 'chk_00000000000000000000', workspace, id, '{}', now() FROM api_keys WHERE id = $1`,
      [key.id],
    );
    await expect(insert).rejects.toThrow(/api_checks_api_key_key_mode_fkey/);
  });
});

describe('a request without a key that works', () => {
  it.each([
    ['none', {}, 'missing_api_key', 'Bearer'],
    ['a password', { authorization: 'Basic YTpi' }, 'missing_api_key', 'Bearer'],
    ['another text', { authorization: 'Bearer aml_live_0' }, 'invalid_api_key', 'Bearer error="invalid_token"'],
    [
      'a key that was never made',
      { authorization: `Bearer aml_live_${'0'.repeat(32)}0CdlIy` },
      'invalid_api_key',
      'Bearer error="invalid_token"',
    ],
  ])('with %s is refused with a problem', async (_what, headers, code, challenge) => {
    const answer = await server.client(headers as Record<string, string>).get('/api/v1/checks');
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'www-authenticate': challenge,
      'cache-control': 'no-store',
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      code,
      status: 401,
      type: `/developers/errors#${code}`,
      request_id: answer.headers['x-request-id'],
    });
  });

  it('is refused with a session, which opens the site and not the public API', async () => {
    const who = await server.signedIn('session@firm.example');
    expect((await who.get('/api/v1/usage')).status).toBe(401);
    const token = (who.cookies.get('assay_session') ?? '').split('~')[2] ?? '';
    expect((await use(token)).status).toBe(401);
    const { secret } = await made(who);
    const site = await server.client({ authorization: `Bearer ${secret}` }).get('/api/monitor/history');
    expect([site.status, site.errorName]).toEqual([401, 'Unauthorized']);
  });
});
