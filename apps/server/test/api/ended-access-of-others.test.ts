import { describe, expect, it } from 'vitest';
import { restorePerson, suspendPerson } from '../../src/modules/accounts/index.ts';
import { deliveriesStore } from '../../src/modules/api/webhooks/deliveries.store.ts';
import { inTransaction } from '../../src/platform/db/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();
let firms = 0;

const URL_OF_OWNER = 'https://hooks.example/owner';
const NOTHING = { keys: [], webhooks: [], invitations: [] };

/** A company whose owner has a key and two endpoints, and an administrator who made nothing. */
async function company() {
  firms += 1;
  const owner = await server.signedIn(`owner-${firms}@others.example`);
  await owner.post('/api/workspaces', { name: 'Company' });
  const admin = await member(owner, `admin-${firms}@others.example`);
  const made = await owner.post('/api/developers/keys', { name: 'prod', scopes: ['checks:read', 'webhooks'] });
  expect(made.status, made.text).toBe(200);
  return {
    owner,
    admin,
    key: { id: idOf(made.data['key']), former: works(made.data) },
    hooks: [await hookOf(owner), await hookOf(owner)] as const,
  };
}

async function member(owner: Visitor, email: string) {
  await owner.post('/api/workspace/invitations', { email, role: 'admin' });
  const who = await server.signedIn(email);
  const token = server.workspaces.lastToken();
  expect((await who.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  return { who, email, sub: String((await who.get('/api/auth/me')).data['sub']) };
}

const idOf = (thing: unknown) => (thing as { id: string }).id;

async function hookOf(owner: Visitor): Promise<string> {
  const wish = { url: URL_OF_OWNER, description: '', event_types: ['*'], mode: 'live' };
  const made = await owner.post('/api/developers/webhooks', wish);
  expect(made.status, made.text).toBe(200);
  return idOf(made.data['endpoint']);
}

/** What calls with the secret of an answer are answered. */
const works = ({ secret }: Record<string, unknown>) => {
  const program = server.client({ authorization: `Bearer ${String(secret)}` });
  return Object.assign(async () => (await program.get('/api/v1/checks')).status, { program });
};

async function replace(who: Visitor, id: string, hours = 24) {
  const made = await who.post(`/api/developers/keys/${id}/replace`, { former_works_hours: hours });
  expect(made.status, made.text).toBe(200);
  return works(made.data);
}

async function redirect(who: Visitor, id: string, url: string) {
  const changed = await who.patch(`/api/developers/webhooks/${id}`, { url });
  expect(changed.status, changed.text).toBe(200);
}

async function rotate(who: Visitor, id: string) {
  const changed = await who.post(`/api/developers/webhooks/${id}/rotate`, { former_works_hours: 24 });
  expect(changed.status, changed.text).toBe(200);
}

/** The administrator knows the key of the owner, gets what one endpoint is sent, and signs what the other is sent. */
async function taken() {
  const firm = await company();
  const { who, sub } = firm.admin;
  const secret = await replace(who, firm.key.id);
  await redirect(who, firm.hooks[0], 'https://admin.example/mine');
  await rotate(who, firm.hooks[1]);
  const access = {
    keys: [{ id: firm.key.id, name: 'prod' }],
    webhooks: [
      { id: firm.hooks[1], url: URL_OF_OWNER },
      { id: firm.hooks[0], url: 'https://admin.example/mine' },
    ],
    invitations: [],
  };
  expect((await firm.owner.get(accessPath(sub))).data).toEqual(access);
  return { ...firm, secret, access };
}

const accessPath = (sub: string) => `/api/workspace/members/${sub}/access`;
const hooksOf = async (owner: Visitor) => (await owner.get('/api/developers/webhooks')).data['endpoints'];

describe('a key that a member replaced, and webhooks that a member redirected or rotated', () => {
  it('are listed and revoked with the removal of the member', async () => {
    const { owner, admin, secret, access } = await taken();
    const removed = await owner.delete(`/api/workspace/members/${admin.sub}`);
    expect([removed.status, removed.data]).toEqual([200, access]);
    expect(await secret()).toBe(401);
    expect(await hooksOf(owner)).toEqual([]);
  });

  it('are taken over where that is wished, and are who removes from then on', async () => {
    const { owner, admin, key, secret, access } = await taken();
    expect((await owner.delete(`/api/workspace/members/${admin.sub}?access=hand_over`)).data).toEqual(access);
    expect(await secret()).toBe(200);
    const kept = await server.pool.query(
      `SELECT 1 FROM api_keys WHERE $1 IN (created_by, secret_by, former_by)
        UNION ALL SELECT 1 FROM webhook_endpoints WHERE $1 IN (created_by, url_by, secret_by)`,
      [admin.sub],
    );
    expect(kept.rowCount).toBe(0);
    const replaced = await replace(owner, key.id, 0);
    expect([await secret(), await replaced()]).toEqual([401, 200]);
  });

  it('leave the member no former secret where they are taken over: the member knows it, and no list shows it', async () => {
    const { owner, admin, key, secret } = await taken();
    const again = await replace(admin.who, key.id);
    const own = await admin.who.post('/api/developers/keys', { name: 'mine', scopes: ['checks:read'] });
    const first = works(own.data);
    const second = await replace(admin.who, idOf(own.data['key']));
    await owner.delete(`/api/workspace/members/${admin.sub}?access=hand_over`);
    expect([await secret(), await again(), await first(), await second()]).toEqual([401, 200, 401, 200]);
  });

  it('stay the maker’s where another member takes them over', async () => {
    const { owner, admin, access } = await taken();
    const other = await member(owner, `other-${firms}@others.example`);
    expect((await other.who.delete(`/api/workspace/members/${admin.sub}?access=hand_over`)).data).toEqual(access);
    const own = String((await owner.get('/api/auth/me')).data['sub']);
    for (const sub of [own, other.sub]) expect((await owner.get(accessPath(sub))).data).toEqual(access);
  });

  it('are revoked when the member leaves', async () => {
    const { owner, admin, secret } = await taken();
    expect((await admin.who.post('/api/workspace/leave')).status).toBe(200);
    expect(await secret()).toBe(401);
    expect(await hooksOf(owner)).toEqual([]);
  });

  it('are revoked when the member deletes the account', async () => {
    const { owner, admin, secret } = await taken();
    expect((await admin.who.post('/api/account/delete', { email: admin.email })).status).toBe(200);
    expect(await secret()).toBe(401);
    expect(await hooksOf(owner)).toEqual([]);
  });

  it('are revoked when the member gets a role that may make none', async () => {
    const { owner, admin, secret } = await taken();
    expect((await owner.patch(`/api/workspace/members/${admin.sub}`, { role: 'viewer' })).status).toBe(200);
    expect(await secret()).toBe(401);
    expect(await hooksOf(owner)).toEqual([]);
    expect((await owner.get(accessPath(admin.sub))).data).toEqual(NOTHING);
  });

  it('stop while the member is suspended; the secret that the member does not know works on', async () => {
    const { owner, admin, key, secret, hooks } = await taken();
    for (const id of hooks) await owner.post(`/api/developers/webhooks/${id}/test`);
    const wish = { claim: 'c', leaseMs: 1, most: 10, atOnce: 10, atOnceOfWorkspace: 10 };
    const due = async () =>
      (await inTransaction(server.pool, (tx) => deliveriesStore.claim(tx, wish)))
        .map(({ endpoint }) => endpoint)
        .filter((id) => hooks.includes(id));
    const person = { by: 'email', email: admin.email } as const;

    await suspendPerson(server.pool, person, { reason: 'abuse', now: server.now() });
    expect([await secret(), await key.former()]).toEqual([403, 200]);
    expect(await due()).toEqual([]);

    await restorePerson(server.pool, person, () => 'x');
    expect(await secret()).toBe(200);
    expect([...(await due())].sort()).toEqual([...hooks].sort());
  });

  it('are the member’s no more once another has replaced them', async () => {
    const { owner, admin, key, secret, hooks } = await taken();
    const replaced = await replace(owner, key.id);
    await rotate(owner, hooks[1]);
    await redirect(owner, hooks[0], URL_OF_OWNER);
    expect((await owner.get(accessPath(admin.sub))).data).toEqual(NOTHING);

    // The former secret is the member's for a day more.
    expect(await secret()).toBe(200);
    await owner.delete(`/api/workspace/members/${admin.sub}`);
    expect([await secret(), await replaced()]).toEqual([401, 200]);
    expect(await hooksOf(owner)).toHaveLength(2);
    const { entries } = (await owner.get('/api/audit/log')).data as { entries: { action: string; text: string }[] };
    expect(entries[0]).toMatchObject({ action: 'key.change', text: 'prod (former secret ended)' });
  });
});

describe('a webhook of another member', () => {
  it('stays the one’s who redirected it when another saves the same URL, or redirects it after its secret was made', async () => {
    const { owner, admin, hooks, access } = await taken();
    await redirect(owner, hooks[0], 'https://admin.example/mine');
    await redirect(owner, hooks[1], 'https://hooks.example/new');
    const { webhooks } = (await owner.get(accessPath(admin.sub))).data as typeof access;
    expect(webhooks.map(({ id }) => id)).toEqual([hooks[1], hooks[0]]);
  });

  it('is the one’s whose secret of a key redirected, rotated or added it', async () => {
    const { owner, admin, key, hooks } = await company();
    const { program } = await replace(admin.who, key.id);
    await program.patch(`/api/v1/webhook_endpoints/${hooks[0]}`, { url: 'https://admin.example/mine' });
    await program.post(`/api/v1/webhook_endpoints/${hooks[1]}/rotate_secret`, {});
    const added = await program.post('/api/v1/webhook_endpoints', { url: 'https://admin.example/added' });
    const { webhooks } = (await owner.get(accessPath(admin.sub))).data as { webhooks: { id: string }[] };
    expect(webhooks.map(({ id }) => id)).toEqual([JSON.parse(added.text).id, hooks[1], hooks[0]]);

    // Programs that use the former secret act for the one who knows it.
    const others = await key.former.program.post('/api/v1/webhook_endpoints', { url: 'https://hooks.example/more' });
    await owner.delete(`/api/workspace/members/${admin.sub}`);
    expect(await hooksOf(owner)).toMatchObject([{ id: JSON.parse(others.text).id }]);
  });
});
