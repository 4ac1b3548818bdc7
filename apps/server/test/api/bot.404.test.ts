import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC_CHECK, testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { testDatabase } from '../support/database.ts';
import { BOT, botOf, newUser } from './bot-fixture.ts';

const LOOKING = ['GET /bot/users/:user_id/checks/:sub_id', 'PUT /bot/users/:user_id/checks/:sub_id/share'] as const;
const UNSHARE = 'DELETE /bot/users/:user_id/checks/:sub_id/share';
const REPORT = 'GET /bot/users/:user_id/checks/:sub_id/pdf';
const NOT_FOUND = { status: 404, errorName: 'NotFound' };

describe('what a Telegram user cannot find', () => {
  const house = useAuthApp();

  it.each(['0123456789abcdef0123456789abcdef', 'nothing', '%00'])('a check that is not there: %s', async (id) => {
    const user = botOf(house.app).user(newUser());
    for (const ask of [...LOOKING, UNSHARE] as const) {
      await expect(user.call(ask, { sub_id: id }), ask).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(user.download(REPORT, { sub_id: id })).rejects.toMatchObject(NOT_FOUND);
  });

  it('a check of somebody else that is not shared, its report, or the power over its sharing', async () => {
    const [owner, other] = [botOf(house.app).user(newUser()), botOf(house.app).user(newUser())];
    const { sub_id } = await owner.call('POST /bot/users/:user_id/checks', { body: BTC_CHECK, idempotencyKey: '1:1' });
    await expect(other.call(UNSHARE, { sub_id })).rejects.toMatchObject({ status: 404 });
    await owner.call(UNSHARE, { sub_id });
    for (const ask of LOOKING) await expect(other.call(ask, { sub_id }), ask).rejects.toMatchObject(NOT_FOUND);
    await expect(other.download(REPORT, { sub_id })).rejects.toMatchObject(NOT_FOUND);
  });

  it('an address that was not kept', async () => {
    await expect(botOf(house.app).call('GET /bot/addresses/:id', { id: 'A'.repeat(22) })).rejects.toMatchObject({
      errorName: 'NotFound',
    });
  });

  it('an order that somebody else opened', async () => {
    const order = '0123456789abcdef0123456789abcdef';
    await expect(
      botOf(house.app).user(newUser()).call('GET /bot/users/:user_id/payments/:order_id', { order_id: order }),
    ).rejects.toMatchObject({ errorName: 'NotFound' });
  });
});

describe('without a credential in the settings', () => {
  let close: (() => Promise<void>) | undefined;
  let app: Awaited<ReturnType<typeof testApp>>['app'];

  beforeAll(async () => {
    const database = await testDatabase();
    const plain = await testApp(database.pool);
    const server = await testApp(database.pool, {}, { telegram: { features: plain.telegram, secrets: [] } });
    app = server.app;
    close = async () => {
      await server.close();
      await plain.close();
      await database.drop();
    };
  });
  afterAll(() => close?.());

  it('the bot’s calls do not exist, whatever is shown', async () => {
    for (const headers of [BOT, { host: 'localhost:3000' }, { host: 'localhost:3000', authorization: 'Bearer ' }]) {
      for (const url of ['/api/bot/users/77', '/api/bot/addresses', '/api/bot/users/77/checks']) {
        const answer = await app.inject({ method: 'PUT', url, headers, payload: {} });
        expect([answer.statusCode, answer.json().error.errorName]).toEqual([404, 'NotFound']);
      }
    }
  });
});
