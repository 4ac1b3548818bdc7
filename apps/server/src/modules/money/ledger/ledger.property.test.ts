import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { auditLedger } from './audit.store.ts';
import { ledger } from './ledger.store.ts';
import { countsOf, DAY_MS } from './test/ledger-fixture.ts';
import { LedgerModel } from './test/ledger-model.ts';

const SERIES = ['free', 'flex', 'sub_1', 'sub_2'];
const place = fc.integer({ min: 0, max: 11 });

const step = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    reason: fc.constantFrom('operator' as const, 'purchase' as const),
    key: place,
    series: fc.constantFrom(...SERIES),
    checks: fc.integer({ min: 0, max: 4 }),
    days: fc.integer({ min: 1, max: 4 }),
  }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reserve' as const), check: place }) },
  fc.record({ do: fc.constantFrom('take' as const, 'release' as const, 'refund' as const), check: place }),
  fc.record({ do: fc.constantFrom('take' as const, 'release' as const), check: place }),
  fc.record({ do: fc.constant('revoke' as const), key: place }),
  fc.record({ do: fc.constantFrom('lapse' as const, 'day' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('any interleaving of what the ledger can do', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const planOf = (series: string) => ({ free: 1, flex: 6 })[series] ?? 7;
  const hasEnd = (series: string) => series.startsWith('sub_');

  async function take(sub: string, run: string, { now }: { readonly now: Date }, next: Step): Promise<unknown> {
    const { pool } = database;
    switch (next.do) {
      case 'grant':
        return ledger.grant(pool, {
          sub,
          tariff: { series: next.series, planId: planOf(next.series) },
          checks: next.checks,
          reason: next.reason,
          key: `${run}:${next.key}`,
          expiresAt: hasEnd(next.series) ? new Date(now.getTime() + next.days * DAY_MS) : null,
          now,
        });
      case 'reserve':
        return ledger.reserve(pool, sub, `${run}:${next.check}`, now);
      case 'take':
        return ledger.take(pool, `${run}:${next.check}`, now);
      case 'release':
        return ledger.release(pool, `${run}:${next.check}`, now);
      case 'refund':
        return ledger.refund(pool, `${run}:${next.check}`, 'operator', now);
      case 'revoke':
        return ledger.revoke(pool, { key: `${run}:${next.key}`, reason: 'chargeback', now });
      case 'lapse':
        return ledger.lapse(pool, now);
      case 'day':
        return null;
    }
  }

  function expectOf(model: LedgerModel, next: Step): unknown {
    switch (next.do) {
      case 'grant':
        return next.reason === 'purchase'
          ? model.purchase(String(next.key), next.series, next.checks, hasEnd(next.series) ? next.days : null)
          : model.grant(String(next.key), next.series, next.checks, hasEnd(next.series) ? next.days : null);
      case 'reserve':
        return model.reserve(String(next.check));
      case 'take':
        return model.take(String(next.check));
      case 'release':
        return model.release(String(next.check));
      case 'refund':
        return model.refund(String(next.check));
      case 'revoke':
        return model.revoke(String(next.key));
      case 'lapse':
        return model.lapse();
      case 'day':
        model.day += 1;
        return null;
    }
  }

  /** Faults other than the missing checks of these reservations, which were never stored. */
  async function faults() {
    return (await auditLedger(database.pool)).filter(({ fault }) => fault !== 'reservation and check disagree');
  }

  it('answers and counts as the model does, step by step, and the audit agrees', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const [sub, run] = [randomUUID(), randomUUID()];
        const model = new LedgerModel();
        for (const next of steps) {
          const expected = expectOf(model, next);
          expect(await take(sub, run, model, next), JSON.stringify(next)).toEqual(expected);
        }
        expect(await countsOf(database.pool, sub)).toEqual(model.counts());
        expect((await ledger.stateOf(database.pool, sub, model.now)).checks).toBe(model.spendable());
        // Lapse now what is past its end, so that it does not lapse during the next run.
        await ledger.lapse(database.pool, new Date('2100-01-01'));
        expect(await faults()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('adds up when all of it happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const [sub, run] = [randomUUID(), randomUUID()];
        const outcomes = await Promise.allSettled(steps.map((next) => take(sub, run, new LedgerModel(), next)));
        // A statement that the database refuses changes nothing; none may be refused because something does not exist.
        expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
        expect(await faults()).toEqual([]);
      }),
      { numRuns: 30 },
    );
  }, 120_000);
});
