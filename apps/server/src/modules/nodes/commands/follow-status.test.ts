import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { registerFollow } from './follow.ts';

describe('assay follow status', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => database.pool.query('TRUNCATE followed_networks CASCADE'));
  afterAll(() => database.drop());

  async function run(...options: string[]) {
    const lines: string[] = [];
    const program = new Command().exitOverride();
    registerFollow(program, {
      config: readConfig({}),
      environment: {},
      openDatabase: async () => database.pool,
      out: (text) => void lines.push(text),
      err: (text) => void lines.push(text),
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    let failure: unknown = null;
    try {
      await program.parseAsync(['node', 'assay', 'follow', 'status', ...options]);
    } catch (error) {
      failure = error;
    }
    return { text: lines.join('\n'), failure };
  }

  const followed = (change: string, values: readonly unknown[] = []) =>
    database.pool
      .query(
        `INSERT INTO followed_networks (network, identity, assets, from_height, height, hash, parent_hash, time, final_height,
         state, node, node_height, node_time, node_said_at, blocks_per_second, records_per_second, run_by, token, lease_until)
       VALUES ('TRX', 'x', '{TRX,USDT}', 0, 1000, 'h', 'p', 1700000000, 981, 'catching-up', 'node.example:8090', 73000,
         1700216000, now(), 20, 4000, 'here, process 7', 3, now() + interval '15 seconds')`,
      )
      .then(() => (change === '' ? null : database.pool.query(`UPDATE followed_networks SET ${change}`, [...values])));

  it('says that no network is followed', async () => {
    const { text, failure } = await run();
    expect(text).toMatch(/^No network is followed/);
    expect(failure).toBeNull();
  });

  it('says how far a network is, with pace, time left, owner and what is missing', async () => {
    await followed(`lacks = '{internal}', compared_with = 'other.example', compared_height = 998`);
    const { text, failure } = await run();
    expect(failure).toBeNull();
    expect(text).toContain('TRX  Tron: catching up');
    expect(text).toMatch(/stored +block 1,000 of 2023-11-14 22:13:20 UTC, \d+ d old, 72,000 blocks behind/);
    expect(text).toMatch(/node +node\.example:8090, at block 73,000 of 2023-11-17 10:13:20 UTC, asked at /);
    expect(text).toMatch(/final +up to block 981/);
    expect(text).toMatch(/compared +with other\.example, the same up to block 998/);
    expect(text).toMatch(/pace +20\.0 blocks and 4,000 records a second, 60 min left/);
    expect(text).toMatch(/followed by +here, process 7, as owner 3/);
    expect(text).toMatch(/not provided +transfers by contracts/);
    expect(text).toMatch(/reorganised +never/);
  });

  it('says how far an added asset is loaded, and why it is not', async () => {
    await followed('');
    const add = (values: string) =>
      database.pool.query(
        `INSERT INTO followed_additions (network, ticker, from_height, height, hash, joined_at, blocks_per_second, problem, problem_at)
         VALUES ('TRX', ${values})`,
      );
    await add(`'USDD', 0, 400, 'h', NULL, 2, NULL, NULL`);
    await add(`'TUSD', 7, NULL, NULL, NULL, NULL, 'no logs', now() - interval '1 hour'`);
    await add(`'USDC', 7, 300, 'h', now(), NULL, NULL, NULL`);
    const { text, failure } = await run();
    expect(text).toMatch(/added +USDD, loaded from block 0: block 400 of 1,000, 2 blocks a second, 5 min left/);
    expect(text).toMatch(/added +TUSD, loaded from block 7: not begun; no logs \(since /);
    expect(text).not.toContain('USDC');
    expect(failure).toMatchObject({ message: 'Stuck: TRX.' });
  });

  it('says when it was reorganised last, and which faults there were', async () => {
    await followed('');
    await database.pool.query(
      `INSERT INTO followed_reorganisations (network, number, at, height, depth, records)
       VALUES ('TRX', 1, '2026-01-01T00:00:00Z', 700, 1, 5), ('TRX', 2, '2026-02-01T00:00:00Z', 800, 3, 9)`,
    );
    await database.pool.query(
      `INSERT INTO followed_faults (network, kind, count, last_at) VALUES ('TRX', 'limited', 12, '2026-02-02T00:00:00Z')`,
    );
    const { text } = await run();
    expect(text).toMatch(/reorganised +2 times; last 2026-02-01 00:00:00 UTC, 3 blocks after block 800/);
    expect(text).toMatch(/faults +limited 12, last 2026-02-02 00:00:00 UTC/);
  });

  it.each([
    ['its process is gone for long', `lease_until = now() - interval '1 s', updated_at = now() - interval '6 min'`],
    ['its problem lasts', `problem = 'It is away', problem_at = now() - interval '6 min', state = 'waiting'`],
    [
      'its process ended with a problem',
      `problem = 'Wrong chain', problem_at = now(), run_by = NULL, lease_until = NULL`,
    ],
  ])('ends with 1 where a network is stuck: %s', async (_why, change) => {
    await followed(change);
    const { text, failure } = await run();
    expect(failure).toBeInstanceOf(CommandError);
    expect(failure).toMatchObject({ exitCode: 1 });
    expect(String(failure)).toContain('Stuck: TRX.');
    if (change.includes('problem =')) expect(text).toMatch(/problem +(It is away|Wrong chain) \(since /);
  });

  it('ends with 0 while a process takes over, or a problem is new', async () => {
    await followed(`lease_until = now() - interval '1 s', updated_at = now()`);
    expect((await run()).failure).toBeNull();
    await database.pool.query('TRUNCATE followed_networks CASCADE');
    await followed(`problem = 'It is away', problem_at = now(), state = 'waiting'`);
    expect((await run()).failure).toBeNull();
  });

  it('prints the same as JSON', async () => {
    await followed(`run_by = NULL, lease_until = NULL, problem = 'Wrong chain', problem_at = now()`);
    const { text, failure } = await run('--json');
    expect(failure).toBeInstanceOf(CommandError);
    const [one] = JSON.parse(text).networks;
    expect(one).toMatchObject({
      network: 'TRX',
      state: 'stopped',
      held: { height: 1000, hash: 'h' },
      blocksBehind: 72_000,
      stuck: 'problem',
      lease: null,
      history: { reorganisations: 0, lastReorganisation: null, faults: [] },
    });
  });
});
