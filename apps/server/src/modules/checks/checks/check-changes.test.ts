import { resultOf3 } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { changesBetween } from './check-changes.ts';
import { OPERATOR } from './checks.policy.ts';
import { assetOf } from './checks.presenter.ts';
import { buildChecksService } from './checks.service.ts';
import { BTC_CHECK, checksDeps, exchangeExposure } from './test/check-fixture.ts';

describe('the changes since the last result', () => {
  let database: TestDatabase;
  let share = 0.9;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  function service() {
    const { engine } = checksDeps(database.pool);
    const exposureOf: typeof engine.exposureOf = async (_store, subject, direction) => {
      const exposure = exchangeExposure(direction, subject.address);
      const [row] = exposure.rows;
      if (row === undefined) throw new Error('The fixture has a row');
      const rows = direction === 'bwd' ? [{ ...row, share, category: 'mixer' as const }] : [row];
      const residuals = { ...exposure.residuals, unknown_origin: direction === 'bwd' ? 1 - share : 0.1 };
      return { ...exposure, records: share === 0.9 ? 1 : 3, rows, residuals };
    };
    return buildChecksService(checksDeps(database.pool, { engine: { ...engine, exposureOf } }));
  }

  it('name stars, shares and records that differ, only for the same address and asset', async () => {
    const checks = service();
    share = 0.9;
    const before = await checks.runCheck(OPERATOR, BTC_CHECK);
    expect(await checks.changesOf(before, OPERATOR.sub)).toBeNull();
    await checks.runCheck(OPERATOR, { ...BTC_CHECK, address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX' });
    share = 0.2;
    const after = await checks.runCheck(OPERATOR, BTC_CHECK);
    expect(after.previous).toBe(before.subId);
    const changes = await checks.changesOf(after, OPERATOR.sub);
    expect(changes).toMatchObject({
      previous_sub_id: before.subId,
      since: before.createdAt.toISOString(),
      riskscore: { before: before.riskscore, after: after.riskscore },
      records: { incoming: 2, outgoing: 2 },
      method_changed: false,
      labels_changed: false,
    });
    expect(changes?.signals.fwd).toEqual([]);
    expect(changes?.signals.bwd).toEqual([
      { category: 'mixer', title: 'Mixer', before: 0.9, after: expect.closeTo(0.2, 9) },
      {
        category: 'unknown_origin',
        title: 'Unknown origin',
        before: expect.closeTo(0.1, 9),
        after: expect.closeTo(0.8, 9),
      },
    ]);
  });

  it('are visible only to the owner, and are not part of the result’s bytes', async () => {
    const checks = service();
    const check = await checks.runCheck(OPERATOR, BTC_CHECK);
    expect(await checks.changesOf(check, OPERATOR.sub)).not.toBeNull();
    expect(await checks.changesOf(check, 'somebody')).toBeNull();
    expect(await checks.changesOf(check, null)).toBeNull();
    expect(check.result).not.toContain('previous_sub_id');
  });

  it('omit differences smaller than the chart shows, and accept a category that is no longer listed', async () => {
    const asset = assetOf(await service().runCheck(OPERATOR, BTC_CHECK));
    const later = {
      ...asset,
      label_set_version: 'another',
      signals: { bwd: { ...asset.signals.bwd, scam: 0.0009, forgotten_word: 0.001 }, fwd: {} },
    };
    const changes = changesBetween(asset, later);
    expect(changes.signals.bwd).toEqual([
      { category: 'forgotten_word', title: 'forgotten_word', before: 0, after: 0.001 },
    ]);
    expect(changes.signals.fwd.map(({ category }) => category)).toEqual(['exchange_licensed', 'unknown_origin']);
    expect(changes.labels_changed).toBe(true);
    expect(changesBetween(asset, asset).signals).toEqual({ bwd: [], fwd: [] });
  });

  it('compare the origin and the payees of two results of version 3, and only the stars of two versions', async () => {
    const [before, after] = [resultOf3('five-stars'), resultOf3('two-stars')];
    const changes = changesBetween(before, after);
    expect(changes.riskscore).toEqual({ before: 5, after: 2 });
    expect(changes.total).toEqual({ before: 0, after: 65 });
    expect(changes.signals.bwd.map(({ category }) => category)).toEqual(['exchange_licensed', 'stolen_coins']);
    expect(changes.signals.fwd).toMatchObject([{ category: 'mixer', before: 0, after: 1 }]);
    const former = assetOf(await service().runCheck(OPERATOR, BTC_CHECK));
    const mixed = changesBetween(former, after);
    expect(mixed).toMatchObject({ method_changed: true, total: { before: null, after: null } });
    expect(mixed.signals).toEqual({ bwd: [], fwd: [] });
  });
});
