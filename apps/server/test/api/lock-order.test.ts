import { describe, expect, it } from 'vitest';
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
