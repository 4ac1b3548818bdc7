import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Answer, useAuthApp, type Visitor } from '../support/auth-app.ts';
import { lockWaits } from '../support/lock-waits.ts';

const server = useAuthApp();
let firms = 0;

/** A company with an owner, and another member of this role who has a key and an endpoint. */
async function company(role: 'owner' | 'admin') {
  firms += 1;
  const owner = await server.signedIn(`owner-${firms}@lost.example`);
  const id = String((await owner.post('/api/workspaces', { name: 'Company' })).data['id']);
  const who = await server.signedIn(`member-${firms}@lost.example`);
  const sub = String((await who.get('/api/auth/me')).data['sub']);
  await server.pool.query('INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, $3)', [id, sub, role]);
  expect((await who.post('/api/workspaces/select', { workspace_id: id })).status).toBe(200);
  const key = await owner.post('/api/developers/keys', { name: 'Key', scopes: ['checks:read'] });
  const webhook = await owner.post('/api/developers/webhooks', { url: 'https://hooks.example/a' });
  return { owner, id, who, sub, key: idOf(key.data['key']), webhook: idOf(webhook.data['endpoint']) };
}

type Company = Awaited<ReturnType<typeof company>>;

const idOf = (thing: unknown) => (thing as { id: string }).id;

/** What a call is answered that begins while a change of its member is under way. */
async function during({ id, sub }: Company, change: string, call: () => Promise<Answer>): Promise<Answer> {
  const client = await server.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [id]);
    await client.query(change, [id, sub]);
    let isOver = false;
    const answered = call().finally(() => {
      isOver = true;
    });
    while (!isOver && (await lockWaits(server.pool)) === 0) await sleep(10);
    await client.query('COMMIT');
    return await answered;
  } finally {
    client.release();
  }
}

const REMOVED = 'DELETE FROM workspace_members WHERE workspace = $1 AND sub = $2';
const DEMOTED = "UPDATE workspace_members SET role = 'viewer' WHERE workspace = $1 AND sub = $2";

const close = (who: Visitor) => who.post('/api/workspace/close', { name: 'Company' });

describe.each([
  ['is removed', REMOVED, 404, 'NotFound'],
  ['gets a role that may not', DEMOTED, 403, 'RoleNotAllowed'],
])('a member who %s while the call waits', (_what, change, status, errorName) => {
  it('closes no company', async () => {
    const of = await company('owner');
    expect(await during(of, change, () => close(of.who))).toMatchObject({ status, errorName });
    expect((await server.pool.query('SELECT FROM workspaces WHERE id = $1', [of.id])).rowCount).toBe(1);
    expect((await of.owner.get('/api/developers/keys')).data['keys']).toHaveLength(1);
  });

  it('revokes no key', async () => {
    const of = await company('admin');
    const revoked = await during(of, change, () => of.who.delete(`/api/developers/keys/${of.key}`));
    expect(revoked).toMatchObject({ status, errorName });
    expect((await of.owner.get('/api/developers/keys')).data['keys']).toHaveLength(1);
  });

  it('removes no webhook endpoint', async () => {
    const of = await company('admin');
    const removed = await during(of, change, () => of.who.delete(`/api/developers/webhooks/${of.webhook}`));
    expect(removed).toMatchObject({ status, errorName });
    expect((await of.owner.get('/api/developers/webhooks')).data['endpoints']).toHaveLength(1);
  });
});

it('closes, revokes and removes for a member whose role allows it', async () => {
  const of = await company('owner');
  expect((await of.who.delete(`/api/developers/keys/${of.key}`)).status).toBe(200);
  expect((await of.who.delete(`/api/developers/webhooks/${of.webhook}`)).status).toBe(200);
  expect((await close(of.who)).status).toBe(200);
});

it('closes no company with other members where its owner is suspended while the call waits', async () => {
  const of = await company('owner');
  const suspended = 'UPDATE users SET suspended_at = now() WHERE sub = $2 AND $1::text IS NOT NULL';
  expect(await during(of, suspended, () => close(of.who))).toMatchObject({
    status: 403,
    errorName: 'AccountSuspended',
  });
  expect((await server.pool.query('SELECT FROM workspaces WHERE id = $1', [of.id])).rowCount).toBe(1);
});
