import { AccountData } from '@assay/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BTC_CHECK,
  NA_CHECK,
  postCheck,
  signedIn,
  type TestApp,
  TRON_ADDRESS,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('the data and the deletion of a user account', () => {
  let database: TestDatabase;
  let server: TestApp;
  let made: string[] = [];

  beforeEach(async () => {
    database = await testDatabase();
    server = await testApp(database.pool);
    made = [];
    for (const check of [BTC_CHECK, NA_CHECK, { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' }]) {
      made.push((await postCheck(server.app, check)).body.data.asset.sub_id);
    }
  });
  afterEach(async () => {
    await server.close();
    await database.drop();
  });

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/account/${url}`,
      headers: signedIn(server.app),
      ...(payload === undefined ? {} : { payload }),
    });

  it('sends all stored data, as the contract defines it', async () => {
    const answer = await call('GET', 'data');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="account-data.json"');
    const { data } = answer.json();
    expect(AccountData.parse(data)).toEqual(data);
    expect(data.user).toMatchObject({ email: 'demo@localhost', sub: 'demo', checks: 8 });
    expect(data.checks.map((check: { sub_id: string }) => check.sub_id)).toEqual(made.toReversed());
    expect(data.ledger.map((line: { kind: string }) => line.kind)).toEqual(
      expect.arrayContaining(['grant', 'reserve', 'commit', 'release']),
    );
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.account).toEqual([expect.objectContaining({ email: 'demo@localhost', suspended_reason: null })]);
    expect(data.sign_in_links).toEqual([]);
    expect(answer.body).not.toMatch(/refresh_hash|token|mailbox|signup:/);
  });

  it('deletes nothing for another email address or for none', async () => {
    const wrong = await call('POST', 'delete', { email: 'somebody@else.example' });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json().error.errorName).toBe('EmailDoesNotMatch');
    expect((await call('POST', 'delete', {})).statusCode).toBe(400);
    expect((await call('GET', 'data')).statusCode).toBe(200);
  });

  it('requires a session', async () => {
    for (const [method, url] of [
      ['GET', 'data'],
      ['POST', 'delete'],
    ] as const) {
      const answer = await server.app.inject({ method, url: `/api/account/${url}`, headers: { host: 'localhost' } });
      expect(answer.statusCode).toBe(401);
    }
  });

  it('deletes an account: email address, sessions and history are deleted; results and the balance ledger stay', async () => {
    const revoked = made.at(-1) ?? '';
    await database.pool.query('UPDATE checks SET revoked_at = now() WHERE sub_id = $1', [revoked]);
    const answer = await call('POST', 'delete', { email: ' DEMO@localhost ' });
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status: 200,
      body: { data: { deleted: true } },
    });

    expect((await call('GET', 'data')).statusCode).toBe(401);
    const rows = async (query: string) => (await database.pool.query(query)).rows;
    expect(await rows("SELECT FROM users WHERE sub = 'demo'")).toEqual([]);
    expect(await rows("SELECT FROM sessions WHERE sub = 'demo'")).toEqual([]);
    expect(await rows("SELECT FROM checks WHERE owner = 'demo'")).toEqual([]);
    expect(await rows("SELECT FROM history_ranges WHERE owner = 'demo'")).toEqual([]);
    expect(await rows("SELECT FROM ledger_holders WHERE sub = 'demo'")).toEqual([]);
    expect(await rows('SELECT FROM checks WHERE position IS NOT NULL')).toEqual([]);

    const [subId = ''] = made;
    const shared = await server.app.inject({ url: `/api/monitor/check/${subId}` });
    expect(shared.json().data).toMatchObject({ status: 'done', asset: { sub_id: subId }, changes: null });
    expect(revoked).not.toBe(subId);
    expect(await rows(`SELECT FROM checks WHERE sub_id = '${revoked}'`)).toEqual([]);
    expect((await server.app.inject({ url: `/api/monitor/check/${revoked}` })).statusCode).toBe(404);
    expect(await auditLedger(database.pool)).toEqual([]);
    expect(await ledger.stateOf(database.pool, 'demo')).toMatchObject({ checks: 0, used_checks: 0 });
  });

  it('does not grant the sign-up credit again for the same key after the account was deleted', async () => {
    const grant = { sub: 'demo', tariff: { series: 'free', planId: 1 }, checks: 1, expiresAt: null } as const;
    const key = 'signup:box';
    expect(await ledger.grant(database.pool, { ...grant, reason: 'signup', key })).toBe(true);
    await call('POST', 'delete', { email: 'demo@localhost' });
    expect(await ledger.grant(database.pool, { ...grant, reason: 'signup', key })).toBe(false);
  });
});
