import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { OPERATOR } from './checks.policy.ts';
import { buildChecksService } from './checks.service.ts';
import { BTC_CHECK, checksDeps } from './test/check-fixture.ts';

describe('the result of a check', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('is the same bytes for the same records, labels and method, but for its id and time', async () => {
    const run = async (day: string) => {
      const clock = { now: () => new Date(day) };
      return buildChecksService(checksDeps(database.pool, { clock })).runCheck(OPERATOR, BTC_CHECK);
    };
    const first = await run('2026-01-01T00:00:00Z');
    const second = await run('2026-01-02T12:34:56Z');
    expect(second.subId).not.toBe(first.subId);
    expect(second.createdAt).not.toEqual(first.createdAt);
    expect(second.result).toBe(first.result);
    expect(first.result).not.toContain(first.subId);
  });

  it('is stored as it was made and read back byte for byte', async () => {
    const service = buildChecksService(checksDeps(database.pool));
    const made = await service.runCheck(OPERATOR, BTC_CHECK);
    const { rows } = await database.pool.query(
      'SELECT result, riskscore, method_version, label_set_version, tip_block, tip_time FROM checks WHERE sub_id = $1',
      [made.subId],
    );
    expect(rows[0]).toEqual({
      result: made.result,
      riskscore: 5,
      method_version: JSON.parse(made.result ?? '').method_version,
      label_set_version: '0123456789abcdef',
      tip_block: '840000',
      tip_time: new Date('2024-04-20T00:00:00Z'),
    });
    expect((await service.readCheck(made.subId)).result).toBe(made.result);
  });

  it('has an id of 128 random bits that nobody can guess from another', async () => {
    const service = buildChecksService(checksDeps(database.pool));
    const owners = Array.from({ length: 20 }, (_none, at) => ({ sub: `owner-${at}`, pays: false }));
    const ids = await Promise.all(owners.map((owner) => service.runCheck(owner, BTC_CHECK)));
    expect(new Set(ids.map(({ subId }) => subId)).size).toBe(20);
    for (const { subId } of ids) expect(subId).toMatch(/^[0-9a-f]{32}$/);
  });
});
