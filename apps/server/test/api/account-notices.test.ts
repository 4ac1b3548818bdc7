import { UndoStateData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('mails about an account', () => {
  const server = useAuthApp();

  /** What mails reported to the owner of an account, the oldest first. */
  async function noticesOf(email: string) {
    const { rows } = await server.pool.query<{ id: string; kind: string; device: string; detail: string | null }>(
      `SELECT account_notices.id, kind, device, detail FROM account_notices JOIN users USING (sub) WHERE email = $1
        ORDER BY at, account_notices.ctid`,
      [email],
    );
    for (const { id } of rows) expect(server.auth.notices).toContain(id);
    return rows;
  }
  const kinds = async (email: string) => (await noticesOf(email)).map(({ kind }) => kind);
  const signIn = async (who: Visitor, email: string) =>
    who.get(`/api/auth/confirm-link/${await server.ask(who, email)}`);
  /** The link of the newest mail of a kind. */
  async function undoOf(email: string, kind: string): Promise<string> {
    const found = (await noticesOf(email)).findLast((notice) => notice.kind === kind);
    return server.auth.undoToken(found?.id);
  }
  const stranger = () => server.unprovenBrowser();

  it('report a browser that had not logged in before, and of no other', async () => {
    const email = 'device@firm.example';
    const first = await server.signedIn(email);
    expect(await kinds(email)).toEqual([]);
    expect((await signIn(first, email)).status).toBe(200);
    expect(await kinds(email)).toEqual([]);
    const second = server.browser({
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    await signIn(second, email);
    expect(await noticesOf(email)).toMatchObject([{ kind: 'new_device', device: 'Firefox on Windows' }]);
    await signIn(second, email);
    await signIn(first, email);
    expect(await kinds(email)).toEqual(['new_device']);
  });

  it('report every login of a program, which keeps no cookie', async () => {
    const email = 'program@firm.example';
    await server.signedIn(email);
    const program = server.client();
    await signIn(program, email);
    await signIn(program, email);
    expect(await kinds(email)).toEqual(['new_device', 'new_device']);
  });

  it('say nothing of the demo account, which is everybody’s', async () => {
    expect((await server.browser().post('/api/auth/demo')).status).toBe(200);
    expect((await server.browser().post('/api/auth/demo')).status).toBe(200);
    expect(await kinds('demo@localhost')).toEqual([]);
  });

  it('have a link that ends the session of the new browser, once, and nothing else', async () => {
    const email = 'end-session@firm.example';
    const owner = await server.signedIn(email);
    const other = server.browser();
    await signIn(other, email);
    const token = await undoOf(email, 'new_device');
    const state = UndoStateData.parse((await stranger().get(`/api/auth/undo/${token}`)).data);
    expect(state).toMatchObject({ kind: 'new_device', effect: 'end_session', email, device: 'Firefox on Linux' });
    expect((await other.get('/api/auth/me')).status).toBe(200);

    expect((await stranger().post('/api/auth/undo', { token })).data).toEqual({ done: 'session_ended' });
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get('/api/auth/me')).status).toBe(200);
    expect((await stranger().post('/api/auth/undo', { token })).errorName).toBe('InvalidToken');
    expect((await stranger().get(`/api/auth/undo/${token}`)).errorName).toBe('InvalidToken');
  });

  it('report factors that are added and removed, of new codes and of a used one', async () => {
    const email = 'factors@firm.example';
    const owner = await server.signedIn(email);
    const { recoveryCodes, factorId } = await enrolTotp(server, owner, 'Phone');
    await owner.post('/api/auth/recovery-codes');
    expect(recoveryCodes).toHaveLength(10);
    const renewed = (await owner.post('/api/auth/recovery-codes')).data['recovery_codes'] as string[];
    expect((await owner.post('/api/auth/step-up', { method: 'recovery_code', code: renewed[0] })).status).toBe(200);
    expect((await owner.delete(`/api/auth/factors/${factorId}`)).status).toBe(200);
    const notices = await noticesOf(email);
    expect(notices.map(({ kind }) => kind)).toEqual([
      'factor_added',
      'codes_renewed',
      'codes_renewed',
      'code_used',
      'factor_removed',
    ]);
    expect(notices[0]?.detail).toBe('The authenticator app “Phone”');
  });

  it('remove an added factor by their link, as long as one that was there before stays', async () => {
    const email = 'undo-factor@firm.example';
    const owner = await server.signedIn(email);
    const old = await enrolTotp(server, owner, 'Old phone');
    server.passTime(MINUTE_MS);
    await enrolTotp(server, owner, 'Thief’s phone');
    const token = await undoOf(email, 'factor_added');
    expect((await stranger().post('/api/auth/undo', { token })).data).toEqual({ done: 'factor_removed' });
    expect((await owner.get('/api/auth/me')).status).toBe(401);
    const { rows } = await server.pool.query('SELECT id FROM factors JOIN users USING (sub) WHERE email = $1', [email]);
    expect(rows).toEqual([{ id: old.factorId }]);
    expect((await kinds(email)).at(-1)).toBe('factor_removed');
    const link = await server.ask(owner, email);
    expect((await owner.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
  });

  it('remove neither the first factor by their link nor the one that replaced a removed one', async () => {
    const email = 'undo-first@firm.example';
    const owner = await server.signedIn(email);
    const first = await enrolTotp(server, owner, 'Phone');
    const ofFirst = await undoOf(email, 'factor_added');
    server.passTime(MINUTE_MS);
    const second = await enrolTotp(server, owner, 'New phone');
    expect((await owner.delete(`/api/auth/factors/${first.factorId}`)).status).toBe(200);
    const ofSecond = await undoOf(email, 'factor_added');

    expect((await stranger().post('/api/auth/undo', { token: ofSecond })).data).toEqual({ done: 'factor_kept' });
    expect((await stranger().post('/api/auth/undo', { token: ofFirst })).data).toEqual({ done: 'sessions_ended' });
    const { rows } = await server.pool.query('SELECT id FROM factors JOIN users USING (sub) WHERE email = $1', [email]);
    expect(rows).toEqual([{ id: second.factorId }]);
    expect((await owner.get('/api/auth/me')).status).toBe(401);
  });

  it('make new recovery codes invalid by their link, and keep those that were made later', async () => {
    const email = 'undo-codes@firm.example';
    const owner = await server.signedIn(email);
    const app = await enrolTotp(server, owner);
    await owner.post('/api/auth/recovery-codes');
    const early = await undoOf(email, 'codes_renewed');
    server.passTime(MINUTE_MS);
    await owner.post('/api/auth/recovery-codes');
    const late = await undoOf(email, 'codes_renewed');
    const left = async () =>
      (await server.pool.query('SELECT FROM recovery_codes JOIN users USING (sub) WHERE email = $1', [email])).rowCount;
    expect((await stranger().post('/api/auth/undo', { token: early })).data).toEqual({ done: 'sessions_ended' });
    expect(await left()).toBe(10);
    expect((await stranger().post('/api/auth/undo', { token: late })).data).toEqual({ done: 'codes_voided' });
    expect(await left()).toBe(0);

    const link = await server.ask(owner, email);
    expect((await owner.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
    expect((await owner.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
  });

  it('have links that end after seven days, and that nobody can make up', async () => {
    const email = 'expired@firm.example';
    await server.signedIn(email);
    const other = server.browser();
    await signIn(other, email);
    const token = await undoOf(email, 'new_device');
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [forged, '', `${'0'.repeat(32)}.${'a'.repeat(43)}`, token.replace('.', '')]) {
      expect((await stranger().post('/api/auth/undo', { token: wrong })).errorName).toBe('InvalidToken');
    }
    server.passTime(7 * DAY_MS);
    expect((await stranger().post('/api/auth/undo', { token })).errorName).toBe('TokenExpiredError');
    expect((await stranger().get(`/api/auth/undo/${token}`)).status).toBe(410);
  });

  it('are recorded in the log of the account when their links are used', async () => {
    const email = 'logged@firm.example';
    await server.signedIn(email);
    const other = server.browser();
    await signIn(other, email);
    await stranger().post('/api/auth/undo', { token: await undoOf(email, 'new_device') });
    const { rows } = await server.pool.query<{ action: string }>(
      'SELECT action FROM audit_entries JOIN users ON chain = sub WHERE email = $1 ORDER BY seq DESC LIMIT 1',
      [email],
    );
    expect(rows).toEqual([{ action: 'notice.undo' }]);
  });
});
