import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Direction, walk } from '@assay/exposure';
import { importLabels, labelSetState, labelsOf } from '../../apps/server/src/modules/labels/index.ts';
import {
  importTransfers,
  inLedgerSnapshot,
  ledgerTables,
  openTransferStore,
} from '../../apps/server/src/modules/records/index.ts';
import { moveLedger } from '../../apps/server/src/modules/warehouse/placement/move/move-ledger.ts';
import { inSnapshot, type PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { openLedgerServersForTest } from '../../apps/server/test/support/ledger-servers.ts';
import { address, EXCHANGE, payments } from '../../apps/server/test/support/made-records.ts';
import { print, quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';

/** Labels of a ledger on a server of its own: from its copy in the same snapshot, beside asking the main database. */
const RECORDS = sized(6_000, 2_000);
const PAIRS = sized(40, 3);
const IMPORTS = sized(15, 2);
const USDT = { network: 'ETH', ticker: 'USDT' } as const;
const DIRECTIONS: readonly Direction[] = ['bwd', 'fwd'];

const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-placement-'));
const servers = await openLedgerServersForTest();
const { pool } = servers;
const { signal } = new AbortController();

/** Milliseconds from the end of a label import until a check on the server of the ledger has its labels. */
async function arrival(at: number): Promise<number> {
  const file = path.join(folder, `labels-${at}.jsonl`);
  const line = { network: 'ETH', address: address(500 + at), entity: `Entity ${at}`, category: 'scam', confidence: 90 };
  await writeFile(file, JSON.stringify({ ...line, source_date: '2024-01-01' }));
  await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'arriving', origin: 'import' });
  const from = performance.now();
  const { digest } = await inSnapshot(pool, labelSetState);
  while ((await inLedgerSnapshot(pool, USDT, labelSetState)).digest !== digest) await sleep(1);
  return performance.now() - from;
}

async function prepare(): Promise<void> {
  const [labels, records] = [path.join(folder, 'labels.jsonl'), path.join(folder, 'records.csv')];
  const line = { network: 'ETH', address: EXCHANGE, entity: 'Somebody', category: 'exchange_licensed', confidence: 90 };
  await writeFile(labels, JSON.stringify({ ...line, source_date: '2024-01-01' }));
  await importLabels(pool, { format: 'jsonl', locations: [labels], setName: 'bench', origin: 'import' });
  await moveLedger(pool, USDT, 'db2', {
    tables: ledgerTables,
    urlOf: (name) => servers.urls.get(name) ?? '',
    progress: () => undefined,
    signal,
  });
  await writeFile(records, payments('USDT', 1, RECORDS));
  await importTransfers(pool, { format: 'csv', network: null, asset: null, files: [records], signal });
}

/** Both walks of a subject, asking for the labels of each round on `labels`, as a walk in a thread does. */
async function walkBoth(records: PoolClient, labels: PoolClient, subject: string): Promise<void> {
  await labelSetState(labels);
  const port = {
    labelsOf: (network: string, asked: readonly string[]) => labelsOf(labels, network, asked, USDT.ticker),
  };
  const held = await openTransferStore(records, port, USDT.network, USDT.ticker);
  const facts = (await held?.store.subject(subject)) ?? null;
  if (held === null || facts === null) throw new Error('The subject has no records');
  for (const direction of DIRECTIONS) await walk(held.store, facts, direction, {});
}

const ways = {
  copy: (subject: string) => inLedgerSnapshot(pool, USDT, (client) => walkBoth(client, client, subject)),
  main: (subject: string) =>
    inSnapshot(pool, (main) => inLedgerSnapshot(pool, USDT, (client) => walkBoth(client, main, subject))),
} as const;

async function measured(work: () => Promise<void>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - from, cpuMs: (user + system) / 1_000 };
}

try {
  await prepare();
  for (const way of [ways.copy, ways.main]) await way(address(5));
  const ratios: { readonly ms: number; readonly cpu: number }[] = [];
  const usual: { readonly copy: number; readonly main: number }[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const subject = address((pair % 80) + 3);
    // Which goes first changes: the second finds pages that the first has read.
    const isCopyFirst = pair % 2 === 0;
    const first = await measured(() => ways[isCopyFirst ? 'copy' : 'main'](subject));
    const second = await measured(() => ways[isCopyFirst ? 'main' : 'copy'](subject));
    const [copy, main] = isCopyFirst ? [first, second] : [second, first];
    ratios.push({ ms: main.ms / copy.ms, cpu: main.cpuMs / copy.cpuMs });
    usual.push({ copy: copy.ms, main: main.ms });
  }
  const ms = quantile(ratios.map((one) => one.ms));
  const cpu = quantile(ratios.map((one) => one.cpu));
  print('| Labels | Connections of a check | Time, usual, ms | Ratio of time | Ratio of processor (product) |');
  print('| --- | --- | --- | --- | --- |');
  print(`| in the snapshot of the records | 1 | ${quantile(usual.map((one) => one.copy)).toFixed(1)} | 1 | 1 |`);
  print(
    `| asked of the main database | 2 | ${quantile(usual.map((one) => one.main)).toFixed(1)} | ${ms.toFixed(2)} | ${cpu.toFixed(2)} |`,
  );
  figure('main-to-copy-ratio', ms);
  const arrivals: number[] = [];
  for (let at = 0; at < IMPORTS; at += 1) arrivals.push(await arrival(at));
  print('');
  print('| A label import counts on the ledger server after | ms |');
  print('| --- | --- |');
  print(`| usual | ${quantile(arrivals).toFixed(0)} |`);
  print(`| longest | ${Math.max(...arrivals).toFixed(0)} |`);
} finally {
  await servers.close();
  await rm(folder, { recursive: true, force: true });
}
