import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { transactionsOf } from '../../../platform/db/index.ts';
import { auditLedger, FLEX_TARIFF, FREE_TARIFF, ledger } from '../../money/index.ts';
import { rebook } from './apply-bookings.ts';
import { restoreLogEntry } from './entries.ts';
import { bookingsAfter, lastPositions } from './restore-log.store.ts';

const place = fc.integer({ min: 0, max: 7 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    at: place,
    series: fc.constantFrom('free' as const, 'flex' as const),
    checks: fc.integer({ min: 0, max: 4 }),
  }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reserve' as const), at: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), at: place }) },
  fc.record({ do: fc.constantFrom('release' as const, 'refund' as const, 'revoke' as const), at: place }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('a balance after a restore', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const newAccount = async (): Promise<string> => {
    const sub = randomUUID().replaceAll('-', '');
    await database.pool.query('INSERT INTO users (sub, email, mailbox_key) VALUES ($1, $2, $2)', [
      sub,
      `${sub}@example.org`,
    ]);
    return sub;
  };

  /** Keys and references hold the account, so that those of one can be renamed to those of another. */
  async function run(sub: string, { do: what, at, ...rest }: Step, now: Date): Promise<void> {
    const { pool } = database;
    const name = `${sub}:${at}`;
    switch (what) {
      case 'grant': {
        const { series, checks } = rest as Extract<Step, { do: 'grant' }>;
        const tariff = series === 'free' ? FREE_TARIFF : FLEX_TARIFF;
        await ledger.grant(pool, { sub, tariff, checks, reason: 'operator', key: name, expiresAt: null, now });
        return;
      }
      case 'reserve':
        return void (await ledger.reserve(pool, sub, name, now));
      case 'take':
        return void (await ledger.take(pool, name, now));
      case 'release':
        return void (await ledger.release(pool, name, now));
      case 'refund':
        return void (await ledger.refund(pool, name, 'operator', now));
      case 'revoke':
        return void (await ledger.revoke(pool, { key: name, reason: 'operator', now }));
    }
  }

  /** Free to spend or reserved, used, and owed. */
  async function stateOf(sub: string): Promise<unknown> {
    const { rows } = await database.pool.query(
      `SELECT sum(left_checks + held_checks)::integer AS there, sum(used_checks)::integer AS used,
              sum(deficit_checks)::integer AS owed
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1`,
      [sub],
    );
    return rows[0];
  }

  it('is what it was before the loss, whatever was booked before and after the backup, and applying twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.array(step, { maxLength: 25 }), async (before, after) => {
        const { pool } = database;
        const [lost, restored] = [await newAccount(), await newAccount()];
        const settled = before.filter(({ do: what }) => what !== 'reserve');
        for (const next of settled) await run(lost, next, new Date());
        for (const next of settled) await run(restored, next, new Date());
        const { bookings: point } = await lastPositions(pool);
        for (const next of after) await run(lost, next, new Date());
        const log = (await bookingsAfter(pool, point, 1_000)).map(({ line }) =>
          restoreLogEntry.parse(JSON.parse(JSON.stringify(line).replaceAll(lost, restored))),
        );
        // A check that still ran is not in the log: its credit is free again, and settles what is owed.
        for (let at = 0; at < 8; at += 1) await run(lost, { do: 'release', at }, new Date());
        const deps = {
          ledger,
          transaction: transactionsOf(pool),
        };
        for (let time = 0; time < 2; time += 1) {
          for (const { at, entry } of log) {
            if (entry.kind !== 'booked') throw new Error('Only bookings were made');
            const { outcome } = await rebook(deps, entry, new Date(at));
            expect(outcome).toBe(time === 0 ? 'booked' : 'known');
          }
          expect(await stateOf(restored)).toEqual(await stateOf(lost));
        }
      }),
      {
        numRuns: 40,
        examples: [
          [
            [{ do: 'grant', at: 7, series: 'free', checks: 1 }],
            [
              { do: 'reserve', at: 0 },
              { do: 'revoke', at: 7 },
            ],
          ],
        ],
      },
    );
    expect(await auditLedger(database.pool)).toEqual([]);
  }, 120_000);

  it('is not filled for an account that the backup does not know', async () => {
    const { pool } = database;
    const deps = {
      ledger,
      transaction: transactionsOf(pool),
    };
    const booking = {
      kind: 'booked',
      sub: 'f'.repeat(32),
      series: 'free',
      plan_id: 1,
      booking: 'grant',
      checks: 5,
      reason: 'signup',
      reference: null,
      key: 'signup:unknown',
      expires_at: null,
    } as const;
    expect(await rebook(deps, booking, new Date())).toMatchObject({ outcome: 'unknown_account' });
    const known = await newAccount();
    const check = { ...booking, sub: known, booking: 'commit', checks: 1, reference: 'c', key: 'settle:c' } as const;
    expect(await rebook(deps, check, new Date())).toMatchObject({ outcome: 'not_covered' });
    expect(await stateOf(known)).toMatchObject({ there: null });
  });
});
