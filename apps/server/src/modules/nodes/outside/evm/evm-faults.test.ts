import { ASSETS } from '@assay/domain';
import { type EvmStory, startEvmStory } from '@assay/testkit/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainNode, NodeError, type NodeFault } from '../../follow/follow.ports.ts';
import { evmNode } from './evm-node.ts';
import { type Alter, type AlteredNode, startAlteredNode } from './test/altered-node.ts';

const signal = AbortSignal.timeout(120_000);
const OTHER_HASH = `0x${'ab'.repeat(32)}`;
const OTHER_ADDRESS = `0x${'cd'.repeat(20)}`;
const ASSETS_HERE = ASSETS.filter(({ network, ticker }) => network === 'ETH' && ['ETH', 'USDT'].includes(ticker));

async function faultOf(work: Promise<unknown>): Promise<NodeFault> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NodeError)) throw new Error(`expected a NodeError, got ${String(error)}`);
  return error.fault;
}

type Json = Record<string, unknown>;

/** Changes a copy of what a method answers. */
function altering(method: string, change: (result: never) => unknown): Alter {
  return (call, result) => {
    if (call.method !== method || result === null) return undefined;
    const copy = structuredClone(result) as never;
    return { result: change(copy) ?? copy };
  };
}

const failing =
  (method: string, code: number, message: string): Alter =>
  (call) =>
    call.method === method ? { error: { code, message } } : undefined;

/** A real node (anvil) behind a server that changes its answers. */
describe('an EVM node that is wrong', () => {
  let story: EvmStory;
  let server: AlteredNode;
  let node: ChainNode;
  /** The block with several transactions. */
  let busy = 0;
  let tip = 0;

  beforeAll(async () => {
    story = await startEvmStory();
    await story.mine(3);
    tip = Number(await story.rpc<string>('eth_blockNumber'));
    for (let height = 1; height <= tip; height += 1) {
      const block = await story.rpc<{ transactions: unknown[] }>(
        'eth_getBlockByNumber',
        `0x${height.toString(16)}`,
        false,
      );
      if (block.transactions.length > 1) busy = height;
    }
  });
  beforeEach(async () => {
    server = await startAlteredNode(story.url);
    node = evmNode({ network: 'ETH', url: new URL(server.url), assets: ASSETS_HERE, traces: true });
  });
  afterEach(async () => {
    await node.close?.();
    await server.close();
  });
  afterAll(() => story.close());

  it('is read as it is where nothing is changed', async () => {
    const [block] = await node.blocks(busy, busy, signal);
    expect(block).toMatchObject({ height: busy, ledger: 'account' });
    if (block?.ledger !== 'account') throw new Error('expected a block of accounts');
    expect(block.transfers.filter(({ transfer }) => transfer.kind === 'fee')).toHaveLength(4);
  });

  it.each<[string, string, (result: never) => unknown]>([
    [
      'receipts of another block',
      'eth_getBlockReceipts',
      (all: Json[]) => all.map((one) => ({ ...one, blockHash: OTHER_HASH })),
    ],
    ['half of the receipts', 'eth_getBlockReceipts', (all: Json[]) => all.slice(0, 2)],
    ['receipts in another order', 'eth_getBlockReceipts', (all: Json[]) => all.toReversed()],
    ['a receipt twice', 'eth_getBlockReceipts', (all: Json[]) => [all[0], ...all.slice(0, -1)]],
    ['a transaction less', 'eth_getBlockByNumber', (block: { transactions: Json[] }) => void block.transactions.pop()],
    [
      'another value of a transaction',
      'eth_getBlockByNumber',
      (block: { transactions: Json[] }) => {
        for (const one of block.transactions) one['value'] = '0x7';
      },
    ],
    [
      'another sender in the traces',
      'trace_block',
      (traces: { action: Json }[]) => {
        for (const { action } of traces) action['from'] = OTHER_ADDRESS;
      },
    ],
    [
      'traces of another block',
      'trace_block',
      (traces: Json[]) => {
        for (const trace of traces) trace['blockHash'] = OTHER_HASH;
      },
    ],
    ['no traces', 'trace_block', () => []],
    [
      'a header without a field of its hash',
      'eth_getBlockByNumber',
      (block: Json) => ({ ...block, nonce: undefined, gasUsed: '0x1' }),
    ],
    [
      'receipts without a field of their root, and without their logs',
      'eth_getBlockReceipts',
      (all: Json[]) => all.map((one) => ({ ...one, logsBloom: undefined, logs: [] })),
    ],
    [
      'receipts of a kind that nobody knows, and without their logs',
      'eth_getBlockReceipts',
      (all: Json[]) => all.map((one) => ({ ...one, type: '0x5', logs: [] })),
    ],
    [
      'a log of another transaction',
      'eth_getBlockReceipts',
      (all: { logs: Json[] }[]) =>
        void all.map(({ logs }) => logs.map((log) => Object.assign(log, { transactionHash: OTHER_HASH }))),
    ],
    [
      'logs under other indices, under which their records would be stored again',
      'eth_getBlockReceipts',
      (all: { logs: Json[] }[]) => {
        for (const log of all.flatMap(({ logs }) => logs))
          log['logIndex'] = `0x${(7 + Number(log['logIndex'])).toString(16)}`;
      },
    ],
  ])('is noticed by what else it says: %s', async (_what, method, change) => {
    await node.lacks(signal);
    server.alter(altering(method, change));
    expect(await faultOf(node.blocks(busy, busy, signal))).toMatchObject({ kind: 'contradiction', height: busy });
    server.alter(null);
    expect(await node.blocks(busy, busy, signal)).toHaveLength(1);
  });

  it.each<[string, Alter]>([
    ['receipts that are null', ({ method }) => (method === 'eth_getBlockReceipts' ? { result: null } : undefined)],
    ['missing state', failing('trace_block', -32_000, 'missing trie node 5a8f (path ) state 0x12 is not available')],
    ['history that is pruned', failing('eth_getBlockReceipts', -32_000, 'history has been pruned for this block')],
  ])('says that it has deleted what is asked: %s', async (_what, change) => {
    await node.lacks(signal);
    server.alter(change);
    expect(await faultOf(node.blocks(busy, busy, signal))).toMatchObject({ kind: 'pruned', height: busy });
  });

  it('says that it limits its requests, by HTTP or by an error', async () => {
    server.failNext('too-many-retry-after');
    expect(await faultOf(node.tip(signal))).toMatchObject({ kind: 'limited', retryAfterMs: 1_000 });
    server.alter(failing('eth_getBlockByNumber', -32_005, 'rate limit exceeded'));
    expect(await faultOf(node.tip(signal))).toMatchObject({ kind: 'limited' });
  });

  it('that lags has fewer blocks, and none above its tip', async () => {
    const lagging = `0x${(tip - 3).toString(16)}`;
    server.alter((call, result) => {
      if (call.method !== 'eth_getBlockByNumber' || call.params[0] === 'latest') return undefined;
      return Number((result as { number?: string } | null)?.number ?? 0) > Number(lagging)
        ? { result: null }
        : undefined;
    });
    expect((await node.blocks(tip - 4, tip, signal)).map(({ height }) => height)).toEqual([tip - 4, tip - 3]);
    expect(await faultOf(node.blocks(tip, tip, signal))).toMatchObject({ kind: 'missing', height: tip });
    expect(await node.refAt(tip, signal)).toBeNull();
  });

  it('names another chain, and says that it is syncing', async () => {
    expect(await node.identity(signal)).toBe('1');
    server.alter((call) => {
      if (call.method === 'eth_chainId') return { result: '0x89' };
      return call.method === 'eth_syncing' ? { result: { currentBlock: '0x1', highestBlock: '0x9' } } : undefined;
    });
    expect(await node.identity(signal)).toBe('137');
    expect((await node.tip(signal)).syncing).toBe(true);
  });

  it('of ranges of logs is noticed where a log is of another block', async () => {
    const tokens = evmNode({
      network: 'ETH',
      url: new URL(server.url),
      assets: ASSETS_HERE.filter(({ ticker }) => ticker === 'USDT'),
      traces: false,
    });
    // Below the final block only, logs are read in ranges.
    server.alter((call, result) =>
      call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized'
        ? { result: { ...(result as Json), number: `0x${tip.toString(16)}` } }
        : undefined,
    );
    await tokens.finalHeight(signal);
    expect(await tokens.blocks(1, busy, signal)).toHaveLength(busy);
    server.alter(altering('eth_getLogs', (all: Json[]) => all.map((one) => ({ ...one, blockHash: OTHER_HASH }))));
    expect(await faultOf(tokens.blocks(1, busy, signal))).toMatchObject({ kind: 'contradiction' });
    server.alter(altering('eth_getLogs', (all: Json[]) => [...all, all[0]]));
    expect(await faultOf(tokens.blocks(1, busy, signal))).toMatchObject({
      kind: 'contradiction',
      what: 'it has a log twice',
    });
    await tokens.close?.();
  });

  it('that writes a quantity without digits sends an incomplete answer', async () => {
    await node.lacks(signal);
    server.alter(altering('eth_getBlockByNumber', (block: Json) => ({ ...block, gasUsed: '0x' })));
    expect(await faultOf(node.blocks(busy, busy, signal))).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['error', 'unreachable'],
    ['reset', 'unreachable'],
    ['broken-off', 'unreachable'],
    ['truncated', 'malformed'],
    ['wrong-types', 'malformed'],
    ['html', 'malformed'],
  ] as const)('fails with a word for a failure of HTTP: %s is %s', async (fault, kind) => {
    await node.lacks(signal);
    server.failNext(fault);
    expect(await faultOf(node.blocks(busy, busy, signal))).toMatchObject({ kind });
    expect(await node.blocks(busy, busy, signal)).toHaveLength(1);
  });
});
