import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS, TRON_ADDRESS, UNKNOWN_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { auditLedger } from '../../src/modules/money/index.ts';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { botOf, newUser } from './bot-fixture.ts';

const WANTED = [
  { address: BTC_ADDRESS, ticker: 'BTC' },
  { address: TRON_ADDRESS, ticker: 'TRX' },
  { address: TRON_ADDRESS, ticker: 'USDT', parent: 'TRX' },
  { address: UNKNOWN_ADDRESS, ticker: 'BTC' },
];
const chat = fc.integer({ min: 0, max: 2 });
const account = fc.integer({ min: 0, max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('check' as const), chat, what: fc.nat(3), message: fc.nat(5) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join' as const), chat, account }) },
  fc.record({ do: fc.constantFrom('part' as const, 'forget' as const, 'open' as const), chat }),
  fc.record({ do: fc.constant('part-site' as const), account }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Errors that are permitted; any other is a fault. */
const REFUSALS = new Set([
  'NotEnoughChecks',
  // The chat was deleted while its check ran.
  'CheckCancelled',
  'IdempotencyKeyReused',
  'JoinLinkNotValid',
  'ChatAlreadyJoined',
  'AccountAlreadyJoined',
  'NotFound',
]);

describe('any sequence of actions of chats and accounts', { timeout: 240_000 }, () => {
  const limits = {
    botCallsPerUser: 1e6,
    botCallsPerMinute: 1e6,
    joinLinksPerMinute: 1e6,
    linksPerNetwork: 1e6,
    linksPerAddress: 1e6,
  };
  const house = useAuthApp({ limits: { ...limits, tokensPerMinute: 1e6, checksPerMinute: 1e6, readsPerMinute: 1e6 } });
  let people = 0;

  async function cast() {
    const visitors: Visitor[] = [];
    for (let index = 0; index < 2; index += 1) {
      people += 1;
      visitors.push(await house.signedIn(`p${people}@example.com`));
    }
    return { visitors, chats: [newUser(), newUser(), newUser()] };
  }

  async function take({ visitors, chats }: Awaited<ReturnType<typeof cast>>, next: Step): Promise<string> {
    const user = botOf(house.app).user('chat' in next ? (chats[next.chat] ?? '') : '1');
    const visitor = visitors['account' in next ? next.account : 0];
    try {
      switch (next.do) {
        case 'check': {
          const wanted = WANTED[next.what] ?? { address: BTC_ADDRESS, ticker: 'BTC' };
          const check = await user.call('POST /bot/users/:user_id/checks', {
            body: wanted,
            idempotencyKey: `1:${next.message}`,
          });
          return check.status;
        }
        case 'join': {
          const link = await visitor?.post('/api/telegram/link');
          if (link?.status !== 200) return String(link?.errorName);
          const token = new URL(String(link.data['url'])).searchParams.get('start')?.slice(2) ?? '';
          await user.call('POST /bot/users/:user_id/join', { body: { token } });
          return 'joined';
        }
        case 'part':
          await user.call('DELETE /bot/users/:user_id/join');
          return 'parted';
        case 'forget':
          await user.call('DELETE /bot/users/:user_id');
          return 'forgotten';
        case 'open':
          await user.call('PUT /bot/users/:user_id', { body: {} });
          return 'open';
        case 'part-site':
          await visitor?.delete('/api/telegram/link');
          return 'parted';
      }
    } catch (error) {
      const name = error instanceof Error && 'errorName' in error ? String(error.errorName) : String(error);
      if (!REFUSALS.has(name)) throw error;
      return name;
    }
  }

  async function holds(people_: Awaited<ReturnType<typeof cast>>): Promise<void> {
    const { pool } = house;
    expect(await auditLedger(pool)).toEqual([]);
    const joined = await pool.query<{ sub: string; n: number }>(
      'SELECT joined_sub AS sub, count(*)::integer AS n FROM bot_accounts WHERE joined_sub IS NOT NULL GROUP BY 1 HAVING count(*) > 1',
    );
    expect(joined.rows).toEqual([]);
    // Three once per Telegram user, one once per mailbox, and nothing else was granted.
    const given = await pool.query<{ reason: string; n: number }>(
      `SELECT reason, count(*)::integer AS n FROM ledger_entries WHERE kind = 'grant' AND checks > 0 GROUP BY reason`,
    );
    const byReason = Object.fromEntries(given.rows.map(({ reason, n }) => [reason, n]));
    const met = await pool.query(`SELECT FROM ledger_entries WHERE kind = 'grant' AND reason = 'telegram'`);
    expect(byReason['telegram'] ?? 0).toBe(met.rowCount);
    for (const id of people_.chats) {
      const {
        checks,
        own_checks,
        joined: to,
      } = await botOf(house.app).user(id).call('PUT /bot/users/:user_id', { body: {} });
      expect(own_checks).toBeLessThanOrEqual(3);
      expect(checks).toBeLessThanOrEqual(own_checks + (to === null ? 0 : 1));
    }
    const running = await pool.query(`SELECT FROM ledger_tariffs WHERE held_checks <> 0`);
    expect(running.rowCount).toBe(0);
  }

  it('one after another leaves the balance ledger consistent, without double charges or grants', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const all = await cast();
        for (const next of steps) await take(all, next);
        await holds(all);
      }),
      { numRuns: 12 },
    );
  });

  it('all at once leaves the balance ledger consistent, without double charges or grants', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const all = await cast();
        await Promise.all(steps.map((next) => take(all, next)));
        await holds(all);
      }),
      { numRuns: 12 },
    );
  });

  it('grants the free check credits once to a Telegram user who sends twenty messages at once', async () => {
    const user = botOf(house.app).user(newUser());
    const opened = await Promise.all(
      Array.from({ length: 20 }, () => user.call('PUT /bot/users/:user_id', { body: {} })),
    );
    expect(new Set(opened.map(({ checks }) => checks))).toEqual(new Set([3]));
    expect(await auditLedger(house.pool)).toEqual([]);
  });

  it('permits exactly as many checks as chat and account have check credits together', async () => {
    const visitor = await house.signedIn('together@example.com');
    const user = botOf(house.app).user(newUser());
    const link = await visitor.post('/api/telegram/link');
    await user.call('POST /bot/users/:user_id/join', {
      body: { token: new URL(String(link.data['url'])).searchParams.get('start')?.slice(2) ?? '' },
    });
    const asks = Array.from({ length: 12 }, (_none, index) => {
      const wanted = WANTED[index % 3] ?? { address: BTC_ADDRESS, ticker: 'BTC' };
      return user.call('POST /bot/users/:user_id/checks', { body: wanted, idempotencyKey: `9:${index}` });
    });
    const done = await Promise.all(asks);
    const charged = done.filter((check) => check.charged);
    expect(new Set(charged.map(({ sub_id }) => sub_id)).size).toBe(3);
    expect(await user.call('PUT /bot/users/:user_id', { body: {} })).toMatchObject({ checks: 1, own_checks: 1 });
    expect(await auditLedger(house.pool)).toEqual([]);
  });
});
