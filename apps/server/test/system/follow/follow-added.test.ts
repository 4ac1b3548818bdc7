import { ACCOUNTS, type EvmStory, startEvmStory, USDC_ON_ETHEREUM } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeError } from '../../../src/modules/nodes/follow/follow.ports.ts';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { databaseTroubleOf } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { atTip, followEvm } from './follow-evm.ts';
import { ScriptedChain } from './scripted-chain.ts';

const { exchange, subject, shop } = ACCOUNTS;
const databases: TestDatabase[] = [];

async function freshDatabase(): Promise<TestDatabase> {
  const made = await testDatabase();
  databases.push(made);
  return made;
}

afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe('a token that is added to a followed chain of a real node', () => {
  let story: EvmStory;
  beforeAll(async () => {
    story = await startEvmStory();
  });
  afterAll(() => story?.close());

  /** Blocks with a payment of the coin and one of USDC each; `salt` makes branches differ. */
  async function grow(blocks: number, salt: bigint): Promise<void> {
    for (let block = 0n; block < blocks; block += 1n) {
      await story.send({ from: exchange, to: shop, value: 1_000n + salt + block });
      await story.invoke('CircleLike', USDC_ON_ETHEREUM, subject, 'transfer', [shop, 1n + salt + block]);
    }
  }

  it('has the records of one that was followed from the start, while the chain grows and forks', async () => {
    const url = new URL(story.url);
    const { pool } = await freshDatabase();
    const before = followEvm(pool, url, { tickers: ['ETH', 'USDT'] });
    await grow(4, 0n);
    await story.mine(400);
    await grow(3, 100n);
    await atTip(pool, story);
    await before.stop();
    expect(await dumpLedgers(pool)).not.toContain('(ETH,USDC,');

    const follower = followEvm(pool, url, { tickers: ['ETH', 'USDC', 'USDT'], from: null });
    const fork = await story.rpc<string>('evm_snapshot');
    await grow(3, 200n);
    await atTip(pool, story);
    await story.rpc('evm_revert', fork);
    await grow(4, 300n);
    await atTip(pool, story);
    await expect
      .poll(async () => (await readFollowed(pool))[0]?.assets, { timeout: 40_000 })
      .toEqual(['ETH', 'USDC', 'USDT']);
    // Undone and replaced with the others after it has joined.
    const second = await story.rpc<string>('evm_snapshot');
    await grow(2, 400n);
    await atTip(pool, story);
    await story.rpc('evm_revert', second);
    await grow(3, 500n);
    await atTip(pool, story);
    await follower.stop();
    expect(follower.said.join('\n')).toContain('USDC: loaded; followed with the others from block');

    const fromStart = await freshDatabase();
    const tip = Number(await story.rpc<string>('eth_blockNumber'));
    await followEvm(fromStart.pool, url, { tickers: ['ETH', 'USDC', 'USDT'], until: tip }).done;
    const dump = await dumpLedgers(pool);
    expect(dump).toBe(await dumpLedgers(fromStart.pool));
    expect(dump.split('\n').filter((line) => line.startsWith('(ETH,USDC,')).length).toBeGreaterThan(15);
  }, 120_000);

  it('can be the coin itself, whose blocks say which addresses are contracts', async () => {
    const url = new URL(story.url);
    const tip = Number(await story.rpc<string>('eth_blockNumber'));
    const { pool } = await freshDatabase();
    await followEvm(pool, url, { tickers: ['USDT'], until: tip }).done;
    await followEvm(pool, url, { tickers: ['ETH', 'USDT'], from: null, until: tip }).done;
    const fromStart = await freshDatabase();
    await followEvm(fromStart.pool, url, { tickers: ['ETH', 'USDT'], until: tip }).done;
    expect(await dumpLedgers(pool)).toBe(await dumpLedgers(fromStart.pool));
  }, 120_000);
});

describe('an added asset', { timeout: 60_000 }, () => {
  const follow = (
    on: TestDatabase,
    node: ScriptedChain,
    assets: readonly string[],
    until: number | null = null,
    nodeOfAdded = node,
  ) => {
    const stop = new AbortController();
    const quiet = { say: () => undefined, progress: () => undefined };
    const ports = { pool: on.pool, node, nodeFor: () => nodeOfAdded, databaseTroubleOf, ...quiet };
    const done = followNetwork(
      ports,
      { network: 'ETH', assets, from: null, chain: 'chain-1', until, owner: 'test', leaseMs: 2_000, pollMs: 5 },
      stop.signal,
    );
    done.catch(() => undefined);
    return { done, stop: () => stop.abort() };
  };
  const begin = async (on: TestDatabase, node: ScriptedChain, assets: readonly string[]) => {
    const ports = { pool: on.pool, node, databaseTroubleOf, say: () => undefined, progress: () => undefined };
    const request = { network: 'ETH', assets, from: 0, chain: 'chain-1', until: node.height, owner: 'test' } as const;
    await followNetwork(ports, request, new AbortController().signal);
  };
  const additionOf = async (on: TestDatabase) => (await readFollowed(on.pool))[0]?.additions[0];

  it('is loaded on from where it was left, and nothing of it is missed or doubled', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(420);
    await begin(on, node, ['ETH']);
    let runs = 0;
    while ((await additionOf(on))?.isJoined !== true) {
      runs += 1;
      const before = (await additionOf(on))?.loaded?.height ?? -1;
      const follower = follow(on, node, ['ETH', 'USDT']);
      await expect
        .poll(
          async () =>
            (await additionOf(on))?.isJoined === true || ((await additionOf(on))?.loaded?.height ?? -1) > before,
          { interval: 2, timeout: 20_000 },
        )
        .toBe(true);
      // The others are followed meanwhile.
      node.grow(1);
      follower.stop();
      await follower.done;
    }
    expect(runs).toBeGreaterThan(1);
    await follow(on, node, ['ETH', 'USDT'], node.height).done;
    const fromStart = await freshDatabase();
    await begin(fromStart, node, ['ETH', 'USDT']);
    expect(await dumpLedgers(on.pool)).toBe(await dumpLedgers(fromStart.pool));
  });

  it('does not join a chain that was reorganised between two questions', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(60);
    await begin(on, node, ['ETH']);
    const tip = node.tip.bind(node);
    let forks = 0;
    // The answer is out of date as soon as it is given: each time the follower is about to let the asset join.
    node.tip = async () => {
      const answer = await tip();
      if (forks < 3) node.fork(3, 0);
      forks += 1;
      return answer;
    };
    const follower = follow(on, node, ['ETH', 'USDT']);
    await expect.poll(async () => (await additionOf(on))?.isJoined, { timeout: 20_000 }).toBe(true);
    // It may join before the last of the forks.
    await expect.poll(() => forks, { timeout: 20_000 }).toBeGreaterThan(3);
    const tipHash = (await node.refAt(node.height))?.hash;
    await expect.poll(async () => (await readFollowed(on.pool))[0]?.held?.hash, { timeout: 20_000 }).toBe(tipHash);
    follower.stop();
    await follower.done;
    const fromStart = await freshDatabase();
    await begin(fromStart, node, ['ETH', 'USDT']);
    expect(await dumpLedgers(on.pool)).toBe(await dumpLedgers(fromStart.pool));
  });

  it('is not loaded where its node has deleted blocks, and the others are followed on', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(300);
    await begin(on, node, ['ETH']);
    const blocks = node.blocks.bind(node);
    node.blocks = async (from, to, signal) => {
      if (from < 100) throw new NodeError({ kind: 'pruned', node: node.name, height: from, what: 'the logs' });
      return await blocks(from, to, signal);
    };
    const follower = follow(on, node, ['ETH', 'USDT']);
    await expect.poll(async () => (await additionOf(on))?.problem?.text).toContain('has deleted the logs of block');
    node.grow(3);
    await expect.poll(async () => (await readFollowed(on.pool))[0]?.held?.height).toBe(302);
    expect((await readFollowed(on.pool))[0]?.assets).toEqual(['ETH']);
    follower.stop();
    await follower.done;
  });

  it('is not loaded from a node of another chain, and its status says so', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(60);
    await begin(on, node, ['ETH']);
    const other = new ScriptedChain(60);
    other.fork(55, 0);
    const follower = follow(on, node, ['ETH', 'USDT'], null, other);
    await expect
      .poll(async () => (await additionOf(on))?.problem?.text)
      .toContain('it is another block than the final one that is stored');
    follower.stop();
    await follower.done;
    expect(await dumpLedgers(on.pool)).not.toContain('(ETH,USDT,');
    await follow(on, node, ['ETH', 'USDT'], 59).done;
    expect((await additionOf(on))?.isJoined).toBe(true);
  });

  it('does not join blocks that do not continue those that were loaded, and its status says so', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(300);
    await begin(on, node, ['ETH']);
    // Up to the first final block that is read when the asset joins.
    node.lie = (blocks) => blocks.map((block) => (block.height === 290 ? { ...block, parentHash: 'other' } : block));
    await on.pool.query('UPDATE followed_networks SET final_height = 289');
    node.depth = 10;
    const follower = follow(on, node, ['ETH', 'USDT']);
    await expect
      .poll(async () => (await additionOf(on))?.problem?.text)
      .toContain('contradicts itself about block 290');
    node.lie = (blocks) => blocks;
    await expect.poll(async () => (await additionOf(on))?.isJoined, { timeout: 20_000 }).toBe(true);
    follower.stop();
    await follower.done;
  });

  it('waits with a node that says that nothing is final, and reads no more than its bound', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(50);
    await begin(on, node, ['ETH']);
    await on.pool.query('UPDATE followed_networks SET height = 1000000, final_height = 1000000');
    const early = new ScriptedChain(50);
    early.depth = 1_000_000;
    const follower = follow(on, node, ['ETH', 'USDT'], null, early);
    await expect
      .poll(async () => (await additionOf(on))?.problem?.text)
      .toContain('says that block 0 is not final yet, and the chain is stored up to block 1,000,000');
    expect(early.asked).toEqual([]);
    follower.stop();
    await follower.done;
  });

  it('cannot be given up for the list before it once it is followed', async () => {
    const on = await freshDatabase();
    const node = new ScriptedChain(30);
    await begin(on, node, ['ETH']);
    await follow(on, node, ['ETH', 'USDT'], 29).done;
    await expect(follow(on, node, ['ETH']).done).rejects.toThrow('a list without USDT would leave gaps');
  });
});
