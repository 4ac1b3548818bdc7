import { describe, expect, it } from 'vitest';
import { buildInvitationTokens, restorePerson, suspendPerson } from '../../src/modules/accounts/index.ts';
import { sendInvitationMail } from '../../src/modules/accounts/workspaces/members/invitation-mail.ts';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { TEST_SECRET } from '../support/auth.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();

async function company(email: string) {
  const owner = await server.signedIn(email);
  const id = String((await owner.post('/api/workspaces', { name: 'Company' })).data['id']);
  await inWorkspace(id, () => ledger.topUp(server.pool, id, 20, server.now()));
  return { owner, id };
}

async function member(owner: Visitor, email: string, role: string) {
  await owner.post('/api/workspace/invitations', { email, role });
  const token = server.workspaces.lastToken();
  const who = await server.signedIn(email);
  expect((await who.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  return { who, sub: String((await who.get('/api/auth/me')).data['sub']) };
}

async function keyOf(who: Visitor, name: string) {
  const scopes = ['checks:read', 'checks:write', 'batches', 'webhooks'];
  const made = await who.post('/api/developers/keys', { name, scopes });
  expect(made.status, made.text).toBe(200);
  const headers = { authorization: `Bearer ${String(made.data['secret'])}` };
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload === undefined ? {} : { payload }) });
  return { id: (made.data['key'] as { id: string }).id, call };
}

const ACCESS = (sub: string) => `/api/workspace/members/${sub}/access`;

/** An administrator with a key, an endpoint added by that key, and an open invitation. */
async function made(owner: Visitor, email: string) {
  const { who, sub } = await member(owner, email, 'admin');
  const key = await keyOf(who, 'Deposits');
  const hook = await key.call('POST', '/webhook_endpoints', { url: 'https://hooks.example/a' });
  expect(hook.statusCode, hook.payload).toBe(201);
  await who.post('/api/workspace/invitations', { email: `of-${email}`, role: 'viewer' });
  const access = {
    keys: [{ id: key.id, name: 'Deposits' }],
    webhooks: [{ id: hook.json().id, url: 'https://hooks.example/a' }],
    invitations: [{ id: expect.any(String), email: `of-${email}` }],
  };
  expect((await owner.get(ACCESS(sub))).data).toEqual(access);
  return { who, sub, key, access, token: server.workspaces.lastToken() };
}
/** To whom the queued mails with invitations would be sent now. */
async function mailsOfQueue(): Promise<readonly string[]> {
  const mails: string[] = [];
  for (const { id, sentAt } of server.workspaces.queued) {
    const job = { invitationId: id, sentAt: sentAt.toISOString() };
    await sendInvitationMail(job, {
      db: server.pool,
      clock: server,
      tokens: buildInvitationTokens(TEST_SECRET),
      sender: { send: async ({ to }) => void mails.push(to) },
      settings: {
        productName: 'Assay',
        publicUrl: 'https://assay.example',
        operator: { company: 'Example', supportEmail: 'help@assay.example' },
      },
    });
  }
  return mails;
}

/** The newest four of the audit log. */
const acts = async (owner: Visitor) => {
  const { entries } = (await owner.get('/api/audit/log')).data as { entries: { action: string; text: string }[] };
  return entries.slice(0, 4).map(({ action, text }) => `${action} ${text}`);
};

describe('the suspension of a member', () => {
  it('reaches the keys, shares, batches and webhooks that the member made in a company, until it ends', async () => {
    const email = 'suspended-maker@firm.example';
    const { owner, id } = await company('owner-suspends@firm.example');
    const { who } = await member(owner, email, 'admin');
    const checked = await who.post('/api/monitor/check', { address: BTC_ADDRESS, ticker: 'BTC' });
    const subId = (checked.data['asset'] as { sub_id: string }).sub_id;
    await who.send('DELETE', `/api/monitor/check/${subId}/share`);
    const key = await keyOf(who, 'Of the member');
    const others = await keyOf(owner, 'Of the owner');
    const batch = await key.call('POST', '/batches', { asset: 'BTC' });
    expect(batch.statusCode, batch.payload).toBe(201);
    const wish = { reason: 'abuse', now: server.now() };
    expect((await key.call('GET', '/checks')).statusCode).toBe(200);

    await suspendPerson(server.pool, { by: 'email', email }, wish);
    expect((await key.call('GET', '/checks')).json()).toMatchObject({ code: 'account_suspended' });
    expect((await key.call('POST', '/webhook_endpoints', { url: 'https://a.example/b' })).json()).toMatchObject({
      code: 'account_suspended',
    });
    expect((await who.post(`/api/monitor/check/${subId}/share`)).errorName).toBe('AccountSuspended');
    expect((await who.send('DELETE', `/api/workspace/members/${'0'.repeat(32)}`)).errorName).toBe('AccountSuspended');
    // The suspension of a member does not stop the others.
    expect((await others.call('GET', '/checks')).statusCode).toBe(200);
    expect((await owner.post(`/api/monitor/check/${subId}/share`)).status).toBe(200);

    await restorePerson(server.pool, { by: 'email', email }, () => 'x');
    expect((await key.call('GET', '/checks')).statusCode).toBe(200);
    expect(id).not.toBe('');
  });

  it('ends the invitations that the member sent, until it ends or another member sends them again', async () => {
    const { owner } = await company('owner-invites@firm.example');
    const { who } = await member(owner, 'suspended-host@firm.example', 'admin');
    const invited = await who.post('/api/workspace/invitations', { email: 'guest-a@firm.example', role: 'viewer' });
    const token = server.workspaces.lastToken();
    await who.post('/api/workspace/invitations', { email: 'guest-b@firm.example', role: 'viewer' });
    const other = server.workspaces.lastToken();
    const guest = await server.signedIn('guest-a@firm.example');
    const read = (of: string) => guest.get(`/api/workspaces/invitation/${of}`);
    const host = { by: 'email', email: 'suspended-host@firm.example' } as const;

    expect(await mailsOfQueue()).toContain('guest-b@firm.example');
    await suspendPerson(server.pool, host, { reason: 'abuse', now: server.now() });
    expect(await mailsOfQueue()).not.toContain('guest-b@firm.example');
    expect((await read(token)).errorName).toBe('InvitationNotValid');
    expect((await guest.post('/api/workspaces/invitation/accept', { token })).errorName).toBe('InvitationNotValid');
    server.passTime(60_000);
    const again = await owner.post(`/api/workspace/invitations/${String(invited.data['id'])}/resend`);
    expect(again.status, again.text).toBe(200);
    const sentAgain = server.workspaces.lastToken();
    expect((await guest.post('/api/workspaces/invitation/accept', { token: sentAgain })).status).toBe(200);

    expect((await read(other)).errorName).toBe('InvitationNotValid');
    await restorePerson(server.pool, host, () => 'x');
    expect((await read(other)).status).toBe(200);
  });
});

describe('the removal of a member', () => {
  it('lists what the member made and revokes it', async () => {
    const { owner } = await company('owner-revokes@firm.example');
    const { sub, key, access, token } = await made(owner, 'goes@firm.example');
    const removed = await owner.send('DELETE', `/api/workspace/members/${sub}`);
    expect([removed.status, removed.data]).toEqual([200, access]);
    expect((await key.call('GET', '/checks')).statusCode).toBe(401);
    expect((await owner.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
    expect((await server.browser().get(`/api/workspaces/invitation/${token}`)).errorName).toBe('InvitationNotValid');
    expect(await acts(owner)).toEqual([
      'member.invite_withdraw of-goes@firm.example',
      'webhook.delete https://hooks.example/a',
      'key.revoke Deposits',
      'member.remove goes@firm.example',
    ]);
    expect((await owner.get(ACCESS(sub))).status).toBe(404);
  });

  it('hands it over to who removes, where that is wished', async () => {
    const { owner } = await company('owner-takes@firm.example');
    const { sub, key, access } = await made(owner, 'hands-over@firm.example');
    const removed = await owner.send('DELETE', `/api/workspace/members/${sub}?access=hand_over`);
    expect([removed.status, removed.data]).toEqual([200, access]);
    expect((await key.call('GET', '/checks')).statusCode).toBe(200);
    const own = String((await owner.get('/api/auth/me')).data['sub']);
    expect((await owner.get(ACCESS(own))).data).toEqual(access);
    expect((await acts(owner))[0]).toBe('webhook.change https://hooks.example/a (handed over)');
  });

  it('is the same for one who leaves: nobody takes over then', async () => {
    const { owner } = await company('owner-stays@firm.example');
    const { who, key } = await made(owner, 'leaves@firm.example');
    expect((await who.post('/api/workspace/leave')).status).toBe(200);
    expect((await key.call('GET', '/checks')).statusCode).toBe(401);
  });

  it('is the same for one who deletes the account, whose name goes with it', async () => {
    const { owner } = await company('owner-keeps@firm.example');
    const { who, key } = await made(owner, 'deletes@firm.example');
    expect((await who.post('/api/account/delete', { email: 'deletes@firm.example' })).status).toBe(200);
    expect(await acts(owner)).toEqual([
      'person.erase null',
      'member.invite_withdraw of-deletes@firm.example',
      'webhook.delete https://hooks.example/a',
      'key.revoke Deposits',
    ]);
    expect((await key.call('GET', '/checks')).statusCode).toBe(401);
    expect((await owner.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
    expect((await owner.get('/api/workspace/invitations')).data['invitations']).toEqual([]);
  });

  it('shows nothing to a role that removes nobody', async () => {
    const { owner } = await company('owner-hides@firm.example');
    const { sub } = await made(owner, 'admin-hides@firm.example');
    const { who } = await member(owner, 'viewer-hides@firm.example', 'viewer');
    expect((await who.get(ACCESS(sub))).errorName).toBe('RoleNotAllowed');
  });
});

describe('a role that may make no keys', () => {
  it('sends no mail of an invitation that is left of another role, since nobody can accept it', async () => {
    const { owner, id } = await company('owner-mails@firm.example');
    const { who, sub } = await member(owner, 'former-host@firm.example', 'admin');
    await who.post('/api/workspace/invitations', { email: 'guest-c@firm.example', role: 'viewer' });
    expect(await mailsOfQueue()).toContain('guest-c@firm.example');
    const lower = "UPDATE workspace_members SET role = 'viewer' WHERE workspace = $1 AND sub = $2";
    await server.pool.query(lower, [id, sub]);
    expect(await mailsOfQueue()).not.toContain('guest-c@firm.example');
  });

  const give = (by: Visitor, sub: string, body: object) => by.patch(`/api/workspace/members/${sub}`, body);

  it('revokes what the member made, as removal does', async () => {
    const { owner } = await company('owner-demotes@firm.example');
    const { sub, key } = await made(owner, 'demoted@firm.example');
    expect((await give(owner, sub, { role: 'viewer' })).data).toMatchObject({ role: 'viewer' });
    expect((await key.call('GET', '/checks')).statusCode).toBe(401);
    expect((await owner.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
    expect(await acts(owner)).toEqual([
      'member.invite_withdraw of-demoted@firm.example',
      'webhook.delete https://hooks.example/a',
      'key.revoke Deposits',
      'member.role viewer',
    ]);
    expect((await owner.get(ACCESS(sub))).data).toEqual({ keys: [], webhooks: [], invitations: [] });
  });

  it('hands it over to who gives the role, where that is wished', async () => {
    const { owner } = await company('owner-demotes-on@firm.example');
    const { sub, key, access } = await made(owner, 'demoted-on@firm.example');
    expect((await give(owner, sub, { role: 'analyst', access: 'hand_over' })).status).toBe(200);
    expect((await key.call('GET', '/checks')).statusCode).toBe(200);
    const own = String((await owner.get('/api/auth/me')).data['sub']);
    expect((await owner.get(ACCESS(own))).data).toEqual(access);
  });

  it('leaves nothing with one who gives up the own role, also where handing over is wished', async () => {
    const { owner } = await company('owner-looks@firm.example');
    const { who, sub, key } = await made(owner, 'steps-down@firm.example');
    expect((await give(who, sub, { role: 'viewer', access: 'hand_over' })).status).toBe(200);
    expect((await key.call('GET', '/checks')).statusCode).toBe(401);
    expect((await owner.get(ACCESS(sub))).data).toEqual({ keys: [], webhooks: [], invitations: [] });
  });

  it('is unlike one that may: an owner who becomes an administrator keeps it', async () => {
    const { owner } = await company('owner-first@firm.example');
    const { sub, key } = await made(owner, 'owner-second@firm.example');
    for (const role of ['owner', 'admin']) expect((await give(owner, sub, { role })).status).toBe(200);
    expect((await key.call('GET', '/checks')).statusCode).toBe(200);
  });
});
