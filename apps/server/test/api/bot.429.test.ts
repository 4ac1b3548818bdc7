import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, callBot, newUser } from './bot-fixture.ts';

describe('a flood of requests', () => {
  const house = useAuthApp({ limits: { botCallsPerUser: 5, botCallsPerMinute: 40, botRefusalsPerMinute: 3 } });

  it('of one Telegram user does not limit others, and gets a time to retry', async () => {
    const loud = newUser();
    const answers = [];
    for (let calls = 0; calls < 8; calls += 1) answers.push(await callBot(house.app, 'PUT', `/bot/users/${loud}`, {}));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.errorName).toBe('TooManyRequests');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await callBot(house.app, 'PUT', `/bot/users/${newUser()}`, {})).status).toBe(200);
    await expect(botOf(house.app).user(loud).call('PUT /bot/users/:user_id', { body: {} })).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('of guessed secrets is refused before they are compared', async () => {
    const guess = () => callBot(house.app, 'GET', '/bot/addresses/x', undefined, { authorization: 'Bearer guess' });
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push((await guess()).status);
    expect(answers).toEqual([401, 401, 401, 429, 429]);
  });

  it('of all chats together is limited too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 45 }, () => callBot(house.app, 'PUT', `/bot/users/${newUser()}`, {})),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });
});
