import type { CanonicalResult } from '@assay/certificate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BTC_CHECK,
  checksDeps,
  exchangeExposure,
  fakeSnapshot,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { paymentSnapshot } from '../../src/modules/checks/checks/test/payment-fixture.ts';
import {
  assetOf,
  buildChecksService,
  type CheckSnapshot,
  checksStore,
  type EnginePort,
  OPERATOR,
} from '../../src/modules/checks/index.ts';
import { canonicalResultOf } from '../../src/modules/reports/certificate/canonical-result-of.ts';
import { recompute } from '../../src/modules/reports/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const ISSUER = { product: 'Assay', url: 'https://assay.example.test' };

describe('the recomputation of a certificate', () => {
  let database: TestDatabase;
  let stated: CanonicalResult;

  beforeAll(async () => {
    database = await testDatabase();
    const check = await buildChecksService(checksDeps(database.pool)).runCheck(OPERATOR, BTC_CHECK);
    const basis = await checksStore.findBasis(database.pool, check.subId);
    if (basis === null) throw new Error('The check has no basis');
    stated = canonicalResultOf(assetOf(check), basis, ISSUER);
  });
  afterAll(() => database.drop());

  const again = (change: Partial<CheckSnapshot> = {}, of: CanonicalResult = stated, other?: EnginePort) => {
    const engine = other ?? checksDeps(database.pool).engine;
    return recompute(
      {
        snapshotsOf: () => (_asset, work) => work({ ...paymentSnapshot, ...change }),
        engineOf: (version) => (version === '1' ? engine : null),
        readings: { readingOf: async () => expect.fail('an imported check asks for no reading') },
        prices: { modeOf: async () => 'none', pricesOf: () => Promise.reject(new Error('nobody asks for days')) },
      },
      of,
      new AbortController().signal,
    );
  };

  it('is equal, to the last byte, on the same labels and records', async () => {
    expect(await again()).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });

  it('names the label sets that differ', async () => {
    const { origin } = fakeSnapshot;
    const labelSet = { digest: 'f'.repeat(64), sets: [{ name: 'newer-list', digest: 'cd'.repeat(32) }] };
    const { outcome, inputs } = await again({ labelSetVersion: 'f'.repeat(16), origin: { ...origin, labelSet } });
    expect(outcome).toBe('different');
    expect(inputs).toHaveLength(1);
    expect(inputs[0]?.text).toBe(
      'The label set is ffffffffffffffff here, 0123456789abcdef in the certificate (not here: example-list; only here: newer-list).',
    );
  });

  it('names the records that differ', async () => {
    const { origin } = fakeSnapshot;
    const records = { count: 3, firstTime: 1_600_000_000, lastTime: 1_713_571_300, fromBeginning: true };
    const tip = { block: '840001', time: new Date(1_713_571_300_000) };
    const { outcome, inputs } = await again({ tip, origin: { ...origin, records } });
    expect(outcome).toBe('different');
    expect(inputs[0]).toMatchObject({
      input: 'records',
      text: expect.stringContaining('3, the last of 2024-04-20T00:01:40'),
    });
  });

  it('detects other records even where their number and the last record are the same', async () => {
    const { engine } = checksDeps(database.pool);
    const other: EnginePort = {
      ...engine,
      exposureOf: async (_store, subject, direction) => ({
        ...exchangeExposure(direction, subject.address),
        amount: 150_001n,
      }),
    };
    const outcome = await again({}, stated, other);
    expect(outcome).toMatchObject({ outcome: 'different', inputs: [{ input: 'records' }] });
    expect(outcome.parts).toContain('incoming');
  });

  it('uses the issuer’s response that the certificate states, and never requests it again', async () => {
    const frozen = {
      status: 'frozen',
      issuer: 'Tether',
      since: '2024-04-23T10:00:00.000Z',
      asked_at: '2024-06-01T12:00:00.000Z',
      source: 'the contract',
      text: 'Issuer frozen.',
    } as const;
    const { result, outcome, parts } = await again({}, { ...stated, issuer_freeze: frozen });
    expect(result?.issuer_freeze).toEqual(frozen);
    // The stated stars belong to another response, so the outcome differs.
    expect(outcome).toBe('different');
    expect(parts).toContain('score');
    expect(result?.score.stars).toBe(1);
  });

  it('names prices that differ', async () => {
    const { prices } = stated;
    if (prices === undefined) throw new Error('The result states no prices');
    const digest = 'd'.repeat(64);
    const priced = { ...prices, rule: 'daily', digest, version: 'd'.repeat(16), sources: ['series'] } as const;
    const { outcome, inputs, parts } = await again({}, { ...stated, prices: priced });
    expect(outcome).toBe('different');
    expect(parts).toEqual(['prices']);
    expect(inputs).toEqual([
      { input: 'prices', text: 'The prices used are none here, dddddddddddddddd (series) in the certificate.' },
    ]);
  });

  it('is equal for a result from before freeze statuses were requested and prices were stored', async () => {
    const { issuer_freeze: _freeze, prices: _prices, lookalikes: _lookalikes, ...old } = stated;
    expect(await again({}, old)).toMatchObject({ outcome: 'equal', parts: [] });
  });

  it('names a method version or an asset that it does not have', async () => {
    expect(await again({}, { ...stated, method_version: '99' })).toMatchObject({
      outcome: 'not_possible',
      inputs: [{ input: 'method', text: expect.stringContaining('99') }],
      result: null,
    });
    const asset = { ...stated.asset, ticker: 'NOSUCH' };
    expect(await again({}, { ...stated, asset })).toMatchObject({
      outcome: 'not_possible',
      inputs: [{ input: 'asset' }],
    });
  });
});
