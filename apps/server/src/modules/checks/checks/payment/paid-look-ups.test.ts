import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import type { TransactionLookUp } from '../../../chains/index.ts';
import { FREE_TARIFF, ledger } from '../../../money/index.ts';
import { wireUncharged } from '../../../money/open/given.ts';
import { buildChecksService } from '../checks.service.ts';
import type { OnDemandReader } from '../compute/on-demand-reading.ts';
import { checksDeps } from '../test/check-fixture.ts';
import { DEPOSIT, PAID, paymentRules } from '../test/payment-fixture.ts';

const NOW = new Date('2026-11-28T09:00:00Z');
const unknownTo = (digit: string) => ({ ...DEPOSIT, transaction: digit.repeat(64) });

describe('a payment that providers are asked for', () => {
  let database: TestDatabase;
  let sub = '';
  /** Ids that the provider was asked for. */
  let asked: string[] = [];
  let answer: TransactionLookUp = { is: 'not asked' };

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => {
    sub = randomUUID();
    asked = [];
    answer = { is: 'unknown', id: '9'.repeat(64), provider: 'own explorer' };
  });
  afterAll(() => database.drop());

  async function give(checks: number, to = sub): Promise<void> {
    const gift = { sub: to, tariff: FREE_TARIFF, checks, reason: 'signup', key: randomUUID() } as const;
    await ledger.grant(database.pool, { ...gift, expiresAt: null, now: NOW });
  }

  function service() {
    const none = () => Promise.reject(new Error('nothing is gathered here'));
    const live: OnDemandReader = {
      canAsk: () => true,
      lookUp: async (_asset, ids) => {
        asked.push(...ids.slice(0, 1));
        return answer;
      },
      locate: none,
      gather: none,
      gatherOwn: none,
      gatherPayment: none,
    };
    const clock = { now: () => NOW };
    const deps = { payments: paymentRules(), live, uncharged: wireUncharged(2), clock };
    return buildChecksService(checksDeps(database.pool, deps));
  }
  const owner = () => ({ sub, pays: true });

  it('is not looked up for who has no check credit', async () => {
    const checks = service();
    await expect(checks.runPayment(owner(), unknownTo('9'))).rejects.toMatchObject({ errorName: 'NotEnoughChecks' });
    expect(asked).toEqual([]);
  });

  it('is looked up for who has credits in the account that pays then', async () => {
    const payer = randomUUID();
    await give(1, payer);
    const asking = service().runPayment({ ...owner(), thenPays: payer }, unknownTo('9'));
    await expect(asking).rejects.toMatchObject({ errorName: 'TransactionNotRated' });
    expect(asked).toHaveLength(1);
  });

  it('counts as an answer without a charge where no check begins, and not where no provider answers', async () => {
    await give(1);
    const checks = service();
    answer = { is: 'unanswered', faults: [{ kind: 'unavailable', provider: 'own explorer', reason: 'no answer' }] };
    for (const digit of ['1', '2', '3']) {
      await expect(checks.runPayment(owner(), unknownTo(digit))).rejects.toMatchObject({
        errorName: 'TransactionNotRated',
      });
    }
    answer = { is: 'failed', id: '4'.repeat(64), block: 9, time: 1_700_000_000, provider: 'own explorer' };
    for (const digit of ['4', '5']) {
      await expect(checks.runPayment(owner(), unknownTo(digit))).rejects.toMatchObject({
        errorName: 'TransactionNotRated',
      });
    }
    await expect(checks.runPayment(owner(), unknownTo('6'))).rejects.toMatchObject({
      errorName: 'UnchargedLimitReached',
    });
    expect(asked).toHaveLength(5);
  });

  it('that was charged within a day is answered without a credit', async () => {
    await give(1);
    const checks = service();
    expect((await checks.runPayment(owner(), DEPOSIT)).charged).toBe(true);
    expect(await checks.runPayment(owner(), DEPOSIT)).toMatchObject({ charged: false, transactionId: PAID });
    expect(asked).toEqual([]);
    // The provider would be asked for another side of it, which may be the one that was paid for.
    await database.pool.query("UPDATE checks SET transaction_id = repeat('7', 64) WHERE owner = $1", [sub]);
    await expect(checks.runPayment(owner(), unknownTo('7'))).rejects.toMatchObject({
      errorName: 'TransactionNotRated',
    });
    expect(asked).toHaveLength(1);
  });

  it('is not looked up by the key of another transaction’s check', async () => {
    await give(2);
    const checks = service();
    await checks.runPayment(owner(), DEPOSIT, { idempotencyKey: 'K' });
    for (const digit of ['1', '2', '3']) {
      await expect(checks.runPayment(owner(), unknownTo(digit), { idempotencyKey: 'K' })).rejects.toMatchObject({
        errorName: 'IdempotencyKeyReused',
      });
    }
    expect(asked).toEqual([]);
  });

  it('is answered with the check that its key began, though no credit is left and the day is over', async () => {
    await give(1);
    const { subId } = await service().runPayment(owner(), DEPOSIT, { idempotencyKey: 'K' });
    await database.pool.query("UPDATE checks SET created_at = created_at - interval '25 hours' WHERE owner = $1", [
      sub,
    ]);
    await database.pool.query("UPDATE checks SET transaction_id = repeat('7', 64) WHERE owner = $1", [sub]);
    // No record is of it any more: the provider is asked, and the answer of this test is that it does not know it.
    await expect(service().runPayment(owner(), unknownTo('7'), { idempotencyKey: 'K' })).rejects.toMatchObject({
      errorName: 'TransactionNotRated',
    });
    expect(asked).toHaveLength(1);
    await database.pool.query('UPDATE checks SET transaction_id = $2 WHERE owner = $1', [sub, PAID]);
    expect(await service().runPayment(owner(), DEPOSIT, { idempotencyKey: 'K' })).toMatchObject({ subId });
  });

  it('is covered by no credit where the check may not be charged', async () => {
    await give(1);
    await expect(service().runPayment(owner(), unknownTo('9'), { mayCharge: false })).rejects.toMatchObject({
      errorName: 'NotEnoughChecks',
    });
    expect(asked).toEqual([]);
  });
});
