import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CoinChain,
  type CoreRpcFrontOptions,
  type FaultyServer,
  startCoinChain,
  startCoreRpcFront,
} from '@assay/testkit/chains';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { framed, hashOf } from '../../../records/transfers/import/test/build-block.ts';
import { BLOCK_0, BLOCK_1 } from '../../../records/transfers/import/test/known-blocks.ts';
import type { ChainNode, NodeFault } from '../../follow/follow.ports.ts';
import { faultOf, openTestNode, REGTEST } from './test/open-test-node.ts';

const REGTEST_MAGIC = 0xfabfb5da;

let chain: CoinChain;
beforeAll(async () => {
  chain = await startCoinChain();
  const [id = ''] = await chain.mine([{ from: 'miner', to: { alice: 150_000_000 } }]);
  await chain.mine([{ from: 'alice', to: { bob: 100_000_000 }, spends: [{ transactionId: id, index: 0 }] }]);
}, 60_000);
afterAll(() => chain.close());

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const signal = new AbortController().signal;

async function front(options: CoreRpcFrontOptions = {}): Promise<FaultyServer> {
  const server = await startCoreRpcFront(chain.rpc, options);
  opened.push(server);
  return server;
}

function nodeOf(...args: Parameters<typeof openTestNode>): ChainNode {
  const node = openTestNode(...args);
  opened.push({ close: async () => await node.close?.() });
  return node;
}

describe('a Bitcoin node', () => {
  it('names its chain, its tip, and the block at a height', async () => {
    const node = nodeOf((await front()).url);
    const { blocks } = await chain.read();
    const tip = blocks.at(-1);
    expect(await node.identity(signal)).toBe(REGTEST);
    expect(await node.tip(signal)).toEqual({ ...tip, parentHash: blocks.at(-2)?.hash, syncing: false });
    expect(await node.refAt(7, signal)).toEqual({ ...blocks[7], parentHash: blocks[6]?.hash });
    expect(await node.refAt(blocks.length, signal)).toBeNull();
    expect(await node.finalHeight(signal)).toBe(blocks.length - 1 - 6);
    expect(await node.lacks(signal)).toEqual([]);
  });

  it('gives its blocks in order, each with its transactions, as the chain itself holds them', async () => {
    const node = nodeOf((await front()).url);
    const { blocks, transactions } = await chain.read();
    const from = blocks.length - 5;
    const read = await node.blocks(from, blocks.length + 40, signal);
    expect(read.map(({ height, hash }) => [height, hash])).toEqual(
      blocks.slice(from).map(({ height, hash }) => [height, hash]),
    );
    const records = read.flatMap((block) => (block.ledger === 'utxo' ? block.transactions : []));
    const mined = transactions.filter(({ block }) => (block?.height ?? 0) >= from);
    expect(
      records.map(({ transactionId, block, transactionIndex, time, coinbase, inputs, outputs }) => ({
        id: transactionId,
        block,
        index: transactionIndex,
        time,
        coinbase,
        inputs: inputs.map((input) => `${input.transactionId}:${input.index}`),
        outputs: outputs.map(({ owner, amount }) => [owner, Number(amount)]),
      })),
    ).toEqual(
      mined.map(({ id, block, index, coinbase, inputs, outputs }) => ({
        id,
        block: block?.height,
        index,
        time: block?.time,
        coinbase,
        inputs: coinbase ? [] : inputs.map((input) => `${input.transactionId}:${input.index}`),
        outputs: outputs.map(({ address, value }) => [address, value]),
      })),
    );
    expect(await node.blocks(0, 0, signal)).toMatchObject([{ hash: REGTEST, parentHash: '0'.repeat(64) }]);
  });

  it('reads its own files as far as they reach, without the blocks that its chain left, then goes on by RPC', async () => {
    const server = await front();
    const left = (await chain.rawBlocks()).at(-1) ?? Buffer.alloc(0);
    await chain.reorganise(1, []);
    const blocks = await chain.rawBlocks();
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-blocks-'));
    try {
      const held = [left, ...blocks.slice(0, -1).toReversed()];
      await writeFile(path.join(dir, 'blk00000.dat'), framed(held, [], REGTEST_MAGIC));
      const asked: string[] = [];
      const spying = await startCoreRpcFront(async (body) => {
        for (const one of Array.isArray(body) ? body : [body]) asked.push((one as { method: string }).method);
        return chain.rpc(body);
      });
      opened.push(spying);
      const node = nodeOf(spying.url, { blocksDir: dir });
      const byRpc = nodeOf(server.url);
      const from = blocks.length - 6;
      expect(await node.blocks(from, from + 4, signal)).toEqual(await byRpc.blocks(from, from + 4, signal));
      expect(asked).not.toContain('getblock');
      expect(await node.blocks(from, from + 5, signal)).toEqual(await byRpc.blocks(from, from + 5, signal));
      expect(asked.filter((method) => method === 'getblock')).toHaveLength(1);
      const elsewhere = nodeOf(spying.url, { blocksDir: tmpdir() });
      expect(await faultOf(elsewhere.blocks(1, 1, signal))).toMatchObject({
        what: expect.stringContaining('blk*.dat'),
      });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('of the main network gives real blocks, verified by the work they carry', async () => {
    const known = [BLOCK_0, BLOCK_1];
    const hashes = known.map((block) => hashOf(block).reverse().toString('hex'));
    const answerOf = ({ id, method, params: [asked] }: { id: number; method: string; params: unknown[] }) => {
      const result = method === 'getblockhash' ? hashes[Number(asked)] : known[hashes.indexOf(String(asked))];
      if (result === undefined) return { id, result: null, error: { code: -8, message: 'Block height out of range' } };
      return { id, result: typeof result === 'string' ? result : result.toString('hex'), error: null };
    };
    const server = await startCoreRpcFront(async (body) =>
      Array.isArray(body) ? body.map(answerOf) : answerOf(body as Parameters<typeof answerOf>[0]),
    );
    opened.push(server);
    const node = nodeOf(server.url);
    expect(await node.identity(signal)).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
    expect(await node.blocks(0, 5, signal)).toMatchObject([
      { height: 0, transactions: [{ outputs: [] }] },
      {
        height: 1,
        hash: '00000000839a8e6886ab5951d76f411475428afc90947ee320161bbf18eb6048',
        transactions: [{ outputs: [{ owner: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', amount: 5_000_000_000n }] }],
      },
    ]);
  });

  it('has no block above its tip', async () => {
    const node = nodeOf((await front()).url);
    const { blocks } = await chain.read();
    expect(await faultOf(node.blocks(blocks.length, blocks.length + 3, signal))).toMatchObject({
      kind: 'missing',
      height: blocks.length,
    });
  });

  it('that does not state what is spent leaves it to the records, and says what is lacking', async () => {
    const node = nodeOf((await front()).url, { spent: 'node' });
    expect(await node.lacks(signal)).toEqual(['fee']);
    expect(await node.blocks(434, 434, signal)).toMatchObject([
      { transactions: [{}, { inputs: [{ owner: null, amount: null }] }] },
    ]);
  });

  it.each<[string, string, (result: unknown) => unknown, string]>([
    ['another block', 'getblock', () => otherBlock(), 'its hash'],
    ['a block with a changed byte', 'getblock', (digits) => flipped(String(digits)), 'not those of its header'],
    ['a header without its work', 'getblockheader', () => '00'.repeat(80), 'claims less work than Bitcoin asks for'],
  ])('that gives %s is not believed', async (_what, method, lie, said) => {
    await prepareOther();
    const server = await front({ change: (asked, result) => (asked === method ? lie(result) : result) });
    const node = nodeOf(server.url);
    const asked = method === 'getblock' ? node.blocks(434, 434, signal) : node.refAt(434, signal);
    expect(await faultOf(asked)).toMatchObject({
      kind: 'contradiction',
      height: 434,
      what: expect.stringContaining(said),
    });
  });

  it('that mixes two branches is not believed', async () => {
    await prepareOther();
    const { blocks } = await chain.read();
    let count = 0;
    const change = (method: string, result: unknown): unknown => {
      if (method !== 'getblockhash') return result;
      count += 1;
      return count === 2 ? blocks[10]?.hash : result;
    };
    const node = nodeOf((await front({ change })).url);
    expect(await faultOf(node.blocks(20, 22, signal))).toMatchObject({ kind: 'contradiction', what: 'its parent' });
  });

  it('that refuses the password says so, without the password', async () => {
    const server = await front({ password: 'another' });
    const error = await nodeOf(server.url)
      .tip(signal)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: { kind: 'refused', reason: 'HTTP 401' } });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('password@');
  });

  it('is asked with its cookie, and with the new one after it was started again', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'assay-cookie-'));
    try {
      const cookieFile = path.join(dir, '.cookie');
      await writeFile(cookieFile, '__cookie__:first');
      const server = await front({ user: '__cookie__', password: 'first' });
      const port = Number(new URL(server.url).port);
      const node = nodeOf(server.url, { cookieFile });
      expect(await node.identity(signal)).toBe(REGTEST);
      await server.close();
      expect(await faultOf(node.identity(signal))).toMatchObject({ kind: 'unreachable' });
      await writeFile(cookieFile, '__cookie__:second');
      opened.push(await startCoreRpcFront(chain.rpc, { user: '__cookie__', password: 'second', port }));
      expect(await node.identity(signal)).toBe(REGTEST);
      await rm(cookieFile);
      const without = nodeOf(server.url, { cookieFile });
      expect(await faultOf(without.identity(signal))).toMatchObject({ reason: expect.stringContaining('cookie') });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it.each<
    [
      'error' | 'truncated' | 'broken-off' | 'wrong-types' | 'reset' | 'html' | 'too-many-retry-after' | 'redirect',
      NodeFault['kind'],
    ]
  >([
    ['error', 'unreachable'],
    ['truncated', 'malformed'],
    ['broken-off', 'unreachable'],
    ['wrong-types', 'malformed'],
    ['reset', 'unreachable'],
    ['html', 'malformed'],
    ['too-many-retry-after', 'limited'],
    ['redirect', 'unreachable'],
  ])('that fails by %s is %s', async (fault, kind) => {
    const server = await front();
    const node = nodeOf(server.url);
    server.failNext(fault);
    expect(await faultOf(node.tip(signal))).toMatchObject({ kind });
    expect(await node.tip(signal)).toMatchObject({ syncing: false });
  });

  it('says what it deleted, and that it is still starting or behind', async () => {
    const pruned = (method: string, result: unknown): unknown =>
      method === 'getblockchaininfo' ? { ...(result as object), pruneheight: 400, headers: 600 } : result;
    const gone = async (body: unknown): Promise<unknown> => {
      const one = Array.isArray(body) ? (body[0] as { method: string; id: unknown }) : (body as { method: string });
      if (one.method !== 'getblock') return chain.rpc(body);
      return { id: 0, result: null, error: { code: -1, message: 'Block not available (pruned data)' } };
    };
    const server = await startCoreRpcFront(gone, { change: pruned });
    opened.push(server);
    const node = nodeOf(server.url);
    expect(await faultOf(node.blocks(399, 399, signal))).toMatchObject({ kind: 'pruned', height: 399 });
    expect(await faultOf(node.blocks(400, 400, signal))).toMatchObject({ kind: 'missing', height: 400 });
    expect(await node.tip(signal)).toMatchObject({ syncing: true });
    const starting = await startCoreRpcFront(async () => ({
      id: 0,
      result: null,
      error: { code: -28, message: 'Loading' },
    }));
    opened.push(starting);
    expect(await faultOf(nodeOf(starting.url).tip(signal))).toMatchObject({ reason: 'it is still starting' });
  });
});

let other = '';
async function prepareOther(): Promise<void> {
  other = (await chain.rawBlocks())[3]?.toString('hex') ?? '';
}
const otherBlock = (): string => other;
/** The last digit is of the time from which the last transaction counts: another one is another transaction. */
function flipped(digits: string): string {
  const at = digits.length - 1;
  return `${digits.slice(0, at)}${digits[at] === '0' ? '1' : '0'}${digits.slice(at + 1)}`;
}
