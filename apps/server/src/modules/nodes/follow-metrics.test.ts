import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { followMetrics } from './follow-metrics.ts';

const database = await testDatabase();
afterAll(() => database.drop());

let now = Date.now();
const registry = new Registry();
for (const metric of followMetrics(database.pool, () => now)) registry.registerMetric(metric);

async function scrape(): Promise<ReadonlyMap<string, number>> {
  now += 6_000;
  const lines = (await registry.metrics()).matchAll(/^(assay_follow_\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

it('states nothing while no network is followed', async () => {
  expect(await scrape()).toEqual(new Map());
});

it('states how far a network is followed, by whom, and what went wrong', async () => {
  await database.pool.query(
    `INSERT INTO followed_networks (network, identity, assets, from_height, height, hash, parent_hash, time, state,
       node_height, node_time, node_said_at, run_by, token, lease_until, problem, problem_at)
     VALUES ('TRX', 'x', '{TRX}', 0, 90, 'h', 'p', extract(epoch FROM now())::bigint - 60, 'at-tip',
       97, extract(epoch FROM now())::bigint, now(), 'here', 1, now() + interval '15 seconds', 'it is gone',
       now() - interval '2 minutes'),
     ('BTC', 'y', '{BTC}', 0, NULL, NULL, NULL, NULL, 'stopped', NULL, NULL, NULL, NULL, 3, NULL, NULL, NULL)`,
  );
  await database.pool.query(
    `INSERT INTO followed_reorganisations (network, number, height, depth, records) VALUES ('TRX', 7, 80, 3, 12)`,
  );
  await database.pool.query(`INSERT INTO followed_faults (network, kind, count) VALUES ('TRX', 'unreachable', 5)`);
  const values = await scrape();
  const about = (name: string, value: number, within = 5): void => {
    expect(values.get(name), name).toBeGreaterThanOrEqual(value - within);
    expect(values.get(name), name).toBeLessThanOrEqual(value + within);
  };
  expect(values.get('assay_follow_blocks_behind{network="TRX"}')).toBe(7);
  expect(values.get('assay_follow_height{network="TRX"}')).toBe(90);
  expect(values.get('assay_follow_state{network="TRX",state="at-tip"}')).toBe(1);
  expect(values.get('assay_follow_state{network="BTC",state="stopped"}')).toBe(1);
  expect(values.get('assay_follow_lease_seconds{network="BTC"}')).toBe(0);
  expect(values.has('assay_follow_height{network="BTC"}')).toBe(false);
  expect(values.get('assay_follow_reorganisations{network="TRX"}')).toBe(7);
  expect(values.get('assay_follow_last_reorganisation_depth{network="TRX"}')).toBe(3);
  expect(values.get('assay_follow_faults{network="TRX",kind="unreachable"}')).toBe(5);
  about('assay_follow_seconds_behind{network="TRX"}', 60);
  about('assay_follow_problem_seconds{network="TRX"}', 120);
  about('assay_follow_lease_seconds{network="TRX"}', 12);
});

it('forgets what is no longer so', async () => {
  await database.pool.query(`UPDATE followed_networks SET state = 'waiting' WHERE network = 'TRX'`);
  const values = await scrape();
  expect(values.get('assay_follow_state{network="TRX",state="waiting"}')).toBe(1);
  expect(values.has('assay_follow_state{network="TRX",state="at-tip"}')).toBe(false);
});
