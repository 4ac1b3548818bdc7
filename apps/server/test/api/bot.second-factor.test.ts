import { expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';
import { botOf, joinToken, newUser } from './bot-fixture.ts';

const MINUTE_MS = 60_000;
const house = useAuthApp();

it('a chat is joined to an account with a factor only once that was given, and not by the mailbox alone', async () => {
  const email = 'joins@firm.example';
  const owner = await house.signedIn(email);
  const app = await enrolTotp(house, owner);

  const mailbox = house.browser();
  const link = await house.ask(mailbox, email);
  expect((await mailbox.get(`/api/auth/confirm-link/${link}`)).status).toBe(202);
  expect((await mailbox.post('/api/telegram/link')).status).toBe(401);

  house.passTime(11 * MINUTE_MS);
  const refused = await owner.post('/api/telegram/link');
  expect(refused.error).toMatchObject({ errorName: 'StepUpRequired', confirmBy: ['totp', 'recovery_code'] });
  expect((await owner.post('/api/auth/step-up', { method: 'totp', code: app.code() })).status).toBe(200);
  const chat = botOf(house.app).user(newUser());
  expect(
    (await chat.call('POST /bot/users/:user_id/join', { body: { token: await joinToken(owner) } })).joined?.email,
  ).toBe('j…@firm.example');
});
