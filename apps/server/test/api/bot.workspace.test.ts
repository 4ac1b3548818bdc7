import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { botOf, checksOf, joinToken, newUser } from './bot-fixture.ts';

const server = useAuthApp();
const user = (id: string) => botOf(server.app).user(id);
const subOf = async (visitor: Visitor) => String((await visitor.get('/api/auth/me')).data['sub']);

/** A company with 5 check credits, and a member of it whose chat is joined. */
async function companyWithChat(name: string, role: string) {
  const owner = await server.signedIn(`${name}-owner@firm.example`);
  const company = String((await owner.post('/api/workspaces', { name })).data['id']);
  await ledger.grant(server.pool, {
    sub: company,
    tariff: FLEX_TARIFF,
    checks: 5,
    reason: 'operator',
    key: `test:${company}`,
    expiresAt: null,
    now: new Date(),
  });
  const email = `${name}-member@firm.example`;
  await owner.post('/api/workspace/invitations', { email, role });
  const token = server.workspaces.lastToken();
  const member = await server.signedIn(email);
  expect((await member.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  const chat = newUser();
  await user(chat).call('PUT /bot/users/:user_id', { body: {} });
  await user(chat).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(member) } });
  return { owner, member, company, chat };
}

describe('a chat in a company workspace', () => {
  it('checks in the personal workspace until its person chooses the company', async () => {
    const { member, company, chat } = await companyWithChat('chooses', 'analyst');
    const sub = await subOf(member);
    expect((await member.get('/api/telegram')).data).toMatchObject({ joined: { workspace_id: sub } });
    expect(
      (await user(chat).call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: 'message-0001' }))
        .charged,
    ).toBe(true);
    expect(await checksOf(server.pool, company)).toBe(5);
    const chosen = await member.put('/api/telegram/workspace', { workspace_id: company });
    expect(chosen.data).toMatchObject({ joined: { workspace_id: company } });
    const check = await user(chat).call('POST /bot/users/:user_id/checks', {
      body: BTC_CHECK,
      idempotencyKey: 'message-0002',
    });
    expect(check).toMatchObject({ charged: true, checks: 4 });
    expect(await checksOf(server.pool, company)).toBe(4);
  });

  it('falls back to the personal workspace once the role allows no checks, after removal and after closing', async () => {
    const { owner, member, company, chat } = await companyWithChat('falls', 'analyst');
    const sub = await subOf(member);
    const choose = () => member.put('/api/telegram/workspace', { workspace_id: company });
    const ownerOfNext = async (key: string) => {
      const { sub_id } = await user(chat).call('POST /bot/users/:user_id/checks', {
        body: BTC_CHECK,
        idempotencyKey: key,
      });
      const found = await server.pool.query<{ owner: string }>('SELECT owner FROM checks WHERE sub_id = $1', [sub_id]);
      return found.rows[0]?.owner;
    };
    await choose();
    expect(await ownerOfNext('message-0011')).toBe(company);
    await owner.patch(`/api/workspace/members/${sub}`, { role: 'viewer' });
    expect(await ownerOfNext('message-0012')).toBe(sub);
    await owner.patch(`/api/workspace/members/${sub}`, { role: 'analyst' });
    expect(await ownerOfNext('message-0013')).toBe(company);
    await owner.delete(`/api/workspace/members/${sub}`);
    expect(await ownerOfNext('message-0014')).toBe(sub);
    expect((await member.get('/api/telegram')).data).toMatchObject({ joined: { workspace_id: sub } });
    expect((await choose()).errorName).toBe('NotFound');
  });

  it('buys for the company only with a role that may', async () => {
    const { member, company, chat } = await companyWithChat('buys', 'analyst');
    await member.put('/api/telegram/workspace', { workspace_id: company });
    const goods = { payment_type: 'stripe', checks_number: 50 } as const;
    await expect(user(chat).call('POST /bot/users/:user_id/payments', { body: goods })).rejects.toMatchObject({
      errorName: 'RoleNotAllowed',
    });
  });

  it('is of its person alone: nobody chooses a workspace without a chat, or one of others', async () => {
    const { company } = await companyWithChat('others', 'viewer');
    const stranger = await server.signedIn('stranger@firm.example');
    expect((await stranger.put('/api/telegram/workspace', { workspace_id: company })).errorName).toBe('NotFound');
  });
});
