import type { WalkOptions } from '@assay/exposure';
import type { AddressExposure } from '@assay/exposure/reference';
import { refreshDerivedLabels } from '../../apps/server/src/modules/records/index.ts';
import { derivePorts } from '../../apps/server/src/modules/records/transfers/refresh-after-change.ts';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { importBenchLabels } from '../labels.ts';
import { FIXED, meanOf } from '../walk/figures.ts';
import { timedQueries } from '../walk/peers/timed-queries.ts';
import type { BenchDatabase } from '../walk/postgres/database.ts';
import { checkOver } from '../walk/postgres/one-check.ts';
import { Rounds, type Times, timesOf } from '../walk/statistics.ts';
import type { LabelledAddress } from './chain/coin-chain.ts';
import { coinsQuery, fillCoinEnds } from './coins-query.ts';
import { meter, type Spent } from './meter.ts';

const BTC = { network: 'BTC', ticker: 'BTC' } as const;
/** Subjects have fewer records: services are labelled or known. */
const MOST_RECORDS = 20_000;
/** As a check asks: the threshold is lowered until R is 1% at most, within the method's number of states. */
export const AS_A_CHECK: WalkOptions = {};

/** What checks of some addresses took, on average except for the times. */
export interface Checked {
  readonly times: Times;
  readonly spent: Spent;
  readonly checks: number;
  /** Of both directions of each address, except for a query. */
  readonly states: number;
  readonly meanR: number;
  readonly p99R: number;
}

/** Stores labels as an operator does, and what the product derives of them and the records. */
export async function labelCoins(pool: Pool, labels: readonly LabelledAddress[], signal: AbortSignal): Promise<void> {
  const rows = labels.flatMap(({ address, party, category }) =>
    category === 'none' ? [] : [{ address, entity: `${category} ${party}`, category }],
  );
  await importBenchLabels(pool, rows, BTC.network);
  await refreshDerivedLabels(pool, derivePorts(pool), () => undefined, signal);
  await fillCoinEnds(pool);
  await pool.query('VACUUM ANALYZE label, derived_label');
}

/** How many labels there are of each kind, and addresses. */
export async function countLabels(pool: Pool) {
  const { rows } = await pool.query<{ given: number; derived: number; addresses: number }>(
    `SELECT (SELECT count(*) FROM label)::int AS given, (SELECT count(*) FROM derived_label)::int AS derived,
            (SELECT count(*) FROM accounts)::int AS addresses`,
  );
  return rows[0] ?? { given: 0, derived: 0, addresses: 0 };
}

/** Addresses to check: without a label, half drawn by their outputs and half evenly; always the same. */
export async function pickAddresses(pool: Pool, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `WITH drawn AS (
       (SELECT o.owner_id AS id, 0 AS half, md5(t.transaction_id || o.output_index) AS draw
          FROM coin_outputs o JOIN coin_transactions t ON t.id = o.created_by ORDER BY draw LIMIT 10 * $1)
       UNION ALL
       (SELECT id, 1, md5(address) FROM accounts ORDER BY 3 LIMIT 10 * $1)
     ), firsts AS (
       SELECT d.id, d.half, min(d.draw) AS draw FROM drawn d GROUP BY d.id, d.half
     ), ranked AS (
       SELECT a.id, a.address, f.half, row_number() OVER (PARTITION BY f.half ORDER BY f.draw) AS nth
         FROM firsts f JOIN accounts a ON a.id = f.id
        WHERE a.inflows + a.outflows < $2 AND NOT EXISTS (SELECT FROM bench_coin_ends e WHERE e.id = a.id)
          AND (f.half = 0 OR NOT EXISTS (SELECT FROM firsts o WHERE o.id = f.id AND o.half = 0))
     )
     SELECT address FROM ranked WHERE nth <= ceil($1 / 2.0) ORDER BY md5(address) LIMIT $1`,
    [count, MOST_RECORDS],
  );
  return rows.map(({ address }) => address);
}

/** Checks the addresses one after the other over the product's store, in several rounds. */
export async function checkCoins(
  { pool, pipelined }: BenchDatabase,
  addresses: readonly string[],
  options: WalkOptions,
  rounds: number,
): Promise<Checked> {
  const times = new Rounds();
  const found: AddressExposure[] = [];
  const measured = await meter(pool, pipelined);
  for (let round = 0; round < rounds; round += 1) {
    found.length = 0;
    times.add(
      await timesOf(addresses, async (address) => {
        found.push(await checkOver(pipelined, address, '1', options, BTC));
      }),
    );
  }
  const spent = await measured();
  const walks = found.flatMap(({ incoming, outgoing }) => [incoming, outgoing]).filter(({ records }) => records > 0);
  const byR = walks.map(({ residuals }) => residuals.not_followed).sort((a, b) => a - b);
  return {
    times: times.times,
    spent,
    checks: rounds * addresses.length,
    states: meanOf(walks.map(({ cut }) => cut.states)),
    meanR: meanOf(byR),
    p99R: byR[Math.floor(byR.length * 0.99)] ?? 0,
  };
}

/** The same addresses by the recursive query, in both directions; how many queries were stopped. */
export async function queryCoins(
  pool: Pool,
  addresses: readonly string[],
): Promise<Pick<Checked, 'times' | 'spent' | 'checks'> & { readonly stopped: number }> {
  const { rows } = await pool.query<{ id: string; address: string }>(
    'SELECT id, address FROM accounts WHERE address = ANY ($1)',
    [addresses],
  );
  const ids = new Map(rows.map(({ id, address }) => [address, id]));
  const measured = await meter(pool);
  const timed = await timedQueries(pool, addresses, (direction, address) => [
    coinsQuery(direction),
    [ids.get(address), FIXED.threshold],
  ]);
  return { ...timed, spent: await measured(), checks: addresses.length };
}
