import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { wireChecks } from '../../apps/server/src/app/composition/checks.ts';
import { OPERATOR } from '../../apps/server/src/modules/checks/index.ts';
import { importLabels } from '../../apps/server/src/modules/labels/index.ts';
import { importTransfers } from '../../apps/server/src/modules/records/index.ts';
import { withStandbys } from '../../apps/server/src/modules/warehouse/outside/open-standbys.ts';
import { standbysOf } from '../../apps/server/src/modules/warehouse/standbys/read-standbys.ts';
import { migrate, openPool, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { address, EXCHANGE, payments } from '../../apps/server/test/support/made-records.ts';
import { openReplicatedPostgres } from '../../apps/server/test/support/standby.ts';
import { print, quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';

/** Whole checks with 0, 1 and 3 standbys: what a check costs the primary, the standbys and the product. */
const RECORDS = sized(4_000, 1_000);
const CHECKS = sized(30, 4);
const ROUNDS = sized(3, 1);
const AT_ONCE = 4;
const STANDBYS = [0, 1, 3] as const;

const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-replicas-'));
const postgres = await openReplicatedPostgres({ standbys: 3 });
const primary = openPool(postgres.primaryUrl);
const standbys = postgres.standbyUrls.map((url) => openPool(url, { maxConnections: 1 }));
let asked = 0;

async function prepare(): Promise<void> {
  await migrate(postgres.primaryUrl);
  const [labels, records] = [path.join(folder, 'labels.jsonl'), path.join(folder, 'records.csv')];
  const line = { network: 'ETH', address: EXCHANGE, entity: 'Somebody', category: 'exchange_licensed', confidence: 90 };
  await writeFile(labels, JSON.stringify({ ...line, source_date: '2024-01-01' }));
  await importLabels(primary, { format: 'jsonl', locations: [labels], setName: 'bench', origin: 'import' });
  await writeFile(records, payments('USDT', 1, RECORDS));
  const signal = AbortSignal.timeout(120_000);
  await importTransfers(primary, { format: 'csv', network: null, asset: null, files: [records], signal });
  await primary.query('VACUUM ANALYZE');
  const caughtUp = async () =>
    (await primary.query('SELECT FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()')).rowCount === 3;
  while (!(await caughtUp())) await sleep(100);
}

/** A server of the product that knows so many standbys, and what it answered. */
function open(standbys: number) {
  const { host } = new URL(postgres.primaryUrl);
  const hosts = postgres.standbyUrls.slice(0, standbys).map((url) => new URL(url).host);
  const url = postgres.primaryUrl.replace(host, hosts.join(','));
  const facts = { standbys: new Map(standbys === 0 ? [] : [['main', url]]), mostLagSeconds: 10 };
  const { pool, close } = withStandbys(openPool(postgres.primaryUrl), facts);
  const failed = (fault: object, message: string): never => {
    throw new Error(`${message}: ${JSON.stringify(fault)}`);
  };
  return { standbys, pool, close, checks: wireChecks(pool, { warn: failed, error: failed }).checks };
}

async function answeredBy(pool: Pool): Promise<{ readonly primary: number; readonly standbys: readonly number[] }> {
  const facts = await standbysOf(pool).get('main')?.look();
  return { primary: facts?.answeredByPrimary ?? 0, standbys: facts?.hosts.map(({ answered }) => answered) ?? [] };
}

type Opened = ReturnType<typeof open>;

async function runChecks({ checks }: Opened, count: number): Promise<void> {
  let left = count;
  const person = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      asked += 1;
      const request = { address: address((asked % 90) + 3), ticker: 'USDT', parent: 'ETH' } as const;
      const { status } = await checks.runCheck(OPERATOR, request, { answerWithinMs: 120_000 });
      if (status !== 'done') throw new Error(`A check is ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, person));
}

interface Cost {
  readonly product: number;
  readonly primary: number;
  readonly standbys: number;
}

try {
  await prepare();
  const spent = async (): Promise<Cost> => {
    const { user, system } = process.cpuUsage();
    const [own = 0, ...others] = await Promise.all([primary, ...standbys].map(processorOfServer));
    const ofStandbys = others.reduce((sum, one) => sum + one, 0);
    return { product: (user + system) / 1_000, primary: own * 1_000, standbys: ofStandbys * 1_000 };
  };
  const ways = STANDBYS.map(open);
  for (const way of ways) await runChecks(way, AT_ONCE);
  const costs = new Map<Opened, Cost[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const before = await spent();
      await runChecks(way, CHECKS);
      const after = await spent();
      costs.get(way)?.push({
        product: (after.product - before.product) / CHECKS,
        primary: (after.primary - before.primary) / CHECKS,
        standbys: (after.standbys - before.standbys) / CHECKS,
      });
    }
  }
  const medians = ways.map((way) => {
    const own = costs.get(way) ?? [];
    const of = (part: keyof Cost) => quantile(own.map((one) => one[part]));
    return { way, product: of('product'), primary: of('primary'), standbys: of('standbys') };
  });
  const [alone] = medians;
  print(
    '| Servers | Checks answered by the primary, by each standby | Processor of a check, ms: product | primary | all standbys | Ratio: primary | all of PostgreSQL | product |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { way, product, primary: own, standbys: others } of medians) {
    const answered = await answeredBy(way.pool);
    const all = ROUNDS * CHECKS + AT_ONCE;
    const share = (count: number): string => `${((100 * count) / all).toFixed(0)}%`;
    const shares = way.standbys === 0 ? ['100%'] : [answered.primary, ...answered.standbys].map(share);
    const ratios = [
      own / (alone?.primary ?? 0),
      (own + others) / (alone?.primary ?? 0),
      product / (alone?.product ?? 0),
    ];
    print(
      `| ${[way.standbys + 1, shares.join(', '), ...[product, own, others].map((ms) => ms.toFixed(1)), ...ratios.map((one) => one.toFixed(2))].join(' | ')} |`,
    );
    if (way.standbys > 0) {
      figure(`primary-ratio-of-${way.standbys + 1}`, own / (alone?.primary ?? 1));
      figure(`postgres-ratio-of-${way.standbys + 1}`, (own + others) / (alone?.primary ?? 1));
    }
  }
  for (const { pool, close } of ways) {
    await close();
    await pool.end();
  }
} finally {
  await Promise.all([primary, ...standbys].map((pool) => pool.end()));
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
