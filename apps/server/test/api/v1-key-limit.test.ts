import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger, ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const BTC = { address: BTC_ADDRESS, asset: 'BTC' };
const USDT = { address: TRON_ADDRESS, asset: 'USDT', network: 'TRX' };
const TRX = { address: TRON_ADDRESS, asset: 'TRX' };
let people = 0;

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A workspace with ten checks, and calls with a key of it that may spend so many a month. */
async function program(limit: number) {
  people += 1;
  const member = await server.signedIn(`limited-${people}@firm.example`);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 10, server.now()));
  async function keyOf(monthlyLimit: number | null) {
    const wish = { name: 'Limited', scopes: ['checks:read', 'checks:write'], monthly_limit: monthlyLimit };
    const made = await member.post('/api/developers/keys', wish);
    const { id } = made.data['key'] as { id: string };
    const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
      const answer = await client.send(method, `/api/v1${path}`, body);
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const check = (body: unknown) => send('POST', '/checks', body);
    const usage = async () => {
      const { body } = await send('GET', '/usage');
      return [body['checks_left'], (body['key'] as { spent: number }).spent];
    };
    return { id, check, usage };
  }
  return { member, sub, keyOf, ...(await keyOf(limit)) };
}

const codesOf = (replies: readonly Reply[]) =>
  replies.map(({ status, body }) => (status === 201 ? `charged ${String(body['charged'])}` : String(body['code'])));

/** How many connections of the served pool wait for the lock that another one holds. */
async function waiting(): Promise<number> {
  const { rows } = await server.pool.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%api_keys%FOR UPDATE%'`,
  );
  return rows[0]?.waiting ?? 0;
}

describe('a key at its monthly limit', () => {
  it('answers a free repeat, and refuses everything that costs', async () => {
    const { check, usage } = await program(1);
    expect(codesOf([await check(BTC)])).toEqual(['charged true']);
    expect(codesOf([await check(BTC), await check(USDT), await check(BTC)])).toEqual([
      'charged false',
      'key_limit_reached',
      'charged false',
    ]);
    expect(await usage()).toEqual([9, 1]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });

  it('refuses the repeat once its day is over, and charges nothing', async () => {
    const { check, usage } = await program(1);
    await check(BTC);
    // The same month: the day that a repeat is free has passed, whatever day it is.
    await server.pool.query(
      "UPDATE checks SET finished_at = finished_at - interval '25 hours', created_at = created_at - interval '25 hours'",
    );
    expect(codesOf([await check(BTC)])).toEqual(['key_limit_reached']);
    expect(await usage()).toEqual([9, 1]);
  });

  it('answers a repeat of what another key or the site paid for', async () => {
    const { keyOf, check, usage } = await program(1);
    const other = await keyOf(null);
    await other.check(USDT);
    expect(codesOf([await check(BTC), await check(USDT), await check(TRX)])).toEqual([
      'charged true',
      'charged false',
      'key_limit_reached',
    ]);
    expect([await usage(), await other.usage()]).toEqual([
      [8, 1],
      [8, 1],
    ]);
  });

  it('joins a running check that it counts already, and none that somebody else began and pays for', async () => {
    const { id, sub, check, usage } = await program(1);
    await check(BTC);
    const subId = 'e'.repeat(31) + String(people);
    await server.pool.query(
      `INSERT INTO checks (sub_id, owner, ticker, parent, name, network, address, charged, created_at, lease_until, run_by)
       VALUES ($1, $2, 'TRX', NULL, 'TRON', 'TRX', $3, true, now(), now() + interval '1 hour', 'another server')`,
      [subId, sub, TRON_ADDRESS],
    );
    const running = { ...TRX, wait_seconds: 0 };
    expect(codesOf([await check(running)])).toEqual(['key_limit_reached']);
    expect(await usage()).toEqual([9, 1]);
    await server.pool.query(
      `INSERT INTO api_checks (id, workspace, api_key, sub_id, metadata, created_at)
       VALUES ('chk_' || repeat('1', 20), $1, $2, $3, '{}', $4)`,
      [sub, id, subId, server.now()],
    );
    const joined = await check(running);
    expect([joined.status, joined.body['status']]).toEqual([201, 'running']);
    // It holds no credit, which the audit of the ledger would report.
    await server.pool.query('DELETE FROM checks WHERE sub_id = $1', [subId]);
  });

  it('answers every repeat and no other, however many arrive at once', async () => {
    const { check, usage } = await program(2);
    await check(BTC);
    await check(USDT);
    const wanted = [BTC, TRX, USDT, TRX, BTC, USDT];
    const replies = await Promise.all(wanted.map((one) => check(one)));
    expect(codesOf(replies)).toEqual(wanted.map((one) => (one === TRX ? 'key_limit_reached' : 'charged false')));
    expect(await usage()).toEqual([8, 2]);
    expect(await auditLedger(server.pool)).toEqual([]);
  });
});

describe('the lock of a key', () => {
  it('lets requests wait for one that holds it, and none of them pass the limit then', async () => {
    const { id, check, usage } = await program(1);
    // Its last use is noted now, which would wait for the lock too.
    await usage();
    const holder = await server.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE', [id]);
      const replies = [BTC, USDT, TRX].map((one) => check(one));
      await expect.poll(waiting).toBe(3);
      await holder.query('COMMIT');
      expect(codesOf(await Promise.all(replies)).toSorted()).toEqual([
        'charged true',
        'key_limit_reached',
        'key_limit_reached',
      ]);
    } finally {
      holder.release();
    }
    expect(await usage()).toEqual([9, 1]);
  });

  it('leaves nothing behind where the database ends the connections that wait for it', async () => {
    const { id, check, usage, sub } = await program(1);
    await usage();
    const holder = await server.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE', [id]);
      const replies = [BTC, USDT].map((one) => check(one));
      await expect.poll(waiting).toBe(2);
      await server.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%api_keys%FOR UPDATE%'`,
      );
      for (const { status } of await Promise.all(replies)) expect(status).toBeGreaterThanOrEqual(500);
      await holder.query('COMMIT');
    } finally {
      holder.release();
    }
    const { rows } = await server.pool.query('SELECT FROM api_checks WHERE workspace = $1', [sub]);
    expect(rows).toEqual([]);
    expect(await usage()).toEqual([10, 0]);
    expect(codesOf([await check(BTC)])).toEqual(['charged true']);
  });

  it('counts a start that a lost server did not finish for a minute, in which repeats are answered', async () => {
    const { id, check, usage, sub } = await program(2);
    await check(BTC);
    await server.pool.query(
      `INSERT INTO api_checks (id, workspace, api_key, metadata, created_at) VALUES ('chk_' || repeat('0', 20), $1, $2, '{}', $3)`,
      [sub, id, server.now()],
    );
    expect(codesOf([await check(USDT), await check(BTC)])).toEqual(['key_limit_reached', 'charged false']);
    server.passTime(61_000);
    expect(codesOf([await check(USDT), await check(TRX)])).toEqual(['charged true', 'key_limit_reached']);
    expect(await usage()).toEqual([8, 2]);
  });
});
