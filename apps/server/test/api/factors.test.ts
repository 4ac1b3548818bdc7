import { EnrolledData, FactorsData, NewTotpData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { enrolTotp, totpApp } from '../support/totp-app.ts';

const MINUTE_MS = 60_000;

describe('the factors of an account', () => {
  const server = useAuthApp();

  it('are enrolled by a first code, with recovery codes that are shown once and stored as hashes', async () => {
    const who = await server.signedIn('enrol@firm.example');
    const begun = NewTotpData.parse((await who.post('/api/auth/factors/totp')).data);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Assay:enrol%40firm\.example\?/);
    const enrol = (code: string) =>
      who.post('/api/auth/factors/totp/enrol', { challenge_id: begun.challenge_id, code, name: ' My phone ' });
    expect((await enrol('000000')).errorName).toBe('FactorRefused');
    const answer = EnrolledData.parse((await enrol(totpApp(begun.secret).code(server.now()))).data);
    expect(answer.factor).toMatchObject({ kind: 'totp', name: 'My phone' });
    expect(answer.recovery_codes).toHaveLength(10);
    expect((await enrol(totpApp(begun.secret).code(server.now()))).errorName).toBe('SignInExpired');

    const listed = FactorsData.parse((await who.get('/api/auth/factors')).data);
    expect(listed).toMatchObject({ factors: [answer.factor], recovery_codes_left: 10, is_confirmed: true });
    const stored = await server.pool.query<{ text: string }>(
      "SELECT string_agg(t::text, ' ') AS text FROM (SELECT to_jsonb(f) AS t FROM factors f UNION ALL SELECT to_jsonb(r) FROM recovery_codes r) AS all_rows",
    );
    const text = String(stored.rows[0]?.text);
    const secret = Buffer.from(begun.secret).toString('hex');
    for (const hidden of [begun.secret, secret, ...(answer.recovery_codes ?? [])]) expect(text).not.toContain(hidden);
  });

  it('end every other session when the first one is added, and none after', async () => {
    const other = await server.signedIn('others@firm.example');
    const who = await server.signedIn('others@firm.example');
    await enrolTotp(server, who);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await who.get('/api/auth/me')).status).toBe(200);
  });

  it('need a recent proof to be changed: a factor, and not the link that opened the session', async () => {
    const who = await server.signedIn('change@firm.example');
    const app = await enrolTotp(server, who);
    server.passTime(11 * MINUTE_MS);
    for (const call of [
      () => who.post('/api/auth/factors/totp'),
      () => who.post('/api/auth/recovery-codes'),
      () => who.delete(`/api/auth/factors/${app.factorId}`),
      () => who.get('/api/account/data'),
      () => who.post('/api/telegram/link'),
    ]) {
      const refused = await call();
      expect(refused.error).toMatchObject({ errorName: 'StepUpRequired', confirmBy: ['totp', 'recovery_code'] });
    }
    expect((await who.post('/api/auth/step-up', { method: 'totp', code: app.code() })).status).toBe(200);
    expect((await who.get('/api/account/data')).status).toBe(200);
    expect((await who.delete(`/api/auth/factors/${app.factorId}`)).status).toBe(200);
    expect((await who.get('/api/auth/factors')).data).toMatchObject({ factors: [], recovery_codes_left: 0 });
  });

  it('belong to one account: nobody else sees or removes them', async () => {
    const owner = await server.signedIn('mine@firm.example');
    const { factorId } = await enrolTotp(server, owner);
    const stranger = await server.signedIn('stranger@firm.example');
    expect((await stranger.get('/api/auth/factors')).data).toMatchObject({ factors: [] });
    expect((await stranger.delete(`/api/auth/factors/${factorId}`)).status).toBe(404);
    expect((await server.browser().get('/api/auth/factors')).status).toBe(401);
    expect((await owner.get('/api/auth/factors')).data).toMatchObject({ factors: [{ id: factorId }] });
  });

  it('are at most ten', async () => {
    const who = await server.signedIn('many@firm.example');
    for (let count = 0; count < 10; count += 1) await enrolTotp(server, who, `App ${count}`);
    expect((await who.post('/api/auth/factors/totp')).errorName).toBe('TooManyFactors');
  });

  it('have recovery codes that are replaced as a whole', async () => {
    const who = await server.signedIn('renew@firm.example');
    const { recoveryCodes } = await enrolTotp(server, who);
    const renewed = await who.post('/api/auth/recovery-codes');
    expect(renewed.data['recovery_codes']).toHaveLength(10);
    const give = (code: string | undefined) => who.post('/api/auth/step-up', { method: 'recovery_code', code });
    expect((await give(recoveryCodes[0])).errorName).toBe('FactorRefused');
    expect((await give((renewed.data['recovery_codes'] as string[])[0])).status).toBe(200);
    const without = await server.signedIn('without@firm.example');
    expect((await without.post('/api/auth/recovery-codes')).status).toBe(404);
  });
});
