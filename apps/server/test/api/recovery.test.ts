import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { securityLog } from '../support/security-log.ts';
import { DAY_MS, HOUR_MS, recoveryFixture, stateOf } from './recovery-fixture.ts';

const log = securityLog();
const BOSS = 'boss@firm.example';
const server = useAuthApp({ adminEmails: [BOSS], securityEvents: log.events });
const { kinds, besieged, toSecondStep, loggedActions, hasFactor, tend } = recoveryFixture(server);

describe('recovery by mail of an owner who has lost everything', () => {
  it('waits 72 hours, is reported daily, and is completed by a fresh link and a confirmation', async () => {
    const email = 'lost@firm.example';
    const { owner } = await besieged(email);
    const lost = server.browser();
    await toSecondStep(lost, email);
    expect(stateOf(await lost.get('/api/auth/recovery'))).toEqual({ is_offered: true, wait_hours: 72, recovery: null });
    const begun = stateOf(await lost.post('/api/auth/recovery'));
    const { begun_at, ready_at } = begun.recovery ?? { begun_at: '', ready_at: '' };
    expect(Date.parse(ready_at) - Date.parse(begun_at)).toBe(72 * HOUR_MS);
    expect((await lost.get('/api/auth/me')).status).toBe(401);

    for (let hours = 0; hours < 71; hours += 1) {
      server.passTime(HOUR_MS);
      await tend();
    }
    expect((await kinds(email)).filter((kind) => kind.startsWith('recovery'))).toEqual([
      'recovery_begun',
      'recovery_waits',
      'recovery_waits',
    ]);
    server.passTime(HOUR_MS);
    await tend();
    await tend();
    expect((await kinds(email)).at(-1)).toBe('recovery_ready');
    expect((await kinds(email)).filter((kind) => kind === 'recovery_ready')).toHaveLength(1);

    await toSecondStep(lost, email);
    expect(stateOf(await lost.get('/api/auth/recovery')).recovery).toMatchObject({ can_complete: true });
    expect(await hasFactor(email)).toBe(true);
    const completed = await lost.post('/api/auth/recovery/complete');
    expect(completed.status).toBe(200);
    expect(completed.data['user']).toMatchObject({ email });
    expect((await lost.get('/api/auth/me')).status).toBe(200);
    expect((await lost.get('/api/auth/factors')).data).toMatchObject({ factors: [], recovery_codes_left: 0 });
    expect((await owner.get('/api/auth/me')).status).toBe(401);
    expect((await kinds(email)).at(-1)).toBe('recovery_completed');
    expect(await loggedActions(email)).toEqual(['recovery.begin', 'recovery.complete']);
    expect(log.of('account_recovery').map((line) => line['change'])).toEqual(['begun', 'completed']);
    expect((await lost.post('/api/auth/recovery/complete')).errorName).toBe('SignInExpired');
  });

  it('is seen by the owners of a company in the log of the company', async () => {
    const email = 'colleague@firm.example';
    const boss = await server.signedIn('company-owner@firm.example');
    const company = await boss.post('/api/workspaces', { name: 'Recovering company' });
    await boss.post('/api/workspace/invitations', { email, role: 'analyst' });
    const token = server.workspaces.lastToken();
    const { owner: colleague } = await besieged(email);
    expect((await colleague.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
    const lost = server.browser();
    await toSecondStep(lost, email);
    await lost.post('/api/auth/recovery');
    server.passTime(72 * HOUR_MS);
    await toSecondStep(lost, email);
    expect((await lost.post('/api/auth/recovery/complete')).status).toBe(200);
    const { rows } = await server.pool.query(
      "SELECT action, target_kind FROM audit_entries WHERE chain = $1 AND action LIKE 'recovery.%' ORDER BY seq",
      [company.data['id']],
    );
    expect(rows).toEqual([
      { action: 'recovery.begin', target_kind: 'person' },
      { action: 'recovery.complete', target_kind: 'person' },
    ]);
  });

  it('lapses when nobody completes it within seven days', async () => {
    const email = 'lapsed@firm.example';
    const { attacker } = await besieged(email);
    await toSecondStep(attacker, email);
    await attacker.post('/api/auth/recovery');
    server.passTime(72 * HOUR_MS + 7 * DAY_MS);
    await toSecondStep(attacker, email);
    expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotReady');
    await tend();
    expect(await loggedActions(email)).toEqual(['recovery.begin', 'recovery.expire']);
    expect(await hasFactor(email)).toBe(true);
  });
});

describe('an administrator of the service', () => {
  it('is not recovered by mail, whether named by the settings or by the operator', async () => {
    for (const email of [BOSS, 'granted@firm.example']) {
      const { attacker } = await besieged(email);
      await server.pool.query("UPDATE users SET admin_granted_at = now() WHERE email = 'granted@firm.example'");
      await toSecondStep(attacker, email);
      expect(stateOf(await attacker.get('/api/auth/recovery')).is_offered).toBe(false);
      expect((await attacker.post('/api/auth/recovery')).errorName).toBe('RecoveryNotOffered');
    }
  });

  it('is not recovered by what was begun before', async () => {
    const email = 'promoted@firm.example';
    const { attacker } = await besieged(email);
    await toSecondStep(attacker, email);
    expect((await attacker.post('/api/auth/recovery')).status).toBe(200);
    server.passTime(73 * HOUR_MS);
    await server.pool.query('UPDATE users SET admin_granted_at = now() WHERE email = $1', [email]);
    await toSecondStep(attacker, email);
    expect((await attacker.post('/api/auth/recovery/complete')).errorName).toBe('RecoveryNotOffered');
    expect(await hasFactor(email)).toBe(true);
  });
});
