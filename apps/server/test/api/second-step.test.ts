import { ConfirmLinkData, SecondStepNeeded } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { securityLog } from '../support/security-log.ts';
import { enrolTotp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

describe('a login to an account with an authenticator app', () => {
  const log = securityLog();
  const server = useAuthApp({ securityEvents: log.events });

  async function enrolled(email: string) {
    const owner = await server.signedIn(email);
    return { owner, app: await enrolTotp(server, owner) };
  }

  async function confirm(who: Visitor, email: string) {
    return who.get(`/api/auth/confirm-link/${await server.ask(who, email)}`);
  }

  it('opens no session by the link alone, and one by link and code', async () => {
    const { app } = await enrolled('two@firm.example');
    expect(log.of('factor_changed')).toMatchObject([{ change: 'added', kind: 'totp' }]);
    server.passTime(MINUTE_MS);
    const who = server.browser();
    const asked = await confirm(who, 'two@firm.example');
    expect(asked.status).toBe(202);
    expect(SecondStepNeeded.parse(asked.data).second_step).toMatchObject({ confirm_by: ['totp', 'recovery_code'] });
    expect([...who.cookies.keys()]).not.toContain('assay_session');
    expect((await who.get('/api/auth/me')).status).toBe(401);
    expect((await who.get('/api/auth/second-step')).data).toMatchObject({ email: 'two@firm.example' });

    const answer = await who.post('/api/auth/second-step', { method: 'totp', code: app.code() });
    expect(answer.status).toBe(200);
    expect(ConfirmLinkData.parse(answer.data).user.email).toBe('two@firm.example');
    expect((await who.get('/api/auth/me')).status).toBe(200);
    expect((await who.get('/api/auth/second-step')).errorName).toBe('SignInExpired');
  });

  it('refuses a code that was used before, in every way to give it', async () => {
    const { owner, app } = await enrolled('replay@firm.example');
    server.passTime(MINUTE_MS);
    const code = app.code();
    const first = server.browser();
    await confirm(first, 'replay@firm.example');
    expect((await first.post('/api/auth/second-step', { method: 'totp', code })).status).toBe(200);
    const second = server.browser();
    await confirm(second, 'replay@firm.example');
    const again = await second.post('/api/auth/second-step', { method: 'totp', code });
    expect(again.errorName).toBe('FactorRefused');
    expect((await owner.post('/api/auth/step-up', { method: 'totp', code })).errorName).toBe('FactorRefused');
    expect((await second.get('/api/auth/me')).status).toBe(401);
    expect(log.of('factor_refused').map(({ during }) => during)).toEqual(
      expect.arrayContaining(['second_step', 'step_up']),
    );
  });

  it('takes a recovery code once, however it is typed, and lets exactly one of many at once in', async () => {
    const { app } = await enrolled('codes@firm.example');
    const [code = ''] = app.recoveryCodes;
    const visitors = [1, 2, 3, 4].map(() => server.client());
    const tokens: string[] = [];
    for (const who of visitors) {
      const { data } = await confirm(who, 'codes@firm.example');
      tokens.push(SecondStepNeeded.parse(data).second_step.token ?? '');
    }
    const typed = { method: 'recovery_code', code: code.toUpperCase().replaceAll('-', ' ') };
    const answers = await Promise.all(
      visitors.map((who, at) => who.post('/api/auth/second-step', typed, { 'second-step': tokens[at] ?? '' })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400]);
    const opened = answers.find(({ status }) => status === 200);
    const { accessToken } = ConfirmLinkData.parse(opened?.data).tokens ?? { accessToken: '' };
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await server.client().get('/api/auth/factors', headers)).data).toMatchObject({ recovery_codes_left: 9 });
  });

  it('uses a waiting login once, and none that is made up or has expired', async () => {
    const { app } = await enrolled('once@firm.example');
    const who = server.client();
    const { data } = await confirm(who, 'once@firm.example');
    const { token = '' } = SecondStepNeeded.parse(data).second_step;
    const give = (code: string | undefined, header: string) =>
      server.client().post('/api/auth/second-step', { method: 'recovery_code', code }, { 'second-step': header });
    const forged = `${token.slice(0, 40)}${token.slice(40).replaceAll(/./g, 'A')}`;
    expect((await give(app.recoveryCodes[0], forged)).errorName).toBe('SignInExpired');
    expect((await give(app.recoveryCodes[0], 'nothing')).errorName).toBe('SignInExpired');
    expect((await give(app.recoveryCodes[0], token)).status).toBe(200);
    expect((await give(app.recoveryCodes[1], token)).errorName).toBe('SignInExpired');

    const late = await confirm(who, 'once@firm.example');
    server.passTime(11 * MINUTE_MS);
    const lateToken = SecondStepNeeded.parse(late.data).second_step.token ?? '';
    expect((await give(app.recoveryCodes[1], lateToken)).errorName).toBe('SignInExpired');
  });

  it('limits wrong codes by account, also those of many logins, and a right one then waits too', async () => {
    const { app } = await enrolled('guessed@firm.example');
    server.passTime(MINUTE_MS);
    const statuses: number[] = [];
    for (let login = 0; login < 3; login += 1) {
      const thief = server.browser();
      await confirm(thief, 'guessed@firm.example');
      for (const code of ['000000', '000001']) {
        statuses.push((await thief.post('/api/auth/second-step', { method: 'totp', code })).status);
      }
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const owner = server.browser();
    await confirm(owner, 'guessed@firm.example');
    const early = await owner.post('/api/auth/second-step', { method: 'totp', code: app.code() });
    expect(early).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    server.passTime(16 * MINUTE_MS);
    const later = server.browser();
    await confirm(later, 'guessed@firm.example');
    expect((await later.post('/api/auth/second-step', { method: 'totp', code: app.code() })).status).toBe(200);
  });

  it('takes a recovery code while codes of the app are stopped, whatever a reader of the mailbox gives', async () => {
    const { app } = await enrolled('kept@firm.example');
    server.passTime(MINUTE_MS);
    const thief = server.browser();
    await confirm(thief, 'kept@firm.example');
    const give = (who: Visitor, method: string, code: string) => who.post('/api/auth/second-step', { method, code });
    for (const code of ['000000', '000001', '000002', '000003', '000004']) await give(thief, 'totp', code);
    for (let time = 0; time < 25; time += 1) {
      expect((await give(thief, 'recovery_code', '0000-0000-0000')).errorName).toBe('FactorRefused');
    }
    // No guess at a code of the app more than before.
    expect((await give(thief, 'totp', app.code())).status).toBe(429);
    const owner = server.browser();
    await confirm(owner, 'kept@firm.example');
    expect((await give(owner, 'recovery_code', app.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('counts no wrong recovery code against codes of the app', async () => {
    const { app } = await enrolled('apart@firm.example');
    server.passTime(MINUTE_MS);
    const who = server.browser();
    await confirm(who, 'apart@firm.example');
    const give = (method: string, code: string) => who.post('/api/auth/second-step', { method, code });
    for (let time = 0; time < 6; time += 1) await give('recovery_code', '0000-0000-0000');
    expect((await give('totp', app.code())).status).toBe(200);
  });

  it('runs the check that came with the link once the code was given', async () => {
    const { app } = await enrolled('check@firm.example');
    server.passTime(MINUTE_MS);
    const who = server.browser();
    const order = { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC', parent: null };
    const link = await server.ask(who, 'check@firm.example', { cryptoAssetOrder: order });
    expect((await who.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
    expect((await server.pool.query("SELECT FROM checks WHERE owner <> 'demo'")).rowCount).toBe(0);
    const { data } = await who.post('/api/auth/second-step', { method: 'totp', code: app.code() });
    expect(data['check']).toMatchObject({ data: { sub_id: expect.any(String) } });
  });
});
