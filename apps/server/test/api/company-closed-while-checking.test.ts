import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  BTC_CHECK,
  checksDeps,
  postCheck,
  signedIn,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, FLEX_TARIFF, ledger } from '../../src/modules/money/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const COMPANY = 'c'.repeat(32);

describe('a company that is closed while a check of it runs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('takes the check with it: nothing is spent, nobody else pays, and the books add up', async () => {
    const { pool } = database;
    const gate = Promise.withResolvers<void>();
    const { engine } = checksDeps(pool);
    const server = await testApp(pool, {
      engine: {
        ...engine,
        exposureOf: async (...request) => {
          await gate.promise;
          return engine.exposureOf(...request);
        },
      },
    });
    await pool.query(
      `WITH made AS (INSERT INTO workspaces (id, kind, name) VALUES ($1, 'company', 'Firm') RETURNING id)
       INSERT INTO workspace_members (workspace, sub, role) SELECT id, 'demo', 'owner' FROM made`,
      [COMPANY],
    );
    await pool.query('UPDATE sessions SET workspace = $1', [COMPANY]);
    const grant = { sub: COMPANY, tariff: FLEX_TARIFF, checks: 3, reason: 'operator' as const, expiresAt: null };
    await ledger.grant(pool, { ...grant, key: 'first of the company' });
    const { checks: personal } = await ledger.stateOf(pool, 'demo');
    const checks = async (status: string) =>
      (await pool.query('SELECT owner, charged FROM checks WHERE status = $1', [status])).rows;
    const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
      server.app.inject({ method, url: `/api${path}`, headers: signedIn(server.app), ...(payload ? { payload } : {}) });

    const answer = postCheck(server.app, BTC_CHECK);
    await vi.waitFor(async () => expect(await checks('running')).toMatchObject([{ owner: COMPANY }]), {
      timeout: 20_000,
    });
    const closed = await ask('POST', '/workspace/close', { name: 'Firm' });
    expect(closed.statusCode).toBe(200);
    gate.resolve();

    expect((await answer).status).toBe(409);
    expect(await checks('failed')).toEqual([{ owner: 'deleted', charged: false }]);
    expect([...(await checks('running')), ...(await checks('done'))]).toEqual([]);
    expect(await auditLedger(pool)).toEqual([]);
    const spent = await pool.query(
      "SELECT kind FROM ledger_entries WHERE kind IN ('reserve', 'commit', 'release') ORDER BY id",
    );
    expect(spent.rows).toEqual([{ kind: 'reserve' }, { kind: 'release' }]);
    expect((await ledger.stateOf(pool, COMPANY)).checks).toBe(0);
    expect((await ledger.stateOf(pool, 'demo')).checks).toBe(personal);
    expect((await ask('GET', '/auth/me')).json()).toMatchObject({ data: { workspace: { kind: 'personal' } } });
    await server.close();
  });
});
