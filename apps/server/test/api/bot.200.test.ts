import type { CheckRequest } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS, BTC_CHECK, NA_CHECK, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { botOf, checksOf, joinToken, newUser, ownSubOf, subOf } from './bot-fixture.ts';

const TRON_CHECK = { address: TRON_ADDRESS, ticker: 'TRX' };

describe('a Telegram user', () => {
  const house = useAuthApp();
  const user = (id = newUser()) => botOf(house.app).user(id);
  const run = (id: string, body: CheckRequest, idempotencyKey: string) =>
    user(id).call('POST /bot/users/:user_id/checks', { body, idempotencyKey });

  it('gets an account and three free check credits with the first message, and the same account afterwards', async () => {
    const id = newUser();
    const first = await user(id).call('PUT /bot/users/:user_id', { body: { language: 'ru' } });
    expect(first).toEqual({
      user_id: id,
      language: 'ru',
      checks: 3,
      own_checks: 3,
      free_checks: 3,
      joined: null,
      is_suspended: false,
      suspended_reason: null,
      join_url: 'http://localhost:3000/account/privacy#telegram',
    });
    expect(await user(id).call('PUT /bot/users/:user_id', { body: {} })).toEqual(first);
    expect(await user(id).call('PUT /bot/users/:user_id', { body: { language: 'en' } })).toEqual({
      ...first,
      language: 'en',
    });
  });

  it('checks an address, and gets stars, exposures, coverage and a link, for one check credit', async () => {
    const id = newUser();
    const check = await run(id, BTC_CHECK, '77:1');
    expect(check).toMatchObject({ status: 'done', ticker: 'BTC', parent: null, charged: true, checks: 2 });
    if (check.status !== 'done') throw new Error('It is not done');
    const { result } = check;
    expect(result).toMatchObject({ address: BTC_ADDRESS, riskscore: 5, verdict: 'low', revoked_at: null });
    expect(result.exposures.incoming).toMatchObject([
      { category: 'exchange_licensed', group: 'low', share: 0.9 },
      { category: 'unknown_origin', group: 'none', share: 0.1 },
    ]);
    expect(result).toMatchObject({ issuer_freeze: { status: 'not_applicable', issuer: null }, reading: null });
    expect(result.url).toBe(`http://localhost:3000/riskcheck/${check.sub_id}`);
    expect(await user(id).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: check.sub_id })).toEqual(check);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(2);
  });

  it('is charged once for one message, even when it is handled several times or simultaneously', async () => {
    const id = newUser();
    const asks = Array.from({ length: 12 }, () => run(id, BTC_CHECK, '77:2'));
    const checks = await Promise.all(asks);
    expect(new Set(checks.map(({ sub_id }) => sub_id)).size).toBe(1);
    expect((await user(id).call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(2);
  });

  it('is not charged for the same address within a day, or for a result without a rating', async () => {
    const id = newUser();
    await run(id, BTC_CHECK, '77:3');
    expect(await run(id, BTC_CHECK, '77:4')).toMatchObject({ charged: false, checks: 2 });
    const unrated = await run(id, NA_CHECK, '77:5');
    expect(unrated).toMatchObject({ status: 'done', charged: false, checks: 2, result: { riskscore: 0 } });
  });

  it('finds earlier checks, by address or newest first, without a charge', async () => {
    const id = newUser();
    await run(id, BTC_CHECK, '77:6');
    await run(id, BTC_CHECK, '77:7');
    await run(id, TRON_CHECK, '77:8');
    expect(
      (await user(id).call('GET /bot/users/:user_id/results', { query: { address: '' } })).results.map(
        ({ ticker }) => ticker,
      ),
    ).toEqual(['TRX', 'BTC']);
    expect(
      (await user(id).call('GET /bot/users/:user_id/results', { query: { address: ` ${BTC_ADDRESS} ` } })).results.map(
        ({ ticker }) => ticker,
      ),
    ).toEqual(['BTC']);
    expect((await user(id).call('GET /bot/users/:user_id/results', { query: { address: 'nothing' } })).results).toEqual(
      [],
    );
    expect((await user().call('GET /bot/users/:user_id/results', { query: { address: BTC_ADDRESS } })).results).toEqual(
      [],
    );
    expect((await user(id).call('PUT /bot/users/:user_id', { body: {} })).checks).toBe(1);
  });

  it('reads the history in pages', async () => {
    const id = newUser();
    for (const [index, check] of [BTC_CHECK, TRON_CHECK, BTC_CHECK].entries()) {
      await user(id).call('POST /bot/users/:user_id/checks', { body: check, idempotencyKey: `77:${20 + index}` });
    }
    const first = await user(id).call('GET /bot/users/:user_id/history', { query: { offset: 2 } });
    expect(first.items.map(({ ticker }) => ticker)).toEqual(['BTC', 'TRX']);
    expect(first.meta).toEqual({ totalPages: 2, total: 3, page: 1, offset: 2 });
    const second = await user(id).call('GET /bot/users/:user_id/history', { query: { offset: 2, page: 2 } });
    expect(second.items.map(({ ticker }) => ticker)).toEqual(['BTC']);
    expect((await user().call('GET /bot/users/:user_id/history')).items).toEqual([]);
  });

  it('gets the signed report as a file', { timeout: 60_000 }, async () => {
    const id = newUser();
    const { sub_id } = await run(id, BTC_CHECK, '77:9');
    const file = await user(id).download('GET /bot/users/:user_id/checks/:sub_id/pdf', { sub_id });
    expect(file).toMatchObject({ type: 'application/pdf', name: `assay-report-${sub_id}.pdf` });
    expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('shares, revokes and shares again its own check; of the check of another it gets only the link', async () => {
    const [owner, other] = [newUser(), newUser()];
    const { sub_id } = await run(owner, BTC_CHECK, '77:10');
    const url = `http://localhost:3000/riskcheck/${sub_id}`;
    expect(await user(other).call('PUT /bot/users/:user_id/checks/:sub_id/share', { sub_id })).toEqual({
      is_owner: false,
      url,
      revoked_at: null,
    });
    const revoked = await user(owner).call('DELETE /bot/users/:user_id/checks/:sub_id/share', { sub_id });
    expect(revoked).toMatchObject({ is_owner: true, url });
    expect(revoked.revoked_at).not.toBeNull();
    expect(await user(owner).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id })).toMatchObject({
      result: { revoked_at: revoked.revoked_at },
    });
    await expect(user(other).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id })).rejects.toMatchObject({
      errorName: 'NotFound',
    });
    expect(await user(owner).call('PUT /bot/users/:user_id/checks/:sub_id/share', { sub_id })).toEqual({
      is_owner: true,
      url,
      revoked_at: null,
    });
    expect(await user(other).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id })).toMatchObject({
      charged: false,
      status: 'done',
    });
  });

  it('stores an address that is too long for a deep link, under one id', async () => {
    const bot = botOf(house.app);
    const address = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    const id = (await bot.call('POST /bot/addresses', { body: { address } })).id;
    expect(id).toMatch(/^[\w-]{22}$/);
    expect((await bot.call('POST /bot/addresses', { body: { address } })).id).toBe(id);
    expect((await bot.call('GET /bot/addresses/:id', { id })).address).toBe(address);
  });

  it('is joined to a user account of the site, whose balance and history are used from then on', async () => {
    const id = newUser();
    const email = 'joins@example.com';
    const visitor = await house.signedIn(email);
    const before = await run(id, TRON_CHECK, '77:11');
    const token = await joinToken(visitor);
    expect(await user(id).call('POST /bot/users/:user_id/join/preview', { body: { token } })).toMatchObject({
      email: 'j…@example.com',
    });

    const joined = await user(id).call('POST /bot/users/:user_id/join', { body: { token } });
    expect(joined).toMatchObject({ checks: 3, own_checks: 2, joined: { email: 'j…@example.com' } });
    // A message that is handled twice gets the same response twice.
    expect(await user(id).call('POST /bot/users/:user_id/join', { body: { token } })).toEqual(joined);
    const seen = await visitor.get('/api/telegram');
    expect(seen.data).toMatchObject({ bot: 'assay_test_bot', joined: { user_id_ending: id.slice(-4) } });

    // The account's only check credit is used first, then those of the chat.
    expect(await run(id, BTC_CHECK, '77:12')).toMatchObject({ charged: true, checks: 2 });
    const sub = await subOf(house.pool, email);
    expect(await checksOf(house.pool, sub)).toBe(0);
    const second = await run(id, TRON_CHECK, '77:13');
    expect(second).toMatchObject({ charged: true, checks: 1 });
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(1);

    // One history: the site lists the checks of the chat.
    const onSite = await visitor.get('/api/monitor/history/pagination');
    expect(onSite.data).toMatchObject({ meta: { total: 2 } });
    expect((await user(id).call('GET /bot/users/:user_id/history')).meta.total).toBe(2);
    // Earlier checks of the chat still belong to it, and it can still open them.
    expect(await user(id).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id: before.sub_id })).toMatchObject({
      status: 'done',
      charged: true,
    });

    expect(await user(id).call('DELETE /bot/users/:user_id/join')).toMatchObject({
      checks: 1,
      own_checks: 1,
      joined: null,
    });
    expect((await user(id).call('GET /bot/users/:user_id/history')).items.map(({ sub_id }) => sub_id)).toEqual([
      before.sub_id,
    ]);
    expect((await visitor.get('/api/telegram')).data).toMatchObject({ joined: null });
  });

  it('is charged once for a message that is handled again after the chat was joined', async () => {
    const id = newUser();
    const visitor = await house.signedIn('later@example.com');
    const first = await run(id, BTC_CHECK, '77:14');
    await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
    const again = await run(id, BTC_CHECK, '77:14');
    expect(again.sub_id).toBe(first.sub_id);
    expect(await checksOf(house.pool, await subOf(house.pool, 'later@example.com'))).toBe(1);
    expect(await checksOf(house.pool, await ownSubOf(house.pool, id))).toBe(2);
  });

  it('is joined again after it parted: to the same account, to another, and its former account joins another chat', async () => {
    const [id, other] = [newUser(), newUser()];
    const [first, second] = [await house.signedIn('again@example.com'), await house.signedIn('again2@example.com')];
    const former = await joinToken(first);
    await user(id).call('POST /bot/users/:user_id/join', { body: { token: former } });
    const { sub_id } = await run(id, BTC_CHECK, '77:21');
    await user(id).call('DELETE /bot/users/:user_id/join');
    // The message is handled again: the check still belongs to the account.
    expect(await run(id, BTC_CHECK, '77:21')).toMatchObject({ sub_id, checks: 3 });
    await expect(user(id).call('POST /bot/users/:user_id/join', { body: { token: former } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });

    expect(
      await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(first) } }),
    ).toMatchObject({ checks: 3, own_checks: 3 });
    expect((await user(id).call('GET /bot/users/:user_id/history')).items.map((item) => item.sub_id)).toEqual([sub_id]);
    await user(id).call('DELETE /bot/users/:user_id/join');
    expect(
      await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(second) } }),
    ).toMatchObject({ checks: 4, own_checks: 3 });
    expect((await user(id).call('GET /bot/users/:user_id/history')).items).toEqual([]);
    expect(
      await user(other).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(first) } }),
    ).toMatchObject({ checks: 3, own_checks: 3 });
    expect((await user(other).call('GET /bot/users/:user_id/history')).items.map((item) => item.sub_id)).toEqual([
      sub_id,
    ]);
  });

  it('is parted on the site as well, and unused links of the account become invalid', async () => {
    const id = newUser();
    const visitor = await house.signedIn('parts@example.com');
    await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
    expect((await visitor.delete('/api/telegram/link')).data).toEqual({ bot: 'assay_test_bot', joined: null });
    expect((await user(id).call('PUT /bot/users/:user_id', { body: {} })).joined).toBeNull();
    const unused = await joinToken(visitor);
    await visitor.delete('/api/telegram/link');
    await expect(user(id).call('POST /bot/users/:user_id/join', { body: { token: unused } })).rejects.toMatchObject({
      errorName: 'JoinLinkNotValid',
    });
  });

  it('is deleted on request, and does not get free check credits again', async () => {
    const id = newUser();
    const { sub_id } = await run(id, BTC_CHECK, '77:15');
    await user(id).call('DELETE /bot/users/:user_id');
    const left = await house.pool.query('SELECT FROM bot_accounts WHERE telegram_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    expect(await user(id).call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({
      checks: 0,
      own_checks: 0,
      language: null,
    });
    expect((await user(id).call('GET /bot/users/:user_id/history')).items).toEqual([]);
    // As on the site: a shared check stays open to everyone who has its link.
    expect(await user(id).call('GET /bot/users/:user_id/checks/:sub_id', { sub_id })).toMatchObject({
      charged: false,
    });
    await user(newUser()).call('DELETE /bot/users/:user_id');
  });

  it('is no longer joined when the account it was joined to is deleted', async () => {
    const id = newUser();
    const email = 'leaves@example.com';
    const visitor = await house.signedIn(email);
    await user(id).call('POST /bot/users/:user_id/join', { body: { token: await joinToken(visitor) } });
    const data = JSON.parse((await visitor.get('/api/account/data')).text) as { data: { telegram: unknown[] } };
    expect(data.data.telegram).toMatchObject([{ telegram_user_id: id }]);
    expect((await visitor.post('/api/account/delete', { email })).status).toBe(200);
    expect(await user(id).call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({ joined: null, checks: 3 });
    expect(await run(id, BTC_CHECK, '77:16')).toMatchObject({ checks: 2 });
  });
});
