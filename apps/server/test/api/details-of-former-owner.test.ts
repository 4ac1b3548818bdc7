import { expect, it } from 'vitest';
import { type Answer, useAuthApp, type Visitor } from '../support/auth-app.ts';
import { inTurn } from '../support/lock-waits.ts';

const server = useAuthApp();
const DETAILS = { company: 'Firm', address: 'Street 1', tax_id: 'EE1' };
const setDetails = (who: Visitor) => who.put('/api/payment/billing-details', DETAILS);

/** Stores the details while what owns them ends, which begins meanwhile: both answers, and whether any are left. */
async function detailsLeft(owner: string, set: () => Promise<Answer>, end: () => Promise<Answer>) {
  const sameRow = "INSERT INTO billing_details (sub, company, address, tax_id) VALUES ($1, '', '', '')";
  const [stored, ended] = await inTurn(server.pool, [sameRow, owner], [set, end]);
  const { rowCount } = await server.pool.query('SELECT FROM billing_details WHERE sub = $1', [owner]);
  return [stored.status, ended.status, rowCount];
}

it('does not outlive an account that is deleted while they are stored', async () => {
  const email = 'leaves@firm.example';
  const who = await server.signedIn(email);
  const sub = String((await who.get('/api/auth/me')).data['sub']);
  const end = () => who.post('/api/account/delete', { email });
  expect(await detailsLeft(sub, () => setDetails(who), end)).toEqual([200, 200, 0]);
});

it('does not outlive a company that is closed while they are stored', async () => {
  const who = await server.signedIn('closes@firm.example');
  const id = String((await who.post('/api/workspaces', { name: 'Company' })).data['id']);
  const end = () => who.post('/api/workspace/close', { name: 'Company' });
  // The row that is not there yet holds up no closing: what is stored then has no owner, and is refused.
  expect(await detailsLeft(id, () => setDetails(who), end)).toEqual([404, 200, 0]);
});
