import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openVisitors } from '../checks/visitors.ts';
import { sized } from '../size.ts';
import { auditBooks } from './books.ts';
import { Client, until } from './client.ts';
import { count, counted, type DrillRun } from './drill.ts';
import { openInstallation, type Server } from './installation.ts';
import { atExit } from './leftovers.ts';

const HOUR_MS = 3_600_000;
/** Of each user: as many may be unfinished at a time. */
const CHECKS = sized(6, 2);
/** So that a check lasts over several looks for interrupted ones, which every server takes every five seconds. */
const ANSWER_TAKES_MS = sized(700, 100);
const ENDED_WITHIN_MS = 240_000;

/**
 * Of two servers on one PostgreSQL one has a clock that is an hour ahead, and that of the other jumps an hour while its
 * checks run. Leases follow the database's clock: neither takes a running check for an interrupted one.
 */
export async function clock(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  const chain = await openChain(2 * CHECKS, run.random.below(1_000_000));
  try {
    const settings = { LIVE_CHAINS: 'on', LIVE_SECONDS: '15', CHAIN_SOURCES: `ETH=etherscan:${chain.url}` };
    const preload = new URL('./shifted-clock.ts', import.meta.url);
    const [jumps, ahead] = await Promise.all([
      installation.start('jumps', settings, preload),
      installation.start('ahead', { ...settings, DRILL_CLOCK_AHEAD_MS: String(HOUR_MS) }, preload),
    ]);
    const { pool } = installation;
    const now = await openVisitors(pool).signInWith('now', CHECKS);
    const later = { now: () => new Date(Date.now() + HOUR_MS) };
    const inAnHour = await openVisitors(pool, later).signInWith('later', CHECKS);
    const client = new Client(run.fault);
    const begin = ({ url }: Server, { authorization }: typeof now, wallets: readonly string[]) =>
      wallets.map((address) =>
        client.post(`${url}/api/monitor/check`, { address, ticker: 'USDT', parent: 'ETH' }, { authorization }),
      );
    const answers = [
      ...begin(jumps, now, chain.wallets.slice(0, CHECKS)),
      ...begin(ahead, inAnHour, chain.wallets.slice(CHECKS, 2 * CHECKS)),
    ];
    const states = async (): Promise<ReadonlyMap<string, number>> => {
      const { rows } = await pool.query<{ status: string; n: number }>(
        'SELECT status, count(*)::integer AS n FROM checks GROUP BY status',
      );
      return new Map(rows.map(({ status, n }) => [status, n]));
    };
    // What a server refuses for want of slots is not begun.
    const isRunning = await until(async () => ((await states()).get('running') ?? 0) >= 2, ENDED_WITHIN_MS);
    if (!isRunning) run.fault('no check was running when the clock jumped');
    jumps.product.child.send({ clockAheadMs: HOUR_MS });
    const running = (await states()).get('running') ?? 0;
    const statuses = new Map<string, number>();
    for (const answer of await Promise.all(answers)) count(statuses, String(answer.status));
    const books = await auditBooks(run, installation.cluster.databaseUrl);
    const ended = await states();
    const failed = ended.get('failed') ?? 0;
    if (failed > 0) run.fault(`${failed} checks failed`);
    return `${2 * CHECKS} checks on two servers, ${running} running when a clock jumped an hour ahead: ${counted(ended)}, answers ${counted(statuses)}; ${books}`;
  } finally {
    chain.child.kill();
    await installation.close();
  }
}

interface Chain {
  readonly child: ChildProcess;
  readonly url: string;
  readonly wallets: readonly string[];
}

async function openChain(wallets: number, seed: number): Promise<Chain> {
  const api = fileURLToPath(new URL('../on-demand/api.ts', import.meta.url));
  const child = fork(api, [String(wallets), String(seed), String(ANSWER_TAKES_MS)]);
  atExit(() => child.kill());
  const [message] = (await once(child, 'message')) as [{ readonly port: number; readonly wallets: readonly string[] }];
  return { child, url: `http://127.0.0.1:${message.port}`, wallets: message.wallets };
}
