import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ASSETS } from '@assay/domain';
import type { Exchange } from '../../apps/server/src/modules/chains/outside/providers/http-exchange.ts';
import { followNetwork } from '../../apps/server/src/modules/nodes/follow/follow-network.ts';
import { evmNode } from '../../apps/server/src/modules/nodes/outside/evm/evm-node.ts';
import { importTransfers, isTransferFormat, recordsHeld } from '../../apps/server/src/modules/records/index.ts';
import { databaseTroubleOf, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { print } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { openBenchDatabase } from '../walk/postgres/database.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';
import { answersOf, filesOf, makeBlocks } from './chain.ts';

/**
 * Following an EVM node, from its answers as texts of JSON to stored records, beside importing the same blocks from files
 * of ethereum-etl. What the node itself and the network take is left out: the answers are in memory.
 */
const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: sized('600', '12') },
    payments: { type: 'string', default: sized('150', '10') },
    rounds: { type: 'string', default: sized('2', '1') },
  },
});
const TICKERS = ['ETH', 'USDT'];
const signal = AbortSignal.timeout(3_600_000);

const blocks = makeBlocks(Number(values.blocks), Number(values.payments));
const answers = blocks.map(answersOf);
const files = filesOf(blocks);

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers as a node would, from the texts that were prepared. */
const exchange: Exchange = {
  send: async ({ body }) => {
    const asked = JSON.parse(body ?? '') as Question | readonly Question[];
    const text = Array.isArray(asked) ? `[${asked.map(answerTo).join(',')}]` : answerTo(asked as Question);
    return { status: 200, retryAfter: null, text };
  },
  close: async () => undefined,
};

function answerTo({ id, method, params: [tag, isFull] }: Question): string {
  const result = (text: string | undefined): string => `{"jsonrpc":"2.0","id":${id},"result":${text ?? 'null'}}`;
  if (method === 'eth_chainId') return result('"0x1"');
  if (method === 'eth_syncing') return result('false');
  const height = tag === 'latest' || tag === 'finalized' ? answers.length - 1 : Number(tag);
  const isHeader = method === 'eth_getBlockByNumber' && isFull !== true;
  return result(answers[height]?.[isHeader ? 'header' : method]);
}

async function follow(pool: Pool): Promise<void> {
  const assets = ASSETS.filter(({ network, ticker }) => network === 'ETH' && TICKERS.includes(ticker));
  const node = evmNode({ network: 'ETH', url: new URL('http://node.example'), assets, traces: true }, exchange);
  await followNetwork(
    { pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined },
    { network: 'ETH', assets: TICKERS, from: 0, chain: null, until: blocks.length - 1, owner: 'bench' },
    signal,
  );
}

async function importFiles(pool: Pool): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-follow-'));
  for (const [table, content] of Object.entries(files)) {
    const format = `ethereum-etl-${table.replaceAll('_', '-')}`;
    if (!isTransferFormat(format)) throw new Error(`There is no format ${format}`);
    const file = path.join(folder, `${table}.csv`);
    await writeFile(file, content);
    await importTransfers(pool, { format, network: null, asset: null, files: [file], again: true, signal });
  }
  await rm(folder, { recursive: true });
}

interface Measured {
  readonly seconds: number;
  readonly own: number;
  readonly server: number;
  readonly records: number;
}

async function measure(pool: Pool, work: (pool: Pool) => Promise<void>): Promise<Measured> {
  await pool.query(
    `TRUNCATE followed_networks, followed_blocks, ledgers, accounts, transfers, evm_blocks, evm_transactions,
              staged_transfers, transfer_imports CASCADE`,
  );
  const began = performance.now();
  const own = process.cpuUsage();
  const server = await processorOfServer(pool);
  await work(pool);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(own);
  const records = (await recordsHeld(pool)).reduce((sum, held) => sum + held.records, 0);
  return { seconds, own: (user + system) / 1e6, server: (await processorOfServer(pool)) - server, records };
}

const WAYS = [
  { name: 'followed', work: follow },
  { name: 'imported from files', work: importFiles },
] as const;

const database = await openBenchDatabase('bench_follow');
try {
  const { pool } = database;
  const best = new Map<string, Measured>();
  // In alternation: what else runs on the machine then meets both.
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { name, work } of WAYS) {
      const measured = await measure(pool, work);
      const before = best.get(name);
      if (before === undefined || measured.own + measured.server < before.own + before.server) best.set(name, measured);
    }
  }
  print(`${blocks.length} blocks of ${values.payments} payments, half in the coin and half in a token`);
  print('');
  print('| | Blocks/s | Records/s | Our processor, µs a record | PostgreSQL, µs a record |');
  print('| --- | --- | --- | --- | --- |');
  for (const [name, { seconds, own, server, records }] of best) {
    const cells = [blocks.length / seconds, records / seconds, (own / records) * 1e6, (server / records) * 1e6];
    print(`| ${name} | ${cells.map((cell) => cell.toFixed(cell < 10 ? 1 : 0)).join(' | ')} |`);
  }
  const [followed, imported] = WAYS.map(({ name }) => best.get(name));
  if (followed === undefined || imported === undefined) throw new Error('Nothing was measured');
  if (followed.records !== imported.records) {
    throw new Error(`${followed.records} records were followed, ${imported.records} imported`);
  }
  figure('records-per-second', followed.records / followed.seconds);
  figure('of-import-processor', (followed.own + followed.server) / (imported.own + imported.server));
} finally {
  await database.close();
}
