import { OPERATIONS } from '@assay/contracts/operations';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { DAY_MS, HOUR_MS, recoveryFixture, stateOf } from './recovery-fixture.ts';

const server = useAuthApp();
const { noticesOf, kinds, besieged, toSecondStep, loggedActions, hasFactor, tend } = recoveryFixture(server);

describe('an attacker who holds the mailbox', () => {
  it('gets nothing when the owner gives the factor at a login or in a session', async () => {
    for (const way of ['login', 'step-up'] as const) {
      const email = `owner-${way}@firm.example`;
      const { owner, app, attacker } = await besieged(email);
      await toSecondStep(attacker, email);
      expect((await attacker.post('/api/auth/recovery')).status).toBe(200);
      server.passTime(HOUR_MS);
      if (way === 'step-up') {
        await owner.get('/api/auth/refresh');
        expect((await owner.post('/api/auth/step-up', { method: 'totp', code: app.code() })).status).toBe(200);
      } else {
        await toSecondStep(owner, email);
        expect((await owner.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
      }
      expect((await kinds(email)).at(-1)).not.toBe('recovery_begun');
      expect(await kinds(email)).toContain('recovery_cancelled');
      server.passTime(80 * HOUR_MS);
      await tend();
      await toSecondStep(attacker, email);
      expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotReady');
      expect((await attacker.get('/api/auth/me')).status).toBe(401);
      expect(await hasFactor(email)).toBe(true);
      expect(await loggedActions(email)).toEqual(['recovery.begin', 'recovery.cancel']);
    }
  });

  it('gets nothing when the owner cancels by the link of any of the mails', async () => {
    for (const [mail, hours] of [
      ['recovery_begun', 1],
      ['recovery_waits', 25],
      ['recovery_ready', 73],
    ] as const) {
      const email = `cancel-${mail.replace('_', '-')}@firm.example`;
      const { attacker } = await besieged(email);
      await toSecondStep(attacker, email);
      await attacker.post('/api/auth/recovery');
      server.passTime(hours * HOUR_MS);
      await tend();
      const { id } = (await noticesOf(email)).findLast(({ kind }) => kind === mail) ?? { id: '' };
      const token = server.auth.undoToken(id);
      expect((await server.unprovenBrowser().post('/api/auth/undo', { token })).data).toEqual({
        done: 'recovery_cancelled',
      });
      server.passTime(72 * HOUR_MS);
      await toSecondStep(attacker, email);
      expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotReady');
      expect(await hasFactor(email)).toBe(true);
    }
  });

  it('may begin again seven days after that, and three times in 90 days', async () => {
    const email = 'again@firm.example';
    const { attacker } = await besieged(email);
    const begin = async () => {
      await toSecondStep(attacker, email);
      return attacker.post('/api/auth/recovery');
    };
    const cancel = async () => {
      const { id } = (await noticesOf(email)).findLast(({ kind }) => kind === 'recovery_begun') ?? { id: '' };
      await server.unprovenBrowser().post('/api/auth/undo', { token: server.auth.undoToken(id) });
    };
    expect((await begin()).status).toBe(200);
    await cancel();
    const refused = await begin();
    expect(refused.errorName).toBe('TooManyRequests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(6 * 24 * 3600);
    for (let times = 2; times <= 3; times += 1) {
      server.passTime(7 * DAY_MS);
      expect((await begin()).status).toBe(200);
      await cancel();
    }
    server.passTime(7 * DAY_MS);
    expect((await begin()).errorName).toBe('TooManyRequests');
    server.passTime(70 * DAY_MS);
    expect((await begin()).status).toBe(200);
    await tend();
  });

  it('cannot shorten the wait: not by beginning again, by an early link, nor by two logins at once', async () => {
    const email = 'shorten@firm.example';
    const { attacker } = await besieged(email);
    const other = server.browser();
    await toSecondStep(attacker, email);
    await toSecondStep(other, email);
    const answers = await Promise.all([attacker.post('/api/auth/recovery'), other.post('/api/auth/recovery')]);
    const [first, second] = answers.map((answer) => stateOf(answer).recovery);
    expect(first).toEqual(second);
    server.passTime(8 * 60_000);
    expect(stateOf(await attacker.post('/api/auth/recovery')).recovery).toEqual(first);
    expect((await kinds(email)).filter((kind) => kind === 'recovery_begun')).toHaveLength(1);
    const { rowCount } = await server.pool.query(
      'SELECT FROM recoveries JOIN users USING (sub) WHERE email = $1 AND ended_at IS NULL',
      [email],
    );
    expect(rowCount).toBe(1);

    // A link that is asked for just before the end, and a login that began by it.
    server.passTime(72 * HOUR_MS - 10 * 60_000);
    const early = await server.ask(attacker, email);
    server.passTime(3 * 60_000);
    expect((await attacker.get(`/api/auth/confirm-link/${early}`)).status).toBe(202);
    expect(stateOf(await attacker.get('/api/auth/recovery')).recovery).toMatchObject({ can_complete: false });
    expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotReady');
    expect((await attacker.get('/api/auth/me')).status).toBe(401);
    expect(await hasFactor(email)).toBe(true);
  });

  it('cannot use a link or a login twice', async () => {
    const email = 'replay@firm.example';
    const { app, attacker, owner } = await besieged(email);
    await toSecondStep(attacker, email);
    await attacker.post('/api/auth/recovery');
    server.passTime(73 * HOUR_MS);
    const link = await server.ask(attacker, email);
    expect((await attacker.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
    expect((await server.browser().get(`/api/auth/confirm-link/${link}`)).errorName).toBe('InvalidToken');
    // The owner is faster: the login that already waits is worth nothing.
    await toSecondStep(owner, email);
    expect((await owner.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
    expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotReady');
    expect(await hasFactor(email)).toBe(true);
  });

  it('completes at most one of two logins that confirm at the same moment', async () => {
    const email = 'parallel@firm.example';
    const { attacker } = await besieged(email);
    const other = server.browser();
    await toSecondStep(attacker, email);
    await attacker.post('/api/auth/recovery');
    server.passTime(73 * HOUR_MS);
    await toSecondStep(attacker, email);
    await toSecondStep(other, email);
    const answers = await Promise.all([
      attacker.post('/api/auth/recovery/complete'),
      other.post('/api/auth/recovery/complete'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('cannot dodge the factor by changing the email, by deleting the account, or by registering again', async () => {
    const email = 'dodge@firm.example';
    const { attacker } = await besieged(email);
    await toSecondStep(attacker, email);
    const changes = OPERATIONS.filter(({ method, path }) => method !== 'GET' && /e-?mail/i.test(path));
    expect(changes).toEqual([]);
    expect((await attacker.post('/api/account/delete', { email })).status).toBe(401);
    expect((await attacker.get('/api/account/data')).status).toBe(401);
    const before = await server.pool.query('SELECT sub FROM users WHERE email = $1', [email]);
    await toSecondStep(attacker, email.toUpperCase());
    const after = await server.pool.query('SELECT sub FROM users WHERE email = $1', [email]);
    expect(after.rows).toEqual(before.rows);
    // Another spelling of the mailbox is another account, with nothing of this one.
    const tagged = await server.signedIn('dodge+x@firm.example');
    expect((await tagged.get('/api/auth/me')).data['sub']).not.toBe(before.rows[0]?.sub);
    expect(await hasFactor(email)).toBe(true);
  });

  it('cannot remove the owner’s factor by any link of the mails that come meanwhile', async () => {
    const email = 'mails@firm.example';
    const { attacker } = await besieged(email);
    await toSecondStep(attacker, email);
    await attacker.post('/api/auth/recovery');
    for (const { id } of await noticesOf(email)) {
      await attacker.post('/api/auth/undo', { token: server.auth.undoToken(id) });
    }
    expect(await hasFactor(email)).toBe(true);
    expect((await attacker.get('/api/auth/me')).status).toBe(401);
  });

  it('begins nothing without a login that waits', async () => {
    const attacker = server.browser();
    expect((await attacker.get('/api/auth/recovery')).errorName).toBe('SignInExpired');
    expect((await attacker.post('/api/auth/recovery')).errorName).toBe('SignInExpired');
    expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('SignInExpired');
  });
});
