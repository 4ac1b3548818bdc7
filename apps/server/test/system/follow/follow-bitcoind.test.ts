import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBitcoinNode } from '../../../src/modules/nodes/outside/bitcoin/bitcoin-node.ts';
import { type Bitcoind, startBitcoind } from '../../../src/modules/nodes/outside/bitcoin/test/bitcoind.ts';
import {
  mineEmpty,
  minePaid,
  openOwner,
  outputOf,
  passTime,
  pay,
  rewardOf,
} from '../../../src/modules/nodes/outside/bitcoin/test/bitcoind-chain.ts';
import { REGTEST } from '../../../src/modules/nodes/outside/bitcoin/test/open-test-node.ts';
import { bitcoinChainOf, importTransfers, ownerOfScript } from '../../../src/modules/records/index.ts';
import { type Installation, installation } from '../on-demand/on-demand-installation.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { type BitcoinStory, followThrough, followToTip } from './follow-through.ts';

const BINARY = process.env['BITCOIND_PATH'];
const COIN = 100_000_000n;
const MINER = openOwner(1);
const ALICE = openOwner(2);
const BOB = openOwner(3);
const FIRST_BLOCKS = 120;

/** Skipped unless BITCOIND_PATH names Bitcoin Core's `bitcoind`. */
describe.skipIf(BINARY === undefined)('a chain of Bitcoin Core', () => {
  let dir: string;
  let core: Bitcoind;
  const installations: Installation[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-bitcoind-'));
    core = await startBitcoind(BINARY ?? '', dir);
    await mineEmpty(core, FIRST_BLOCKS, MINER);
  }, 60_000);
  afterAll(async () => {
    for (const one of installations) await one.close();
    await core?.stop();
    await rm(dir, { recursive: true, force: true });
  }, 60_000);

  async function installed(): Promise<Installation> {
    const labels = [
      { network: 'BTC' as const, address: ownerOfScript(MINER.script) ?? '', entity: 'Pool', category: 'miner' },
    ];
    const one = await installation({ labels }, null);
    installations.push(one);
    return one;
  }

  it('followed by RPC through a fork and a restart, read from its files, and imported, has the same records', async () => {
    let spent = 0;
    /** A block in which a reward goes to alice and bob, and part of it on at once. */
    const payOn = async (): Promise<void> => {
      spent += 1;
      await passTime(core);
      const paid = pay(
        MINER,
        [await rewardOf(core, spent)],
        [
          { owner: ALICE, amount: 10n * COIN },
          { owner: BOB, amount: 20n * COIN },
          { owner: null, amount: 0n },
        ],
      );
      const onward = pay(BOB, [outputOf(paid, 1)], [{ owner: ALICE, amount: 15n * COIN + BigInt(spent) }]);
      await minePaid(core, MINER, [paid, onward]);
    };
    const { url, cookieFile, blocksDir } = core;
    const open = (files: boolean, states: 'node' | 'records') =>
      openBitcoinNode({ url, cookieFile, blocksDir: files ? blocksDir : null, spent: states });
    const node = open(false, 'records');
    const story: BitcoinStory = {
      node,
      firstBlock: REGTEST,
      subjects: [ALICE, MINER].map(({ script }) => ownerOfScript(script) ?? ''),
      tipHash: () => core.rpc('getbestblockhash'),
      grow: async () => {
        await payOn();
        await passTime(core);
        await mineEmpty(core, 1, BOB);
        await payOn();
      },
      fork: async () => {
        const tip = await core.rpc<number>('getblockcount');
        await core.rpc('invalidateblock', await core.rpc<string>('getblockhash', tip - 2));
        await payOn();
        await mineEmpty(core, 3, ALICE);
      },
      stopNode: () => core.stop(),
      startNode: () => core.start(),
    };
    const followed = await installed();
    const { said, checks } = await followThrough(story, followed);
    expect(said).toContainEqual(expect.stringContaining('3 blocks after block'));
    expect(checks).toBeGreaterThan(0);
    const dump = await dumpLedgers(followed.database.pool);

    const readings = [
      { reading: open(true, 'node') },
      { reading: open(true, 'records') },
      { reading: open(false, 'node') },
      { reading: open(true, 'records'), firstLoadFrom: 1 },
      { reading: open(false, 'node'), firstLoadFrom: 1 },
    ];
    for (const { reading, firstLoadFrom } of readings) {
      const again = await installed();
      const lines = await followToTip(reading, again.database.pool, REGTEST, firstLoadFrom);
      expect(lines.some((line) => line.includes('their records are made now'))).toBe(firstLoadFrom !== undefined);
      expect(await dumpLedgers(again.database.pool)).toBe(dump);
      await reading.close?.();
    }
    await node.close?.();
    await core.stop();
    const imported = await installed();
    const files = (await readdir(blocksDir)).filter((name) => /^blk\d+\.dat$/.test(name));
    const known = bitcoinChainOf(REGTEST);
    const { counts } = await importTransfers(imported.database.pool, {
      format: 'bitcoin-blocks',
      network: 'BTC',
      asset: null,
      files: files.map((name) => path.join(blocksDir, name)),
      signal: AbortSignal.timeout(60_000),
      ...(known === null ? {} : { chain: known }),
    });
    // The three blocks that the chain left are in its files.
    expect(counts.rejected).toBe(3);
    expect(await dumpLedgers(imported.database.pool)).toBe(dump);
  }, 180_000);
});
