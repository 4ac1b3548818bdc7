import { expect, it } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();

it('GET /account/losses lists the person’s own balance in whichever workspace, and the companies that are left', async () => {
  const member = await server.signedIn('leaving@firm.example');
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 7, server.now()));
  const made = await member.post('/api/workspaces', { name: 'Acme' });
  expect(made.status, made.text).toBe(200);
  const company = String(made.data['id']);
  await inWorkspace(company, () => ledger.topUp(server.pool, company, 500, server.now()));
  for (const selected of [company, sub]) {
    await member.post('/api/workspaces/select', { workspace_id: selected });
    expect((await member.get('/api/auth/me')).data['workspace']).toMatchObject({ id: selected });
    const { status, data } = await member.get('/api/account/losses');
    expect(status).toBe(200);
    const tariffs = data['tariffs'] as readonly { readonly left_checks: number }[];
    expect(tariffs.reduce((sum, { left_checks }) => sum + left_checks, 0)).toBe(7);
    expect(data).toMatchObject({
      companies: ['Acme'],
      last_owner_of: ['Acme'],
      next_additions: [],
      charges_card: false,
      keeps_money: false,
      held_to: null,
    });
  }
  expect((await server.client().get('/api/account/losses')).status).toBe(401);
});
