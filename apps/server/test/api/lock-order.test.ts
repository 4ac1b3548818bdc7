import { describe, expect, it } from 'vitest';
import { wireApiKeys } from '../../src/modules/api/open/public-api.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { inTurn } from '../support/lock-waits.ts';

const server = useAuthApp();
const DETAILS = { company: 'Firm', address: 'Street 1', tax_id: 'EE1' };
let firms = 0;

/** A company with stored billing details, its owner, an administrator, and a key of the owner's. */
async function company() {
  firms += 1;
  const owner = await server.signedIn(`owner-${firms}@order.example`);
  const id = String((await owner.post('/api/workspaces', { name: 'Company' })).data['id']);
  const email = `admin-${firms}@order.example`;
  const admin = await server.signedIn(email);
  const sub = String((await admin.get('/api/auth/me')).data['sub']);
  await server.pool.query("INSERT INTO workspace_members (workspace, sub, role) VALUES ($1, $2, 'admin')", [id, sub]);
  expect((await admin.post('/api/workspaces/select', { workspace_id: id })).status).toBe(200);
  expect((await save(owner)).status).toBe(200);
  const made = await owner.post('/api/developers/keys', { name: 'Key', scopes: ['webhooks'] });
  return { owner, id, admin, email, sub, key: (made.data['key'] as { id: string }).id };
}

const save = (who: Visitor) => who.put('/api/payment/billing-details', DETAILS);
const replace = (who: Visitor, key: string) =>
  who.post(`/api/developers/keys/${key}/replace`, { former_works_hours: 24 });
const erase = (who: Visitor, email: string) => who.post('/api/account/delete', { email });
const detailsOf = async (owner: string) =>
  (await server.pool.query('SELECT FROM billing_details WHERE sub = $1', [owner])).rowCount;

const DETAILS_ROW = 'SELECT FROM billing_details WHERE sub = $1 FOR UPDATE';

// Each of these pairs waited for the other until the database ended one of them.
describe('billing details that are saved', () => {
  it('are refused while the company is closed, which goes on', async () => {
    const { owner, admin, id } = await company();
    const close = () => owner.post('/api/workspace/close', { name: 'Company' });
    const [closed, saved] = await inTurn(server.pool, [DETAILS_ROW, id], [close, () => save(admin)]);
    expect([closed.status, saved.status]).toEqual([200, 404]);
    expect(await detailsOf(id)).toBe(0);
  });

  it('are refused while the account is deleted, which goes on', async () => {
    firms += 1;
    const email = `person-${firms}@order.example`;
    const who = await server.signedIn(email);
    const sub = String((await who.get('/api/auth/me')).data['sub']);
    expect((await save(who)).status).toBe(200);
    const [erased, saved] = await inTurn(server.pool, [DETAILS_ROW, sub], [() => erase(who, email), () => save(who)]);
    expect([erased.status, saved.status]).toEqual([200, 404]);
    expect(await detailsOf(sub)).toBe(0);
  });
});

describe('an account that is deleted while its secret is used or replaced', () => {
  it('waits for an endpoint that its secret of another’s key adds, and ends that', async () => {
    const { owner, id, admin, email, key } = await company();
    const program = server.client({ authorization: `Bearer ${String((await replace(admin, key)).data['secret'])}` });
    const add = () => program.post('/api/v1/webhook_endpoints', { url: 'https://hooks.example/a' });
    const lock = ['SELECT pg_advisory_xact_lock(4296, hashtext($1))', id] as const;
    const [added, erased] = await inTurn(server.pool, lock, [add, () => erase(admin, email)]);
    expect([added.status, erased.status]).toEqual([201, 200]);
    expect((await owner.get('/api/developers/webhooks')).data['endpoints']).toEqual([]);
  });

  it('waits for another who replaces its secret, and ends that alone', async () => {
    const { owner, id, admin, email, key } = await company();
    const former = server.client({ authorization: `Bearer ${String((await replace(admin, key)).data['secret'])}` });
    const lock = ['SELECT pg_advisory_xact_lock(4291, hashtext($1))', id] as const;
    const [made, erased] = await inTurn(server.pool, lock, [() => replace(owner, key), () => erase(admin, email)]);
    expect([made.status, erased.status]).toEqual([200, 200]);
    const present = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    const read = (one: Visitor) => one.get('/api/v1/webhook_endpoints');
    expect([(await read(present)).status, (await read(former)).status]).toEqual([200, 401]);
  });
});

describe('what a member made ends while the operator revokes it', () => {
  const CHAIN = 'SELECT FROM audit_chains WHERE chain = $1 FOR UPDATE';
  type Company = Awaited<ReturnType<typeof company>>;

  it.each([
    ['with the removal', 'revoked', ({ owner, sub }: Company) => owner.delete(`/api/workspace/members/${sub}`)],
    [
      'with the role',
      'revoked',
      ({ owner, sub }: Company) => owner.patch(`/api/workspace/members/${sub}`, { role: 'viewer', access: 'revoke' }),
    ],
    ['when the member leaves', 'revoked', ({ admin }: Company) => admin.post('/api/workspace/leave')],
    ['with the account', 'NotFound', ({ admin, email }: Company) => erase(admin, email)],
  ])('%s', async (_what, expected, end) => {
    const of = await company();
    expect((await replace(of.admin, of.key)).status).toBe(200);
    const keys = wireApiKeys(server.pool, server);
    // A deletion is waited for before the key is looked for: it has gone with the account.
    const revoke = () =>
      keys.revoke({ workspace: of.id, sub: null }, of.key).then(
        () => 'revoked',
        (error: unknown) => (error as { errorName?: string }).errorName,
      );
    const [ended, outcome] = await inTurn(server.pool, [CHAIN, of.id], [() => end(of), revoke]);
    expect([ended.status, outcome]).toEqual([200, expected]);
    expect((await of.owner.get('/api/developers/keys')).data['keys']).toEqual([]);
  });
});
