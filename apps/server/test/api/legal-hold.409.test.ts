import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';

const server = useAuthApp();

async function hold(workspace: string, kind: 'person' | 'workspace'): Promise<void> {
  await server.pool.query(
    `INSERT INTO legal_holds (id, workspace, kind, placed_by, reason, placed_at, until)
     VALUES ('hold_' || substr(md5($1), 1, 12), $1, $2, 'A court', 'Secret inquiry', now() - interval '9 days', '2999-03-02T00:00:00Z')`,
    [workspace, kind],
  );
}

/** As if the day of the hold were over. */
const over = (workspace: string) =>
  server.pool.query("UPDATE legal_holds SET until = now() - interval '1 s' WHERE workspace = $1", [workspace]);

const subOf = async (visitor: Visitor) => String((await visitor.get('/api/auth/me')).data['sub']);

async function company(owner: Visitor, name: string): Promise<string> {
  return String((await owner.post('/api/workspaces', { name })).data['id']);
}

describe('a legal hold', () => {
  it('refuses to delete the account, says until when and not why, and ends by itself', async () => {
    const email = 'held@firm.example';
    const person = await server.signedIn(email);
    const sub = await subOf(person);
    await hold(sub, 'person');
    const refused = await person.post('/api/account/delete', { email });
    expect([refused.status, refused.errorName]).toEqual([409, 'UnderLegalHold']);
    expect(refused.error['message']).toContain('until 2999-03-01 (UTC)');
    expect(refused.error['message']).toContain('Nothing was deleted');
    expect(JSON.stringify(refused.error)).not.toMatch(/court|inquiry/i);
    // The dialog says it before the email is typed.
    expect((await person.get('/api/account/losses')).data['held_to']).toBe('2999-03-01');
    // Everything else goes on.
    expect((await person.get('/api/monitor/history')).status).toBe(200);
    await over(sub);
    expect((await person.post('/api/account/delete', { email })).status).toBe(200);
    const { rows } = await server.pool.query('SELECT FROM legal_holds WHERE workspace = $1', [sub]);
    expect(rows).toEqual([]);
  });

  it('refuses to close the company, which stays as it is', async () => {
    const owner = await server.signedIn('held-owner@firm.example');
    const id = await company(owner, 'Held Ltd.');
    await hold(id, 'workspace');
    const refused = await owner.post('/api/workspace/close', { name: 'Held Ltd.' });
    expect([refused.status, refused.errorName]).toEqual([409, 'UnderLegalHold']);
    expect((await owner.get('/api/workspaces')).data['selected']).toBe(id);
    await over(id);
    expect((await owner.post('/api/workspace/close', { name: 'Held Ltd.' })).status).toBe(200);
  });

  it('on a company keeps the accounts of who works and worked there, and of nobody else', async () => {
    const owner = await server.signedIn('held-boss@firm.example');
    const id = await company(owner, 'Evidence Ltd.');
    const email = 'held-clerk@firm.example';
    const clerk = await server.signedIn(email);
    await owner.post('/api/workspace/invitations', { email, role: 'analyst' });
    await clerk.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
    await hold(id, 'workspace');
    expect((await clerk.post('/api/account/delete', { email })).errorName).toBe('UnderLegalHold');
    expect((await clerk.get('/api/account/losses')).data['held_to']).toBe('2999-03-01');
    expect((await clerk.post('/api/workspace/leave')).status).toBe(200);
    const former = await clerk.post('/api/account/delete', { email });
    expect(former.errorName).toBe('UnderLegalHold');
    const boss = await owner.post('/api/workspace/close', { name: 'Evidence Ltd.' });
    const alone = 'held-alone@firm.example';
    const person = await server.signedIn(alone);
    await hold(await subOf(person), 'person');
    const own = await person.post('/api/account/delete', { email: alone });
    // Nothing in it says that a company is held.
    expect([boss, own].map(({ error }) => error['message'])).toEqual([1, 2].map(() => former.error['message']));
    const other = await server.signedIn('held-not@firm.example');
    expect((await other.post('/api/account/delete', { email: 'held-not@firm.example' })).status).toBe(200);
  });
});
