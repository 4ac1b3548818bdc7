import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/database.ts';
import { type DerivedLabel, deriveSink } from './derived-labels.store.ts';
import { givenLabelVersion, labelSetVersion, labelsOf } from './known/labels.store.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('TRUNCATE label_set, derived_label_set CASCADE'));

const DEPOSIT: DerivedLabel = {
  address: 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq',
  entity: 'Binance, "BNB"',
  category: 'exchange_licence_unknown',
  confidence: 40,
  source: 'derived-deposit-address',
};
const HUB: DerivedLabel = {
  address: 'TFdTr9C3BqQrzKBXqSxJfAZFTh8UwBAfSg',
  entity: 'Unlabelled service',
  category: 'unlabelled_service',
  confidence: 40,
  source: 'derived-unlabelled-service',
};

it('answers derived labels for their own asset only, marked as derived', async () => {
  await deriveSink(pool).replaceDerivedLabels('TRX', 'USDT', [HUB, DEPOSIT], 'v');
  expect(await labelsOf(pool, 'TRX', [DEPOSIT.address], 'USDT')).toEqual([
    [
      {
        entity: 'Binance, "BNB"',
        category: 'exchange_licence_unknown',
        confidence: 40,
        source: 'derived-deposit-address',
        sourceUrl: null,
        sourceDate: null,
        validFrom: null,
        validTo: null,
        origin: 'derived',
      },
    ],
  ]);
  expect(await labelsOf(pool, 'TRX', [DEPOSIT.address], 'TRX')).toEqual([[]]);
  expect(await labelsOf(pool, 'TRX', [DEPOSIT.address])).toEqual([[]]);
});

it('replaces them as a whole, and versions them by what they say', async () => {
  const sink = deriveSink(pool);
  const empty = await labelSetVersion(pool);
  const given = await givenLabelVersion(pool);
  expect(await sink.basisOf('TRX', 'USDT')).toBeNull();
  expect(await sink.replaceDerivedLabels('TRX', 'USDT', [HUB, DEPOSIT], 'one')).toMatchObject({ changed: true });
  const version = await labelSetVersion(pool);
  expect(version).not.toBe(empty);
  expect(await givenLabelVersion(pool)).toBe(given);
  expect(await sink.basisOf('TRX', 'USDT')).toBe('one');
  expect(await sink.replaceDerivedLabels('TRX', 'USDT', [DEPOSIT, HUB], 'two')).toMatchObject({ changed: false });
  expect(await labelSetVersion(pool)).toBe(version);
  expect(await sink.basisOf('TRX', 'USDT')).toBe('two');
  await sink.replaceDerivedLabels('TRX', 'USDT', [DEPOSIT], 'two');
  expect(await labelsOf(pool, 'TRX', [HUB.address], 'USDT')).toEqual([[]]);
  await sink.replaceDerivedLabels('TRX', 'USDT', [], 'two');
  expect(await labelSetVersion(pool)).toBe(empty);
});

it('keeps the former ones when the new ones cannot be stored', async () => {
  const sink = deriveSink(pool);
  await sink.replaceDerivedLabels('TRX', 'USDT', [HUB], 'v');
  await expect(sink.replaceDerivedLabels('TRX', 'USDT', [DEPOSIT, DEPOSIT], 'v')).rejects.toThrow('duplicate');
  expect((await labelsOf(pool, 'TRX', [HUB.address], 'USDT'))[0]).toHaveLength(1);
});
