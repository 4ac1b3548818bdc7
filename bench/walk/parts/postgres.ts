import { METHOD_VERSIONS } from '@assay/exposure';
import type { Pool } from '../../../apps/server/src/platform/db/index.ts';
import { sized } from '../../size.ts';
import { FIXED } from '../figures.ts';
import { recursiveQuery } from '../peers/recursive-query.ts';
import { QUERY_TIMEOUT_SECONDS, timedQueries } from '../peers/timed-queries.ts';
import { openBenchDatabase } from '../postgres/database.ts';
import { ENDS_TABLE, type Filled, fillDatabase } from '../postgres/fill.ts';
import { checkOver } from '../postgres/one-check.ts';
import type { Section } from '../results.ts';
import { Rounds, timesOf } from '../statistics.ts';
import { snapshotsByVersion } from '../store/load-store.ts';
import { millions, ms, type PartContext } from './context.ts';

const ROUNDS = sized(3, 1);
/** Wallets of the recursive query. */
const QUERY_WALLETS = sized(60, 2);

/**
 * Checks over PostgreSQL by both versions of the method, one client, in alternating rounds, each beside a recursive query
 * over the same tables that ends where the version's labels absorb.
 */
export async function postgresPart(context: PartContext): Promise<Section> {
  const { graph, store, wallets, addresses, say } = context;
  const snapshots = snapshotsByVersion(store, graph);
  const database = await openBenchDatabase(`bench_${graph.transfers}_${graph.seed}`);
  try {
    say('filling PostgreSQL');
    const filled = await fillDatabase(database.pool, snapshots);
    const all = await measured(database.pipelined, addresses, ROUNDS, say);
    const few = await measured(database.pipelined, addresses.slice(0, QUERY_WALLETS), 1, say);
    const rows: Section['rows'][number][] = [];
    const figures: Record<string, number> = {};
    for (const version of METHOD_VERSIONS) {
      say(`the recursive query, version ${version}`);
      const peer = await timedQueries(database.pool, wallets.slice(0, QUERY_WALLETS), (direction, account) => [
        recursiveQuery(direction, ENDS_TABLE[version]),
        [account + 1, FIXED.threshold],
      ]);
      const own = all[version].times;
      const ratio = peer.times.p50 / few[version].times.p50;
      figures[`recursive-query-to-postgres-version-${version}`] = ratio;
      rows.push(
        {
          version,
          what: `PostgreSQL store, ${addresses.length} wallets`,
          ...shown(own),
          note: `${(1000 / own.mean).toFixed(0)} checks/s; limits ${version === '1' ? '5 ms, 80 checks/s' : '6 ms, 67 checks/s'}`,
        },
        { version, what: `PostgreSQL store, ${QUERY_WALLETS} wallets`, ...shown(few[version].times), note: '' },
        {
          version,
          what: `recursive query, ${QUERY_WALLETS} wallets`,
          ...shown(peer.times),
          note: `${peer.stopped} stopped after ${QUERY_TIMEOUT_SECONDS} s; p50 is ${ratio.toFixed(1)} times ours, limit 3`,
        },
      );
    }
    rows.push({
      version: '',
      what: 'bulk in: records, accounts and all their indexes',
      note: noteOf(filled, graph.transfers),
    });
    return { title: 'PostgreSQL, one client, both directions, milliseconds a check', rows, figures };
  } finally {
    await database.close();
  }
}

async function measured(pool: Pool, addresses: readonly string[], rounds: number, say: PartContext['say']) {
  const times = { '1': new Rounds(), '2': new Rounds() };
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const version of METHOD_VERSIONS) {
      times[version].add(await timesOf(addresses, (address) => checkOver(pool, address, version, FIXED)));
    }
  }
  return times;
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
