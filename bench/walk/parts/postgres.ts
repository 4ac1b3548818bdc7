import { exposureOf } from '@assay/exposure';
import { inSnapshot, type Pool } from '../../../apps/server/src/db/index.ts';
import { KnownLabels, labelSetState } from '../../../apps/server/src/features/labels/index.ts';
import { openTransferStore } from '../../../apps/server/src/features/transfers/index.ts';
import { sized } from '../../size.ts';
import { FIXED } from '../figures.ts';
import { recursiveQuery } from '../peers/recursive-query.ts';
import { openBenchDatabase } from '../postgres/database.ts';
import { BENCH_ASSET, type Filled, fillDatabase } from '../postgres/fill.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { labelStore } from '../store/load-store.ts';
import { millions, ms, type PartContext } from './context.ts';

const ROUNDS = sized(3, 1);
/** Wallets of the recursive query, and how long it may take for one. */
const QUERY_WALLETS = sized(60, 2);
const QUERY_TIMEOUT_MS = 20_000;

/** Checks over PostgreSQL, one client, beside a recursive query over the same tables. */
export async function postgresPart(context: PartContext): Promise<Section> {
  const { graph, store, wallets, addresses, say } = context;
  labelStore(store, graph, 'version 1');
  const database = await openBenchDatabase(`bench_${graph.transfers}_${graph.seed}`);
  try {
    say('filling PostgreSQL');
    const filled = await fillDatabase(database.pool, store.snapshot());
    const ours = new Rounds();
    let inMs = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`round ${round} of ${ROUNDS}`);
      const times: number[] = [];
      for (const address of addresses) {
        const began = performance.now();
        await check(database.pool, address);
        times.push(performance.now() - began);
      }
      inMs = times.reduce((sum, time) => sum + time, 0);
      ours.add(times);
    }
    say('the recursive query');
    const peer = await recursive(database.pool, wallets.slice(0, QUERY_WALLETS));
    const own = ours.times;
    const few = new Rounds();
    few.add(await timesOf(addresses.slice(0, QUERY_WALLETS), (address) => check(database.pool, address)));
    return {
      title: 'PostgreSQL, one client, both directions, milliseconds a check',
      rows: [
        {
          what: `PostgreSQL store, ${addresses.length} wallets`,
          ...shown(own),
          note: `${((1000 * addresses.length) / inMs).toFixed(0)} checks/s; limits 5 ms, 80 checks/s`,
        },
        { what: `PostgreSQL store, ${QUERY_WALLETS} wallets`, ...shown(few.times), note: '' },
        {
          what: `recursive query, ${QUERY_WALLETS} wallets`,
          ...shown(peer.times),
          note: `${peer.stopped} stopped after ${QUERY_TIMEOUT_MS / 1000} s; p50 is ${(peer.times.p50 / few.times.p50).toFixed(1)} times ours, limit 3`,
        },
        { what: 'bulk in: records, accounts and all their indexes', note: noteOf(filled, graph.transfers) },
      ],
    };
  } finally {
    await database.close();
  }
}

function noteOf(filled: Filled | null, transfers: number): string {
  if (filled === null) return 'filled by an earlier run';
  const { seconds, ownSeconds, serverSeconds } = filled;
  const busy = `processor: ${ownSeconds.toFixed(1)} s ours, ${serverSeconds.toFixed(1)} s the connection's`;
  return `${millions(transfers / seconds)}; limit 0.4 M/s; ${busy}`;
}

function shown({ p50, p90, p99, mean }: Rounds['times']) {
  return { p50: ms(p50), p90: ms(p90), p99: ms(p99), mean: ms(mean) };
}

/** As the product keeps them. */
const known = new KnownLabels();

async function check(pool: Pool, address: string): Promise<void> {
  const { network, ticker } = BENCH_ASSET;
  await inSnapshot(pool, async (client) => {
    const { digest } = await labelSetState(client);
    const labels = known.at(client, digest, ticker);
    const opened = await openTransferStore(client, labels, network, ticker);
    if (opened === null || (await exposureOf(opened.store, address, FIXED)) === null)
      throw new Error(`${address} is unknown`);
  });
}

async function timesOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  }
  return times;
}

async function recursive(pool: Pool, wallets: readonly number[]) {
  const rounds = new Rounds();
  let stopped = 0;
  const client = await pool.connect();
  try {
    await client.query(`SET statement_timeout = ${QUERY_TIMEOUT_MS}`);
    rounds.add(
      await timesOf(wallets, async (account) => {
        for (const direction of ['bwd', 'fwd'] as const) {
          try {
            await client.query(recursiveQuery(direction), [account + 1, FIXED.threshold]);
          } catch (error) {
            if (!(error instanceof Error && /statement timeout/.test(error.message))) throw error;
            stopped += 1;
          }
        }
      }),
    );
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
  return { times: rounds.times, stopped };
}
