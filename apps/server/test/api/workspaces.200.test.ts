import { describe, expect, it } from 'vitest';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();

async function invited(owner: Visitor, email: string, role: string): Promise<string> {
  const answer = await owner.post('/api/workspace/invitations', { email, role });
  expect(answer.status, answer.text).toBe(200);
  return server.workspaces.lastToken();
}

async function company(email: string, name: string): Promise<{ owner: Visitor; id: string }> {
  const owner = await server.signedIn(email);
  const made = await owner.post('/api/workspaces', { name });
  expect(made.status, made.text).toBe(200);
  return { owner, id: String(made.data['id']) };
}

async function member(owner: Visitor, email: string, role: string): Promise<Visitor> {
  const token = await invited(owner, email, role);
  const visitor = await server.signedIn(email);
  expect((await visitor.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
  return visitor;
}

const grant = (workspace: string, checks: number) =>
  ledger.grant(server.pool, {
    sub: workspace,
    tariff: FLEX_TARIFF,
    checks,
    reason: 'operator',
    key: `test:${workspace}`,
    expiresAt: null,
    now: new Date(),
  });

describe('company workspaces', () => {
  it('are made, joined by an invitation, and share balance and history', async () => {
    const { owner, id } = await company('owner@firm.example', 'Example Ltd.');
    await grant(id, 5);
    expect((await owner.get('/api/auth/me')).data).toMatchObject({
      checks: 5,
      workspace: { kind: 'company', id, name: 'Example Ltd.', role: 'owner' },
    });
    const token = await invited(owner, 'analyst@firm.example', 'analyst');
    const stranger = server.browser();
    expect((await stranger.get(`/api/workspaces/invitation/${token}`)).data).toMatchObject({
      workspace: 'Example Ltd.',
      invited_by: 'owner@firm.example',
      role: 'analyst',
      email: 'a…@firm.example',
      is_for_caller: null,
    });
    const analyst = await server.signedIn('analyst@firm.example');
    expect((await analyst.get(`/api/workspaces/invitation/${token}`)).data['is_for_caller']).toBe(true);
    expect((await analyst.post('/api/workspaces/invitation/accept', { token })).data).toMatchObject({
      id,
      role: 'analyst',
    });

    const check = await analyst.post('/api/monitor/check', BTC_CHECK);
    expect(check.status, check.text).toBe(200);
    expect(check.data).toMatchObject({ user: { checks: 4, workspace: { id, role: 'analyst' } } });
    const subId = String((check.data['asset'] as { sub_id: string }).sub_id);

    const history = await owner.get('/api/monitor/history/pagination');
    expect(history.data).toMatchObject({ items: [{ sub_id: subId }], meta: { total: 1 } });
    expect((await owner.get(`/api/monitor/check/${subId}/share`)).data).toMatchObject({ is_owner: true });

    await analyst.post('/api/workspaces/select', { workspace_id: (await analyst.get('/api/auth/me')).data['sub'] });
    const personal = await analyst.get('/api/auth/me');
    expect(personal.data).toMatchObject({ checks: 1, workspace: { kind: 'personal', name: null, role: 'owner' } });
    expect((await analyst.get('/api/monitor/history/pagination')).data).toMatchObject({ meta: { total: 0 } });
  });

  it('are listed with the personal one first, and selected by session', async () => {
    const { owner, id } = await company('lists@firm.example', 'Listed');
    const { sub } = (await owner.get('/api/auth/me')).data;
    const listed = await owner.get('/api/workspaces');
    expect(listed.data).toEqual({
      workspaces: [
        { kind: 'personal', id: sub, name: null, role: 'owner' },
        { kind: 'company', id, name: 'Listed', role: 'owner' },
      ],
      selected: id,
    });
    const elsewhere = await server.signedIn('lists@firm.example');
    expect((await elsewhere.get('/api/workspaces')).data['selected']).toBe(sub);
    expect((await elsewhere.post('/api/workspaces/select', { workspace_id: id })).status).toBe(200);
    expect((await elsewhere.get('/api/auth/me')).data).toMatchObject({ workspace: { id } });
  });

  it('are renamed, and show members and open invitations to owners and administrators', async () => {
    const { owner } = await company('renames@firm.example', 'Old name');
    const admin = await member(owner, 'admin@firm.example', 'admin');
    expect((await admin.patch('/api/workspace', { name: 'New name' })).data).toMatchObject({ name: 'New name' });
    await invited(admin, 'open@firm.example', 'viewer');
    expect((await owner.get('/api/workspace/members')).data).toMatchObject({
      members: [
        { email: 'renames@firm.example', role: 'owner', is_self: true },
        { email: 'admin@firm.example', role: 'admin', is_self: false },
      ],
      meta: { page: 1, totalPages: 1, total: 2 },
    });
    expect((await owner.get('/api/workspace/invitations')).data).toMatchObject({
      invitations: [{ email: 'open@firm.example', role: 'viewer', is_expired: false }],
      meta: { total: 1 },
    });
  });

  it('replace the link of an invitation that is sent again, and forget one that is revoked', async () => {
    const { owner } = await company('resends@firm.example', 'Resends');
    const former = await invited(owner, 'late@firm.example', 'viewer');
    const [open] = (await owner.get('/api/workspace/invitations')).data['invitations'] as { id: string }[];
    server.passTime(1_000);
    expect((await owner.post(`/api/workspace/invitations/${open?.id}/resend`)).status).toBe(200);
    const token = server.workspaces.lastToken();
    const visitor = server.browser();
    expect((await visitor.get(`/api/workspaces/invitation/${former}`)).errorName).toBe('InvitationNotValid');
    expect((await visitor.get(`/api/workspaces/invitation/${token}`)).status).toBe(200);
    expect((await owner.delete(`/api/workspace/invitations/${open?.id}`)).status).toBe(200);
    expect((await visitor.get(`/api/workspaces/invitation/${token}`)).errorName).toBe('InvitationNotValid');
  });

  it('pass ownership to an administrator, after which the former owner may leave', async () => {
    const { owner, id } = await company('passes@firm.example', 'Passed on');
    const heir = await member(owner, 'heir@firm.example', 'admin');
    const { sub } = (await heir.get('/api/auth/me')).data;
    expect((await owner.post('/api/workspace/leave')).errorName).toBe('LastOwner');
    expect((await owner.patch(`/api/workspace/members/${String(sub)}`, { role: 'owner' })).data).toMatchObject({
      role: 'owner',
    });
    expect((await owner.post('/api/workspace/leave')).status).toBe(200);
    expect((await owner.get('/api/auth/me')).data).toMatchObject({ workspace: { kind: 'personal' } });
    expect((await heir.get('/api/auth/me')).data).toMatchObject({ workspace: { id, role: 'owner' } });
  });

  it('end a removed member’s access at the next request, in every session', async () => {
    const { owner, id } = await company('removes@firm.example', 'Removes');
    const viewer = await member(owner, 'removed@firm.example', 'viewer');
    const again = await server.signedIn('removed@firm.example');
    await again.post('/api/workspaces/select', { workspace_id: id });
    const { sub } = (await viewer.get('/api/auth/me')).data;
    expect((await owner.delete(`/api/workspace/members/${String(sub)}`)).status).toBe(200);
    for (const session of [viewer, again]) {
      expect((await session.get('/api/auth/me')).data).toMatchObject({ workspace: { kind: 'personal' } });
      expect((await session.post('/api/workspaces/select', { workspace_id: id })).errorName).toBe('NotFound');
    }
  });

  it('are closed with what they own: credits are lost, shared results stay open, members are in their own', async () => {
    const { owner, id } = await company('closes@firm.example', 'Closed Ltd.');
    await grant(id, 3);
    const admin = await member(owner, 'stays@firm.example', 'admin');
    const check = await owner.post('/api/monitor/check', BTC_CHECK);
    const subId = String((check.data['asset'] as { sub_id: string }).sub_id);
    expect((await owner.post('/api/workspace/close', { name: 'Another' })).errorName).toBe('NameDoesNotMatch');
    expect((await owner.post('/api/workspace/close', { name: 'Closed Ltd.' })).status).toBe(200);
    expect((await admin.get('/api/auth/me')).data).toMatchObject({ workspace: { kind: 'personal' } });
    expect((await owner.get('/api/workspaces')).data['workspaces']).toHaveLength(1);
    expect((await server.browser().get(`/api/monitor/check/${subId}`)).status).toBe(200);
    const books = await server.pool.query('SELECT FROM ledger_holders WHERE sub = $1', [id]);
    expect(books.rowCount).toBe(0);
    const logged = await server.pool.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE chain = $1 ORDER BY seq',
      [id],
    );
    expect(logged.rows.map(({ action }) => action)).toContain('workspace.close');
  });
});
