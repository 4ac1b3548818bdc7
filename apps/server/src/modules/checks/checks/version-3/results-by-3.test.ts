import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { OPERATOR } from '../checks.policy.ts';
import { assetOf, resultOf } from '../checks.presenter.ts';
import { buildChecksService } from '../checks.service.ts';
import { BTC_CHECK, checksDeps, fakeSnapshot } from '../test/check-fakes.ts';

describe('checks of a server that rates by version 3', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('store the result, give the reservation of a finding back, and are read again', async () => {
    const reviewedList = async () => ({ version: 'list', has: () => true });
    const snapshot = { ...fakeSnapshot, store: null };
    const service = buildChecksService(
      checksDeps(database.pool, {
        resultsBy3: { isOn: true, withSnapshot: (_asset, work) => work(snapshot), reviewedList },
      }),
    );
    const check = await service.runCheck(OPERATOR, BTC_CHECK);
    expect(check).toMatchObject({ status: 'done', riskscore: 0, charged: false });
    const stored = await service.readCheck(check.subId);
    expect(resultOf(stored)).toMatchObject({ schema: 'assay-result/3', finding: 'no_records', method_version: '3' });
    expect(() => assetOf(stored)).toThrow('Not found.');
    const again = await service.runCheck(OPERATOR, BTC_CHECK);
    expect(await service.changesOf(await service.readCheck(again.subId), OPERATOR.sub)).toMatchObject({
      method_changed: false,
      riskscore: { before: 0, after: 0 },
    });
  });
});
