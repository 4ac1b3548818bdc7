import { describe, expect, it } from 'vitest';
import { suspendPerson } from '../../src/modules/accounts/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { cookieOf, slowRequest } from '../support/slow-request.ts';

// Dozens of people log in and invite from one address within a minute.
const server = useAuthApp({ limits: { tokensPerMinute: 1_000, linksPerNetwork: 1_000 } });
const KEY = { name: 'Later', scopes: ['checks:read'] };
const DETAILS = { company: 'Firm', address: 'Street 1', tax_id: 'EE1' };

let people = 0;

async function company() {
  people += 1;
  const owner = await server.signedIn(`owner-${people}@firm.example`);
  const id = String((await owner.post('/api/workspaces', { name: 'Company' })).data['id']);
  return { owner, id };
}

/** Without an invitation: those of one network are limited. */
async function member(company: string) {
  people += 1;
  const email = `member-${people}@firm.example`;
  const who = await server.signedIn(email);
  const sub = String((await who.get('/api/auth/me')).data['sub']);
  await server.pool.query("INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'admin')", [
    company,
    sub,
  ]);
  expect((await who.post('/api/workspaces/select', { workspace_id: company })).status).toBe(200);
  return { who, email, sub };
}

/** A call of a visitor whose body is still on its way. */
const opened = (who: Visitor, method: string, path: string, body: object | string, more = {}) =>
  slowRequest(server.app, { method, path, body, headers: { ...cookieOf(who.cookies), ...more } });

const CHANGES = [
  ['POST', '/api/developers/keys', KEY],
  ['POST', '/api/developers/webhooks', { url: 'https://hooks.example/a', mode: 'live', event_types: ['*'] }],
  ['POST', '/api/workspace/invitations', { email: 'second-mailbox@firm.example', role: 'admin' }],
  ['PATCH', '/api/workspace', { name: 'Taken' }],
  ['PUT', '/api/payment/billing-details', DETAILS],
] as const;

describe('a body that arrives slowly', () => {
  it.each(CHANGES)('does nothing for a member who was removed meanwhile: %s %s', async (method, path, body) => {
    const { owner, id } = await company();
    const { who, sub } = await member(id);
    const call = await opened(who, method, path, body);
    expect((await owner.delete(`/api/workspace/members/${sub}?access=revoke`)).status).toBe(200);
    expect(await call.finish()).toMatchObject({ status: 404, errorName: 'NotFound' });
    expect((await who.get('/api/developers/keys')).data['keys']).toEqual([]);
  });

  it.each(CHANGES)('does nothing for a member with a lower role meanwhile: %s %s', async (method, path, body) => {
    const { owner, id } = await company();
    const { who, sub } = await member(id);
    const call = await opened(who, method, path, body);
    const role = { role: 'viewer', access: 'revoke' };
    expect((await owner.patch(`/api/workspace/members/${sub}`, role)).status).toBe(200);
    expect(await call.finish()).toMatchObject({ status: 403, errorName: 'RoleNotAllowed' });
  });

  it.each(CHANGES)('does nothing for a person who logged out meanwhile: %s %s', async (method, path, body) => {
    const { who } = await member((await company()).id);
    const call = await opened(who, method, path, body);
    expect((await who.delete('/api/auth/sessions')).status).toBe(200);
    expect(await call.finish()).toMatchObject({ status: 401, errorName: 'Unauthorized' });
  });

  it.each(CHANGES)('does nothing for a person who was suspended meanwhile: %s %s', async (method, path, body) => {
    const { who, email } = await member((await company()).id);
    const call = await opened(who, method, path, body);
    await suspendPerson(server.pool, { by: 'email', email }, { reason: 'abuse', now: server.now() });
    expect(await call.finish()).toMatchObject({ status: 403, errorName: 'AccountSuspended' });
  });

  it('leads a member who was removed meanwhile to what is the person’s own', async () => {
    for (const path of ['/api/workspaces', '/api/workspaces/select']) {
      const { owner, id } = await company();
      const { who, sub } = await member(id);
      const call = await opened(who, 'POST', path, { name: 'Mine', workspace_id: sub });
      expect((await owner.delete(`/api/workspace/members/${sub}?access=revoke`)).status).toBe(200);
      expect(await call.finish(), path).toMatchObject({ status: 200 });
    }
  });

  it('works for everybody whose access is as it was', async () => {
    const { who } = await member((await company()).id);
    for (const [method, path, body] of CHANGES) {
      expect(await (await opened(who, method, path, body)).finish()).toMatchObject({ status: 200 });
    }
  });

  it.each(['/api/batches?asset=BTC&network=btc', '/api/batches'])(
    'makes no batch for a removed member: %s',
    async (path) => {
      const { owner, id } = await company();
      const { who, sub } = await member(id);
      const type = { 'content-type': 'text/csv' };
      const call = await opened(who, 'POST', path, 'asset,address\nBTC,1BoatSLRHtKNngkdXEeobR76b53LETtpyT\n', type);
      await owner.delete(`/api/workspace/members/${sub}?access=revoke`);
      expect(await call.finish()).toMatchObject({ status: 404, errorName: 'NotFound' });
      expect((await owner.get('/api/batches')).data['batches']).toEqual([]);
    },
  );

  it('adds no endpoint by a key that was revoked meanwhile', async () => {
    const { owner } = await company();
    const made = await owner.post('/api/developers/keys', { name: 'Hooks', scopes: ['webhooks'] });
    const { id } = made.data['key'] as { id: string };
    const call = await slowRequest(server.app, {
      method: 'POST',
      path: '/api/v1/webhook_endpoints',
      headers: { authorization: `Bearer ${String(made.data['secret'])}` },
      body: { url: 'https://hooks.example/a' },
    });
    expect((await owner.delete(`/api/developers/keys/${id}`)).status).toBe(200);
    expect(await call.finish()).toMatchObject({ status: 401, errorName: 'invalid_api_key' });
    expect((await owner.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
  });
});

describe('an account or company that is gone before the body has arrived', () => {
  const OWN = [
    ...CHANGES.filter(([, path]) => !path.startsWith('/api/workspace')),
    ['POST', '/api/workspaces', { name: 'Mine' }],
    ['POST', '/api/auth/factors/totp', { name: 'Phone' }],
  ] as const;

  it.each(OWN)(
    'is refused, and leaves no row behind, when the account was deleted: %s %s',
    async (method, path, body) => {
      people += 1;
      const email = `gone-${people}@firm.example`;
      const who = await server.signedIn(email);
      const call = await opened(who, method, path, body);
      const { sub } = (await who.get('/api/auth/me')).data;
      expect((await who.post('/api/account/delete', { email })).status).toBe(200);
      expect(await call.finish()).toMatchObject({ status: 401, errorName: 'Unauthorized' });
      expect((await server.pool.query('SELECT FROM billing_details WHERE sub = $1', [sub])).rowCount).toBe(0);
    },
  );

  it.each(CHANGES)(
    'is refused, and leaves no row behind, when the company was closed: %s %s',
    async (method, path, body) => {
      const { owner, id } = await company();
      const call = await opened(owner, method, path, body);
      expect((await owner.post('/api/workspace/close', { name: 'Company' })).status).toBe(200);
      expect(await call.finish()).toMatchObject({ status: 404, errorName: 'NotFound' });
      expect((await server.pool.query('SELECT FROM billing_details WHERE sub = $1', [id])).rowCount).toBe(0);
    },
  );
});
