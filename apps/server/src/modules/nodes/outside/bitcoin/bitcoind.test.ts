import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainNode } from '../../follow/follow.ports.ts';
import { openBitcoinNode } from './bitcoin-node.ts';
import { type Bitcoind, startBitcoind } from './test/bitcoind.ts';
import { mineEmpty, minePaid, openOwner, outputOf, pay, rewardOf } from './test/bitcoind-chain.ts';
import { faultOf, REGTEST } from './test/open-test-node.ts';

const BINARY = process.env['BITCOIND_PATH'];
const SECONDS_60 = 60_000;
const ALICE = openOwner(1);
const BOB = openOwner(2);

/** Skipped unless BITCOIND_PATH names Bitcoin Core's `bitcoind`. */
describe.skipIf(BINARY === undefined)('a node of Bitcoin Core', () => {
  let dir: string;
  let core: Bitcoind;
  const opened: ChainNode[] = [];
  const signal = new AbortController().signal;
  const opening = (options: { files?: boolean; spent?: 'node' | 'records' } = {}): ChainNode => {
    const { url, cookieFile, blocksDir } = core;
    const { files = false, spent = 'node' } = options;
    const node = openBitcoinNode({ url, cookieFile, blocksDir: files ? blocksDir : null, spent });
    opened.push(node);
    return node;
  };

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'assay-bitcoind-'));
    core = await startBitcoind(BINARY ?? '', dir);
    await mineEmpty(core, 101, ALICE);
    const first = pay(
      ALICE,
      [await rewardOf(core, 1)],
      [
        { owner: BOB, amount: 2_000_000_000n },
        { owner: null, amount: 0n },
        { owner: ALICE, amount: 2_999_990_000n },
      ],
    );
    const second = pay(BOB, [outputOf(first, 0)], [{ owner: ALICE, amount: 1_999_999_999n }]);
    await minePaid(core, BOB, [first, second]);
  }, SECONDS_60);
  afterAll(async () => {
    for (const node of opened) await node.close?.();
    await core?.stop();
    await rm(dir, { recursive: true, force: true });
  }, SECONDS_60);

  it('names its chain and its tip, with the cookie of its folder', async () => {
    const node = opening();
    expect(await node.identity(signal)).toBe(REGTEST);
    const hash = await core.rpc<string>('getbestblockhash');
    expect(await node.tip(signal)).toMatchObject({ height: 102, hash, syncing: false });
    expect(await node.refAt(103, signal)).toBeNull();
    expect(await node.finalHeight(signal)).toBe(96);
    expect(await node.lacks(signal)).toEqual([]);
  });

  it('states what is spent, the same by its RPC and in the undo data of its files', async () => {
    const byRpc = await opening().blocks(102, 102, signal);
    expect(byRpc).toMatchObject([
      {
        transactions: [
          { coinbase: true, inputs: [] },
          { inputs: [{ owner: expect.stringMatching(/^3/), amount: 5_000_000_000n }] },
          { inputs: [{ owner: expect.stringMatching(/^3/), amount: 2_000_000_000n }] },
        ],
      },
    ]);
    const byFiles = opening({ files: true });
    const key = await readFile(path.join(core.blocksDir, 'xor.dat'));
    expect(key.some((byte) => byte !== 0)).toBe(true);
    expect(await byFiles.blocks(95, 102, signal)).toEqual(await opening().blocks(95, 102, signal));
    expect(await opening({ spent: 'records' }).blocks(102, 102, signal)).toMatchObject([
      { transactions: [{}, { inputs: [{ owner: null, amount: null }] }, {}] },
    ]);
  });

  it('publishes each new block', async () => {
    const listening = new AbortController();
    const hinted = opening().newBlocks?.(listening.signal)[Symbol.asyncIterator]();
    const next = hinted?.next();
    // A subscription takes a moment to arrive: the first block may be missed.
    const mining = (async () => {
      for (let blocks = 0; blocks < 20 && !listening.signal.aborted; blocks += 1) await mineEmpty(core, 1, BOB);
    })();
    expect((await next)?.done).toBe(false);
    listening.abort();
    await mining;
  });

  it(
    'that is stopped cannot be reached, and is asked with its new cookie after its next start',
    async () => {
      const node = opening();
      expect(await node.identity(signal)).toBe(REGTEST);
      await core.stop();
      expect(await faultOf(node.tip(signal))).toMatchObject({ kind: 'unreachable' });
      expect(await faultOf(opening().tip(signal))).toMatchObject({ reason: expect.stringContaining('cookie') });
      await core.start();
      expect(await node.identity(signal)).toBe(REGTEST);
    },
    SECONDS_60,
  );

  it(
    'that deleted a block says so',
    async () => {
      const pruned = await startBitcoind(BINARY ?? '', path.join(dir, 'pruned'), ['-prune=1', '-fastprune']);
      try {
        await mineEmpty(pruned, 800, ALICE);
        expect(await pruned.rpc<number>('pruneblockchain', 400)).toBeGreaterThan(100);
        const { url, cookieFile } = pruned;
        const node = openBitcoinNode({ url, cookieFile, blocksDir: null, spent: 'node' });
        opened.push(node);
        expect(await faultOf(node.blocks(20, 21, signal))).toMatchObject({ kind: 'pruned', height: 20 });
        expect(await node.blocks(799, 800, signal)).toMatchObject([{ height: 799 }, { height: 800 }]);
      } finally {
        await pruned.stop();
      }
    },
    SECONDS_60,
  );
});
