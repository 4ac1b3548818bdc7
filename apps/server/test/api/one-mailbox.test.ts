import { describe, expect, it } from 'vitest';
import { restorePerson, suspendPerson } from '../../src/modules/accounts/index.ts';
import { BTC_CHECK } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { anyAnswer } from '../../src/modules/money/survey/test/survey-fixture.ts';
import { TEST_MAILBOX_HASH } from '../support/auth.ts';
import { useAuthApp } from '../support/auth-app.ts';

const ADMIN = 'admin@firm.example';
const SUSPENDED = { status: 403, errorName: 'AccountSuspended' };

describe('an account that is deleted and made again', () => {
  const server = useAuthApp({ adminEmails: [ADMIN] });

  const deleteAccount = async (email: string) => {
    const who = await server.signedIn(email);
    expect((await who.post('/api/account/delete', { email })).status).toBe(200);
  };

  it.each([
    ['the same spelling', 'returns@gmail.com', 'returns@gmail.com'],
    ['a plus-tag', 'tagged@firm.example', 'tagged+2@firm.example'],
    ['Gmail’s dots and other name', 'dotted.box@gmail.com', 'd.o.t.t.e.d.box@googlemail.com'],
  ])('redeems no promo code again, with %s', { timeout: 60_000 }, async (_how, email, again) => {
    const admin = await server.signedIn(ADMIN);
    const made = await admin.post('/api/promocode', { free_checks: 5, total_usages: 0 });
    const redeem = `/api/promocode/usages/${String(made.data['code'])}`;
    expect((await (await server.signedIn(email)).post(redeem)).data).toMatchObject({ applied: true });
    await deleteAccount(email);
    const back = await server.signedIn(again);
    expect((await back.post(redeem)).data).toEqual({
      applied: false,
      message: 'You have already used this promo code',
    });
    expect((await back.get('/api/auth/me')).data['checks']).toBe(0);
    expect(await auditLedger(server.pool)).toEqual([]);
    expect((await back.get('/api/account/data')).text).toContain(
      `"promo_codes":[{"code":"${String(made.data['code'])}"`,
    );
    server.passTime(16 * 60_000);
  });

  it('redeems a promo code once for two accounts of one mailbox at the same moment', { timeout: 60_000 }, async () => {
    const admin = await server.signedIn(ADMIN);
    const made = await admin.post('/api/promocode', { free_checks: 5, total_usages: 0 });
    const two = [await server.signedIn('race@firm.example'), await server.signedIn('race+2@firm.example')];
    const answers = await Promise.all(two.map((who) => who.post(`/api/promocode/usages/${String(made.data['code'])}`)));
    expect(answers.map(({ data }) => data['applied']).sort((a, b) => Number(a) - Number(b))).toEqual([false, true]);
  });

  it('stays suspended, with the reason, in every spelling, until the operator ends it', {
    timeout: 60_000,
  }, async () => {
    await server.signedIn('held@firm.example');
    const person = { by: 'email', email: 'held@firm.example' } as const;
    await suspendPerson(server.pool, person, { reason: 'Fraud', now: new Date() });
    await deleteAccount('held@firm.example');
    const kept = await server.pool.query('SELECT mailbox_hash FROM suspended_mailboxes');
    expect(kept.rows).toEqual([{ mailbox_hash: TEST_MAILBOX_HASH('held@firm.example') }]);

    for (const email of ['held@firm.example', 'held+2@firm.example']) {
      const back = await server.signedIn(email);
      expect((await back.get('/api/auth/me')).data).toMatchObject({ suspension: { reason: 'Fraud' } });
      expect(await back.post('/api/monitor/check', BTC_CHECK)).toMatchObject(SUSPENDED);
      expect(await back.post('/api/promocode/usages/ANY')).toMatchObject(SUSPENDED);
    }
    expect(await restorePerson(server.pool, person, TEST_MAILBOX_HASH)).toMatchObject({ mailbox: 'held@firm.example' });
    expect((await server.pool.query('SELECT FROM suspended_mailboxes')).rowCount).toBe(0);
    server.passTime(16 * 60_000);
    const restored = await server.signedIn('held@firm.example');
    expect((await restored.get('/api/auth/me')).data['suspension']).toBeNull();
  });

  it('can be restored while there is no account', { timeout: 60_000 }, async () => {
    await server.signedIn('away@firm.example');
    const person = { by: 'email', email: 'Away+x@firm.example' } as const;
    await suspendPerson(server.pool, person, { reason: null, now: new Date() });
    await deleteAccount('away@firm.example');
    expect(await suspendPerson(server.pool, person, { reason: null, now: new Date() })).toBeNull();
    expect(await restorePerson(server.pool, person, TEST_MAILBOX_HASH)).not.toBeNull();
    expect(await restorePerson(server.pool, person, TEST_MAILBOX_HASH)).toBeNull();
    const back = await server.signedIn('away@firm.example');
    expect((await back.get('/api/auth/me')).data['suspension']).toBeNull();
  });

  it('misses no suspension that comes while the mailbox gets its next account', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `meanwhile${round}@firm.example`;
      await server.signedIn(email);
      const who = server.browser();
      const token = await server.ask(who, `meanwhile${round}+2@firm.example`);
      await Promise.all([
        who.get(`/api/auth/confirm-link/${token}`),
        suspendPerson(server.pool, { by: 'email', email }, { reason: null, now: new Date() }),
      ]);
      expect(await who.post('/api/monitor/check', BTC_CHECK), `round ${round}`).toMatchObject(SUSPENDED);
    }
  });

  it('gets neither the sign-up check nor the survey’s again', { timeout: 60_000 }, async () => {
    const first = await server.signedIn('gifts@firm.example');
    const answers = await anyAnswer(server.pool);
    expect((await first.post('/api/survey/submit', { answers })).status).toBe(200);
    expect((await first.get('/api/auth/me')).data['checks']).toBe(4);
    await deleteAccount('gifts@firm.example');
    const back = await server.signedIn('gifts+2@firm.example');
    expect((await back.get('/api/survey/status')).data).toEqual({ completed: true });
    await back.post('/api/survey/submit', { answers });
    expect((await back.get('/api/auth/me')).data['checks']).toBe(0);
  });
});
