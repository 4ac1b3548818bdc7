import { createHash } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { type JavaTronStandIn, javaTronChain, startJavaTronStandIn, tronStory } from '@assay/testkit/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainNode, NodeError, type NodeFault } from '../../follow/follow.ports.ts';
import { tronNode } from './tron-node.ts';

const assetsOf = (tickers: readonly string[]) =>
  ASSETS.filter(({ network, ticker }) => network === 'TRX' && tickers.includes(ticker));
const signal = AbortSignal.timeout(60_000);

async function faultOf(work: Promise<unknown>): Promise<NodeFault> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NodeError)) throw new Error(`expected a NodeError, got ${String(error)}`);
  return error.fault;
}

type Json = Record<string, unknown>;
interface Printed {
  block_header: { raw_data: Json };
  transactions?: { txID: string; raw_data_hex: string; ret: Json[]; signature: string[] }[];
}

/** Changes the block of height 5 in a copy of what the node would print. */
const lie = (change: (block: Printed & Json) => void) => (json: Json, height: number) => {
  if (height === 5) change(json as Printed & Json);
  return json;
};

describe('a node of Tron that is wrong (stand-in of java-tron, not run against a real node)', () => {
  const chain = javaTronChain();
  let server: JavaTronStandIn;
  let node: ChainNode;
  for (let height = 1; height <= 40; height += 1) chain.mine(tronStory(height));

  beforeEach(async () => {
    server = await startJavaTronStandIn(chain);
    node = tronNode({ url: new URL(server.url), assets: assetsOf(['TRX', 'USDT']) });
  });
  afterEach(async () => {
    await node.close?.();
    await server.close();
  });

  it.each<[string, (block: Printed & Json) => void]>([
    ['another time', ({ block_header }) => (block_header.raw_data['timestamp'] = 1_700_000_001_000)],
    ['another parent', ({ block_header }) => (block_header.raw_data['parentHash'] = 'ab'.repeat(32))],
    ['another id', (block) => (block['blockID'] = `0000000000000005${'cd'.repeat(24)}`)],
    ['one transaction less', ({ transactions }) => void transactions?.pop()],
    ['one transaction twice', ({ transactions = [] }) => void transactions.push(...transactions.slice(0, 1))],
    [
      'another outcome',
      ({ transactions = [] }) => {
        for (const one of transactions) one.ret = [{ contractRet: 'OUT_OF_TIME' }];
      },
    ],
    [
      'another amount',
      ({ transactions = [] }) => {
        for (const one of transactions) one.raw_data_hex = one.raw_data_hex.replace(/..$/, '7f');
      },
    ],
    [
      'a made up payment, with parts that are not hashed',
      ({ transactions = [] }) => {
        for (const one of transactions) {
          const forged = one.raw_data_hex.replace(/..$/, '7f');
          const txID = createHash('sha256').update(Buffer.from(forged, 'hex')).digest('hex');
          Object.assign(one, { raw_data_hex: forged, txID, more: 1 });
        }
      },
    ],
    [
      'a result with a list that cannot be hashed here',
      ({ transactions = [] }) => {
        for (const one of transactions) one.ret = one.ret.map((result) => ({ ...result, orderDetails: [{}] }));
      },
    ],
  ])('is noticed by the hashes of the block: %s', async (_what, change) => {
    server.behaviour.forge = lie(change);
    expect(await faultOf(node.blocks(1, 10, signal))).toMatchObject({ kind: 'contradiction', height: 5 });
  });

  it('is noticed where it gives the blocks of another height', async () => {
    server.behaviour.forge = (_json, height) => structuredClone(chain.blocks[height + 1]?.json ?? {});
    expect(await faultOf(node.blocks(1, 10, signal))).toMatchObject({ kind: 'contradiction', height: 1 });
    expect(await faultOf(node.refAt(3, signal))).toMatchObject({ kind: 'contradiction', height: 3 });
  });

  it('is noticed where the results are half of them, or those of another block', async () => {
    server.behaviour.halfOfResults = true;
    expect(await faultOf(node.blocks(1, 3, signal))).toMatchObject({ kind: 'contradiction', height: 1 });
    delete server.behaviour.halfOfResults;
    server.behaviour.resultsOf = 9;
    expect(await faultOf(node.blocks(1, 3, signal))).toMatchObject({ kind: 'contradiction', height: 1 });
  });

  it('says that results are deleted where they are final, and asks again where they may be undone', async () => {
    server.behaviour.prunedBelow = 100;
    expect(await faultOf(node.blocks(3, 3, signal))).toMatchObject({ kind: 'missing', height: 3 });
    await node.finalHeight(signal);
    const fault = await faultOf(node.blocks(3, 3, signal));
    expect(fault).toMatchObject({ kind: 'pruned', height: 3, what: 'the results of transactions' });
    expect(await faultOf(node.blocks(30, 30, signal))).toMatchObject({ kind: 'missing', height: 30 });
  });

  it('says that a lite node has no history', async () => {
    server.behaviour.isLite = true;
    expect(await faultOf(node.blocks(3, 3, signal))).toMatchObject({ kind: 'pruned', height: 3 });
    expect(await faultOf(node.identity(signal))).toMatchObject({ kind: 'pruned' });
  });

  it('says that the node limits its requests', async () => {
    server.behaviour.isBusy = true;
    expect(await faultOf(node.tip(signal))).toMatchObject({ kind: 'limited', retryAfterMs: null });
    delete server.behaviour.isBusy;
    server.failNext('too-many-retry-after');
    expect(await faultOf(node.tip(signal))).toMatchObject({ kind: 'limited', retryAfterMs: 1_000 });
  });

  it.each([
    ['error', 'unreachable'],
    ['reset', 'unreachable'],
    ['broken-off', 'unreachable'],
    ['redirect', 'unreachable'],
    ['truncated', 'malformed'],
    ['wrong-types', 'malformed'],
    ['html', 'malformed'],
  ] as const)('fails with a word for a failure of HTTP: %s is %s', async (fault, kind) => {
    server.failNext(fault);
    expect(await faultOf(node.blocks(1, 5, signal))).toMatchObject({ kind });
    expect(await node.blocks(1, 5, signal)).toHaveLength(5);
  });

  it.each(['duplicates', 'out-of-order'] as const)('takes no list that is %s', async (fault) => {
    server.failNext(fault);
    expect(await faultOf(node.blocks(1, 5, signal))).toMatchObject({ kind: 'contradiction' });
  });

  it('names no password and no key in a failure', async () => {
    const secret = tronNode({
      url: new URL(`${server.url.replace('//', '//user:sekret@')}/?key=topsekret`),
      assets: assetsOf(['TRX']),
    });
    server.failNext('error');
    const error = await secret.tip(signal).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain('sekret');
    await secret.tip(signal);
    expect(server.lastHeaders()).toMatchObject({
      authorization: `Basic ${Buffer.from('user:sekret').toString('base64')}`,
      'tron-pro-api-key': 'topsekret',
    });
    await secret.close?.();
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('stopped');
    await expect(node.tip(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
