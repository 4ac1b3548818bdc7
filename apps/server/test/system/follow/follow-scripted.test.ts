import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BlockRef, FollowError } from '../../../src/modules/nodes/follow/follow.ports.ts';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { findLedger, undoBlocks } from '../../../src/modules/records/index.ts';
import { databaseTroubleOf, inTransaction } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { ScriptedChain } from './scripted-chain.ts';

let database: TestDatabase;
/** Of chains that are read once, in one go. */
let readAtOnce: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  readAtOnce = await testDatabase();
});
beforeEach(() => empty(database));
afterAll(() => Promise.all([database?.drop(), readAtOnce?.drop()]));

async function empty({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    'TRUNCATE followed_networks, followed_blocks, ledgers, accounts, transfers, zero_amounts, evm_contracts CASCADE',
  );
}

interface Run {
  readonly until?: number;
  readonly from?: number | null;
  readonly assets?: readonly string[];
  readonly on?: TestDatabase;
  readonly onRecords?: (records: number) => void;
}

/** Starts a follower; `said` are the lines it wrote. */
function follow(
  node: ScriptedChain,
  { until, from = 0, assets = ['ETH', 'USDT'], on = database, onRecords = () => undefined }: Run = {},
) {
  const stop = new AbortController();
  const said: string[] = [];
  const done = followNetwork(
    { pool: on.pool, node, databaseTroubleOf, say: (line) => said.push(line), progress: () => undefined, onRecords },
    { network: 'ETH', assets, from, chain: 'chain-1', until: until ?? null, owner: 'test', leaseMs: 2_000, pollMs: 5 },
    stop.signal,
  );
  // Looked at by the test when it awaits `end`.
  done.catch(() => undefined);
  return {
    said,
    done,
    stop: async () => {
      stop.abort();
      await done;
    },
  };
}

const progress = async () => (await readFollowed(database.pool))[0];

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not happen');
    await sleep(10);
  }
}

const heldHash = async () => (await progress())?.held?.hash;
const atTip = (node: ScriptedChain) => until(async () => (await heldHash()) === (await node.refAt(node.height))?.hash);

/** As a database is that never got what came after a block. */
async function loseAbove(block: BlockRef | null): Promise<void> {
  if (block === null) throw new Error('There is no block');
  const { height, hash, parentHash, time } = block;
  await inTransaction(database.pool, async (client) => {
    for (const ticker of ['ETH', 'USDT']) {
      const ledger = await findLedger(client, 'ETH', ticker);
      if (ledger !== null) await undoBlocks(client, ledger, height + 1, time + 1);
    }
    await client.query('DELETE FROM followed_blocks WHERE height > $1', [height]);
    const values = [height, hash, parentHash, time];
    await client.query('UPDATE followed_networks SET height = $1, hash = $2, parent_hash = $3, time = $4', values);
  });
}

/** The records of a chain that was read once, in one go. */
async function recordsOf(node: ScriptedChain): Promise<string> {
  await empty(readAtOnce);
  await follow(node, { until: node.height, on: readAtOnce }).done;
  return await dumpLedgers(readAtOnce.pool);
}

describe('a follower', { timeout: 60_000 }, () => {
  it('stores a chain up to a block, in any number of runs, and says how far it is', async () => {
    const node = new ScriptedChain(30);
    await follow(node, { until: 9 }).done;
    expect(await progress()).toMatchObject({
      network: 'ETH',
      state: 'stopped',
      held: { height: 9 },
      nodeTip: { height: 29 },
      lease: null,
    });
    await follow(node, { until: 29, from: null }).done;
    expect((await progress())?.held?.hash).toBe((await node.refAt(29))?.hash);
    expect(await dumpLedgers(database.pool)).toBe(await recordsOf(node));
    expect((await dumpLedgers(database.pool)).length).toBeGreaterThan(5_000);
  });

  it('listens for new blocks no longer than it follows', async () => {
    const node = new ScriptedChain(5);
    const listening = Promise.withResolvers<void>();
    const listeningChain = Object.assign(node, {
      newBlocks: async function* (signal: AbortSignal): AsyncGenerator<void> {
        signal.addEventListener('abort', () => listening.resolve());
        yield await listening.promise;
      },
    });
    await follow(listeningChain, { until: node.height }).done;
    await listening.promise;
  });

  it('asks for no more blocks at once than its bound of memory allows', async () => {
    const node = new ScriptedChain(60);
    let open = 0;
    let most = 0;
    const asked = node.blocks.bind(node);
    node.blocks = async (from, to, signal) => {
      open += to - from + 1;
      most = Math.max(most, open);
      const blocks = await asked(from, to, signal);
      open -= blocks.length;
      return blocks;
    };
    await follow(node, { until: 59 }).done;
    expect(most).toBeLessThanOrEqual(node.blocksAtOnce * node.readsAtOnce);
  });

  it('reads blocks again that the database has lost under it, as in a failover', async () => {
    const node = new ScriptedChain(20);
    const follower = follow(node);
    await atTip(node);
    await loseAbove(await node.refAt(node.height - 3));
    node.grow(2);
    await atTip(node);
    await follower.stop();
    expect(follower.said.join(' ')).toContain('has lost blocks of ETH');
    expect(await dumpLedgers(database.pool)).toBe(await recordsOf(node));
  });

  it.each([1, 3, 6])('undoes and replays a fork %i blocks deep, also one that adds no block', async (depth) => {
    const node = new ScriptedChain(20);
    const follower = follow(node);
    await atTip(node);
    node.fork(depth, depth === 3 ? 0 : 2);
    await atTip(node);
    await follower.stop();
    expect(follower.said.some((line) => line.includes('reorganised'))).toBe(true);
    expect(await dumpLedgers(database.pool)).toBe(await recordsOf(node));
  });

  it('undoes every stored block where none of them is final, also the one it began with', async () => {
    const node = new ScriptedChain(20);
    const changes: number[] = [];
    const follower = follow(node, { from: 16, onRecords: (records) => changes.push(records) });
    await atTip(node);
    node.fork(6, 2);
    await atTip(node);
    await follower.stop();
    expect(follower.said).toContainEqual(
      expect.stringMatching(/^ETH: the chain was reorganised: 4 blocks after block 15 with 8 records were undone/),
    );
    // Four blocks; then they were undone, and six others came.
    expect(changes).toEqual([8, 8 + 12]);
    await empty(readAtOnce);
    await follow(node, { from: 16, until: node.height, on: readAtOnce }).done;
    expect(await dumpLedgers(database.pool)).toBe(await dumpLedgers(readAtOnce.pool));
  });

  it('takes a newest block with an impossible time for a fault of the node', async () => {
    const node = new ScriptedChain(12);
    const tip = node.tip.bind(node);
    node.tip = async () => ({ ...(await tip()), time: 9e15 });
    const follower = follow(node, { until: 11 });
    await until(async () => (await progress())?.problem?.text.includes('its time is 9000000000000000') === true);
    expect((await progress())?.nodeTip).toBeNull();
    node.tip = tip;
    await follower.done;
  });

  it('notices a fork that happened while nobody followed', async () => {
    const node = new ScriptedChain(20);
    await follow(node, { until: 19 }).done;
    node.fork(3, 8);
    await follow(node, { until: node.height, from: null }).done;
    expect(await dumpLedgers(database.pool)).toBe(await recordsOf(node));
  });

  it('stops at a fork deeper than what was final, and changes nothing', async () => {
    const node = new ScriptedChain(30);
    await follow(node, { until: 29 }).done;
    const before = await dumpLedgers(database.pool);
    node.fork(8, 3);
    await expect(follow(node, { from: null }).done).rejects.toThrow(FollowError);
    expect((await progress())?.problem?.text).toMatch(/another chain than the stored one, down to block 23/);
    expect(await dumpLedgers(database.pool)).toBe(before);
  });

  it('waits for a node that is behind, and undoes nothing', async () => {
    const node = new ScriptedChain(20);
    await follow(node, { until: 19 }).done;
    const before = await dumpLedgers(database.pool);
    node.cut(4);
    const follower = follow(node, { from: null });
    await until(async () => (await progress())?.state === 'waiting');
    expect((await progress())?.problem?.text).toContain('is behind: its newest block is 15, stored is 19');
    await follower.stop();
    expect(await dumpLedgers(database.pool)).toBe(before);
  });

  it('goes on when the node comes back, and refuses another chain at its address', async () => {
    const node = new ScriptedChain(10);
    const follower = follow(node);
    await atTip(node);
    node.fault = { kind: 'unreachable', node: node.name, reason: 'the connection was refused' };
    await until(async () => (await progress())?.problem?.text.includes('cannot be reached') === true);
    node.grow(5);
    node.fault = null;
    await atTip(node);
    node.fault = { kind: 'unreachable', node: node.name, reason: 'the connection was refused' };
    await until(async () => (await progress())?.state === 'waiting');
    node.chain = 'chain-2';
    node.fault = null;
    await expect(follower.done).rejects.toThrow('is a node of chain chain-2, expected chain-1');
    expect((await progress())?.problem?.text).toContain('chain-2');
  });

  it.each([
    ['a gap', (height: number) => height !== 6, 'block 7 came instead'],
    ['half an answer', (height: number) => height < 5, null],
  ])('takes %s of a node for what it is', async (_name, keeps, problem) => {
    const node = new ScriptedChain(12);
    node.lie = (blocks) => blocks.filter(({ height }) => keeps(height));
    const follower = follow(node, { until: 11 });
    await until(async () => (await progress())?.state === 'waiting');
    const shown = (await progress())?.problem?.text ?? '';
    expect(shown).toContain(problem ?? 'does not have block 5');
    node.lie = (blocks) => blocks;
    await follower.done;
    expect(await dumpLedgers(database.pool)).toBe(await recordsOf(node));
  });

  it('stores no block whose parent is not the block before it', async () => {
    const node = new ScriptedChain(12);
    node.lie = (blocks) => blocks.map((block) => (block.height === 8 ? { ...block, parentHash: 'other' } : block));
    const follower = follow(node, { until: 11 });
    await until(async () => (await progress())?.problem?.text.includes('contradicts itself about block 8') === true);
    expect((await progress())?.held?.height).toBeLessThan(8);
    await follower.stop();
  });

  it('refuses a start that leaves a gap, other assets, and a start that nothing names', async () => {
    const node = new ScriptedChain(12);
    await expect(follow(node, { from: null }).done).rejects.toThrow('say from which block on it is followed');
    await follow(node, { until: 5 }).done;
    await expect(follow(node, { from: 8 }).done).rejects.toThrow('the blocks between would be missing');
    await expect(follow(node, { from: null, assets: ['ETH'] }).done).rejects.toThrow('Use --assets ETH,USDT');
  });
});

describe('two followers of one network', { timeout: 60_000 }, () => {
  it('never store at the same time: the second takes over when the first one ends', async () => {
    const node = new ScriptedChain(12);
    const first = follow(node);
    await atTip(node);
    const second = follow(node, { from: null });
    await until(() => second.said.some((line) => line.includes('is followed by test')));
    await first.stop();
    node.grow(3);
    await atTip(node);
    expect((await progress())?.lease?.token).toBe(2);
    await second.stop();
  });

  it('cannot both commit: one whose lease was taken from it meanwhile stores nothing', async () => {
    const node = new ScriptedChain(12);
    const first = follow(node);
    await atTip(node);
    // What another process does when the first one has been silent for longer than its lease.
    await database.pool.query("UPDATE followed_networks SET token = token + 1, run_by = 'another'");
    const before = await dumpLedgers(database.pool);
    node.grow(3);
    await until(() => first.said.some((line) => line.includes('Another process follows ETH now')));
    expect(await dumpLedgers(database.pool)).toBe(before);
    await first.stop();
  });
});
