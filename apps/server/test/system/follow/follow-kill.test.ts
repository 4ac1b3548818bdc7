import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { ASSETS } from '@assay/domain';
import { type EvmStory, startEvmStory } from '@assay/testkit/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { evmNode } from '../../../src/modules/nodes/outside/evm/evm-node.ts';
import { databaseTroubleOf } from '../../../src/platform/db/index.ts';
import { COMMAND, COMPILE_CACHE } from '../../support/built-product.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { importEvmChain } from './import-evm-chain.ts';

const TICKERS = ['ETH', 'USDC', 'USDT'];

let story: EvmStory;
let followed: TestDatabase;
let imported: TestDatabase;

beforeAll(async () => {
  story = await startEvmStory();
  followed = await testDatabase();
  imported = await testDatabase();
}, 60_000);
afterAll(async () => {
  await followed?.drop();
  await imported?.drop();
  await story?.close();
});

const progress = async () => (await readFollowed(followed.pool))[0];
const heightOfNode = async () => Number(await story.rpc<string>('eth_blockNumber'));

it('a process that is killed with -9 is replaced when its lease ends, and nothing is lost or doubled', async () => {
  await importEvmChain(followed.pool, story, 'genesis');
  const args = ['--network', 'ETH', '--rpc', story.url, '--assets', TICKERS.join(','), '--from', '0'];
  const first = spawn(process.execPath, [COMMAND, 'follow', ...args], {
    env: { ...COMPILE_CACHE, DATABASE_URL: followed.url },
    stdio: 'ignore',
  });
  const height = await heightOfNode();
  await expect.poll(async () => (await progress())?.held?.height, { timeout: 60_000 }).toBe(height);
  expect((await progress())?.lease?.owner).toBe(`${hostname()}, process ${first.pid}`);

  const said: string[] = [];
  const stop = new AbortController();
  const assets = ASSETS.filter(({ network, ticker }) => network === 'ETH' && TICKERS.includes(ticker));
  const node = evmNode({ network: 'ETH', url: new URL(story.url), assets, traces: true });
  const second = followNetwork(
    { pool: followed.pool, node, databaseTroubleOf, say: (line) => said.push(line), progress: () => undefined },
    { network: 'ETH', assets: TICKERS, from: null, chain: null, until: null, owner: 'second', pollMs: 50 },
    stop.signal,
  );
  await expect.poll(() => said.join(' '), { timeout: 20_000 }).toContain(`is followed by ${hostname()}, process`);

  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  await story.send({ from: story.issuer, to: story.issuer, value: 1n });
  const after = await heightOfNode();
  await expect.poll(async () => (await progress())?.held?.height, { timeout: 60_000 }).toBe(after);
  expect((await progress())?.lease).toMatchObject({ owner: 'second', token: 2 });
  stop.abort();
  await second;
  await node.close?.();
  await importEvmChain(imported.pool, story, 'all');
  expect(await dumpLedgers(followed.pool)).toBe(await dumpLedgers(imported.pool));
}, 180_000);
