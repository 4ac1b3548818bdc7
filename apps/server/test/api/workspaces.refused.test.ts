import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();

const subOf = async (visitor: Visitor) => String((await visitor.get('/api/auth/me')).data['sub']);

async function company(email: string): Promise<{ owner: Visitor; id: string }> {
  const owner = await server.signedIn(email);
  const made = await owner.post('/api/workspaces', { name: 'Example' });
  expect(made.status, made.text).toBe(200);
  return { owner, id: String(made.data['id']) };
}

async function invite(by: Visitor, email: string, role: string): Promise<string> {
  const answer = await by.post('/api/workspace/invitations', { email, role });
  expect(answer.status, answer.text).toBe(200);
  return server.workspaces.lastToken();
}

async function member(owner: Visitor, email: string, role: string): Promise<Visitor> {
  const token = await invite(owner, email, role);
  const visitor = await server.signedIn(email);
  expect((await visitor.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  return visitor;
}

describe('workspaces, refused', () => {
  it('a company cannot be called what is no name, and nothing that mail programs make a link of', async () => {
    const visitor = await server.signedIn('names@firm.example');
    const names = ['', ' ', 'a'.repeat(81), 'https://evil.example', 'evil.example', '<b>', 'a\u0000', 'a\nb'];
    for (const name of names) {
      expect((await visitor.post('/api/workspaces', { name })).errorName, name).toBe('ValidationError');
    }
    expect((await visitor.post('/api/workspaces', { name: 'Müller & Söhne (Tallinn) Ltd.' })).status).toBe(200);
  });

  it('a person owns at most five companies, also when they are asked for at once', async () => {
    const visitor = await server.signedIn('many@firm.example');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => visitor.post('/api/workspaces', { name: `Company ${at}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.map(({ errorName }) => errorName))).toEqual(new Set(['', 'TooManyWorkspaces']));
  });

  it('nobody selects or sees a workspace of others', async () => {
    const { id } = await company('closed@firm.example');
    const other = await server.signedIn('other@firm.example');
    expect((await other.post('/api/workspaces/select', { workspace_id: id })).errorName).toBe('NotFound');
    expect((await other.get('/api/workspace/members')).errorName).toBe('NotFound');
    expect((await other.post('/api/workspace/leave')).errorName).toBe('NotFound');
  });

  it('an invitation is for its mailbox only, and for one use', async () => {
    const { owner } = await company('invites@firm.example');
    const token = await invite(owner, 'right@firm.example', 'viewer');
    const wrong = await server.signedIn('wrong@firm.example');
    expect((await wrong.post('/api/workspaces/invitation/accept', { token })).errorName).toBe('InvitationForOther');
    expect((await server.browser().post('/api/workspaces/invitation/accept', { token })).errorName).toBe(
      'Unauthorized',
    );
    const right = await server.signedIn('right+work@firm.example');
    const tries = await Promise.all([1, 2, 3].map(() => right.post('/api/workspaces/invitation/accept', { token })));
    expect(tries.map(({ errorName }) => errorName).sort()).toEqual(['', 'InvitationNotValid', 'InvitationNotValid']);
  });

  it('a forged, expired or unknown token joins nobody', async () => {
    const { owner } = await company('tokens@firm.example');
    const token = await invite(owner, 'expires@firm.example', 'viewer');
    const visitor = await server.signedIn('expires@firm.example');
    for (const forged of ['', 'x', `${token}x`, `${'0'.repeat(32)}.${token.split('.')[1]}`, token.toUpperCase()]) {
      const answer = await visitor.post('/api/workspaces/invitation/accept', { token: forged });
      expect(answer.errorName, forged).toBe('InvitationNotValid');
    }
    server.passTime(7 * 86_400_000);
    const later = await server.signedIn('expires@firm.example');
    expect((await later.post('/api/workspaces/invitation/accept', { token })).errorName).toBe('InvitationExpired');
  });

  it('the answer to an invitation is the same with and without an account', async () => {
    const { owner } = await company('leaks@firm.example');
    await server.signedIn('has-account@firm.example');
    const [known, unknown] = await Promise.all(
      ['has-account@firm.example', 'no-account@firm.example'].map((email) =>
        owner.post('/api/workspace/invitations', { email, role: 'viewer' }),
      ),
    );
    expect(Object.keys(known?.data ?? {})).toEqual(Object.keys(unknown?.data ?? {}));
    expect([known?.status, unknown?.status]).toEqual([200, 200]);
  });

  it('members, blocked domains and owners cannot be invited', async () => {
    const { owner } = await company('limits@firm.example');
    const body = { email: 'limits+again@firm.example', role: 'viewer' };
    expect((await owner.post('/api/workspace/invitations', body)).errorName).toBe('AlreadyMember');
    const blocked = { email: 'a@blocked.example', role: 'viewer' };
    expect((await owner.post('/api/workspace/invitations', blocked)).errorName).toBe('EmailDomainNotAllowed');
    const asOwner = { email: 'new@firm.example', role: 'owner' };
    expect((await owner.post('/api/workspace/invitations', asOwner)).errorName).toBe('ValidationError');
  });

  it('a mailbox gets two invitations a day of young companies together, and those of others apart', async () => {
    const [one, other] = [await company('floods-1@firm.example'), await company('floods-2@firm.example')];
    const old = await company('floods-3@firm.example');
    await server.pool.query('UPDATE workspaces SET created_at = $2 WHERE id = $1', [
      old.id,
      new Date(server.now().getTime() - 31 * 86_400_000),
    ]);
    const invited = async ({ owner }: { owner: Visitor }) =>
      (await owner.post('/api/workspace/invitations', { email: 'flooded@firm.example', role: 'viewer' })).status;
    expect([await invited(one), await invited(other), await invited(one)]).toEqual([200, 200, 429]);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push(await invited(old));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('a young company that has paid nothing sends ten invitations a day, and one that has paid sends more', async () => {
    const { owner, id } = await company('hasty@firm.example');
    const invited = async (name: string) =>
      (await owner.post('/api/workspace/invitations', { email: `${name}@guest.example`, role: 'viewer' })).status;
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push(await invited(`h${at}`));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await server.pool.query(
      `INSERT INTO orders (id, sub, provider, checks, amount_cents, success_url, cancel_url, created_at, looked_at)
       VALUES (repeat('a', 32), $1, 'stripe', 10, 990, '', '', now(), now())`,
      [id],
    );
    await server.pool.query(
      `INSERT INTO payments (order_id, reference, amount_cents, status, paid_at)
       VALUES (repeat('a', 32), 'paid once', 990, 'paid', now())`,
    );
    expect(await invited('more')).toBe(200);
  });

  it('an administrator can neither make nor remove owners, and a member cannot raise the own role', async () => {
    const { owner } = await company('ranks@firm.example');
    const admin = await member(owner, 'ranks-admin@firm.example', 'admin');
    const viewer = await member(owner, 'ranks-viewer@firm.example', 'viewer');
    const [ownerSub, adminSub, viewerSub] = [await subOf(owner), await subOf(admin), await subOf(viewer)];
    const patch = (by: Visitor, sub: string, role: string) => by.patch(`/api/workspace/members/${sub}`, { role });
    expect((await patch(admin, adminSub, 'owner')).errorName).toBe('RoleNotAllowed');
    expect((await patch(admin, ownerSub, 'viewer')).errorName).toBe('RoleNotAllowed');
    expect((await admin.delete(`/api/workspace/members/${ownerSub}`)).errorName).toBe('RoleNotAllowed');
    expect((await patch(viewer, viewerSub, 'admin')).errorName).toBe('RoleNotAllowed');
    expect((await patch(owner, viewerSub, 'owner')).errorName).toBe('MemberNotAdmin');
    expect((await patch(owner, ownerSub, 'admin')).errorName).toBe('LastOwner');
  });

  it('two owners who leave at once leave one behind', async () => {
    const { owner, id } = await company('pair-1@firm.example');
    const second = await member(owner, 'pair-2@firm.example', 'admin');
    await owner.patch(`/api/workspace/members/${await subOf(second)}`, { role: 'owner' });
    const left = await Promise.all([owner.post('/api/workspace/leave'), second.post('/api/workspace/leave')]);
    expect(left.map(({ errorName }) => errorName).sort()).toEqual(['', 'LastOwner']);
    const owners = await server.pool.query("SELECT FROM workspace_members WHERE workspace = $1 AND role = 'owner'", [
      id,
    ]);
    expect(owners.rowCount).toBe(1);
  });

  it('an account that is the last owner of a company is not deleted before that is mended', async () => {
    const { owner } = await company('last@firm.example');
    const refused = await owner.post('/api/account/delete', { email: 'last@firm.example' });
    expect([refused.status, refused.errorName]).toEqual([409, 'LastOwner']);
    expect(refused.error['message']).toContain('Example');
    expect((await owner.get('/api/auth/me')).status).toBe(200);
    await owner.post('/api/workspace/close', { name: 'Example' });
    expect((await owner.post('/api/account/delete', { email: 'last@firm.example' })).status).toBe(200);
  });

  it('a deleted member is in no company any more, and the export has only the own data', async () => {
    const { owner } = await company('keeps@firm.example');
    const gone = await member(owner, 'gone@firm.example', 'admin');
    await invite(gone, 'third@firm.example', 'viewer');
    const exported = await gone.get('/api/account/data');
    expect(exported.data['workspaces']).toMatchObject([
      { name: 'Example', role: 'admin' },
      { invited_to: 'Example', email: 'gone@firm.example', role: 'admin' },
      { invited_somebody_to: 'Example', role: 'viewer' },
    ]);
    expect(exported.text).not.toContain('third@firm.example');
    expect((await gone.post('/api/account/delete', { email: 'gone@firm.example' })).status).toBe(200);
    expect((await owner.get('/api/workspace/members')).data).toMatchObject({ meta: { total: 1 } });
    expect(
      (await server.pool.query("SELECT FROM workspace_invitations WHERE email = 'gone@firm.example'")).rowCount,
    ).toBe(0);
  });

  it('a suspended person runs no check in a company, and the suspension of an owner stops no other member', async () => {
    const { owner } = await company('suspended@firm.example');
    const analyst = await member(owner, 'works@firm.example', 'analyst');
    await server.pool.query("UPDATE users SET suspended_at = now() WHERE email = 'suspended@firm.example'");
    const check = { address: 'x', ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
    expect((await owner.post('/api/monitor/check', check)).errorName).toBe('AccountSuspended');
    expect(
      (await owner.post('/api/workspace/invitations', { email: 'a@firm.example', role: 'viewer' })).errorName,
    ).toBe('AccountSuspended');
    expect((await analyst.post('/api/monitor/check', check)).errorName).toBe('InvalidAddress');
  });

  it('a promo code redeemed in a company credits the person alone', async () => {
    const { owner } = await company('promo@firm.example');
    await server.pool.query(
      `INSERT INTO promo_codes (code, social, free_checks, total_usages, created_at, updated_at)
       VALUES ('COMPANY10', '', 10, 0, now(), now())`,
    );
    expect((await owner.post('/api/promocode/usages/COMPANY10')).data['applied']).toBe(true);
    expect((await owner.get('/api/auth/me')).data).toMatchObject({ checks: 0 });
    await owner.post('/api/workspaces/select', { workspace_id: await subOf(owner) });
    expect((await owner.get('/api/auth/me')).data).toMatchObject({ checks: 11 });
  });
});
