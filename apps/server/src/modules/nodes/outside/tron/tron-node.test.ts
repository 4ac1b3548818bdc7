import { ASSETS } from '@assay/domain';
import { FEE_SINK, ISSUER } from '@assay/exposure';
import {
  type JavaTronStandIn,
  javaTronChain,
  startJavaTronStandIn,
  tronAddress,
  tronHexOf,
  tronStory,
} from '@assay/testkit/chains';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainNode, NodeError, type NodeFault } from '../../follow/follow.ports.ts';
import { tronNode } from './tron-node.ts';

const assetsOf = (tickers: readonly string[]) =>
  ASSETS.filter(({ network, ticker }) => network === 'TRX' && tickers.includes(ticker));
const signal = AbortSignal.timeout(60_000);
const [ALICE, BOB, CONTRACT] = ['alice', 'bob', 'contract'].map((name) => tronAddress(tronHexOf(name))) as [
  string,
  string,
  string,
];
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

async function faultOf(work: Promise<unknown>): Promise<NodeFault> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NodeError)) throw new Error(`expected a NodeError, got ${String(error)}`);
  return error.fault;
}

/** Against a stand-in of java-tron's HTTP API: not run against a real node. */
describe('a node of Tron (stand-in of java-tron, not run against a real node)', () => {
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

  it('names its chain by the first block, states its tip and what is final', async () => {
    expect(await node.identity(signal)).toBe(chain.blocks[0]?.id);
    expect(await node.tip(signal)).toEqual({
      height: 40,
      hash: chain.blocks[40]?.id,
      parentHash: chain.blocks[39]?.id,
      time: Math.floor((chain.blocks[40]?.at ?? 0) / 1000),
      syncing: false,
    });
    expect(await node.finalHeight(signal)).toBe(21);
    expect(await node.refAt(7, signal)).toMatchObject({ height: 7, hash: chain.blocks[7]?.id });
    expect(await node.refAt(41, signal)).toBeNull();
  });

  it('gives blocks in order, at most as many as it says, and fewer at the tip', async () => {
    const first = await node.blocks(0, 40, signal);
    expect(first.map(({ hash }) => hash)).toEqual(chain.blocks.slice(0, node.blocksAtOnce).map(({ id }) => id));
    expect((await node.blocks(39, 60, signal)).map(({ height }) => height)).toEqual([39, 40]);
    expect(await faultOf(node.blocks(41, 60, signal))).toMatchObject({ kind: 'missing', height: 41 });
  });

  it('reads every kind of move from a block, and nothing that moved nothing', async () => {
    const own = javaTronChain('own');
    own.mine([
      { does: 'transfer', from: ALICE, to: BOB, amount: 5n, fee: 1_100_000n },
      { does: 'freeze', from: ALICE, amount: 70n, fee: 3n },
      { does: 'withdraw', from: BOB, amount: 8n },
      { does: 'create', from: ALICE, contract: CONTRACT, value: 4n },
      {
        does: 'call',
        from: ALICE,
        contract: CONTRACT,
        value: 9n,
        fee: 6n,
        logs: [
          { token: CONTRACT, from: ALICE, to: BOB, amount: 1n },
          { token: USDT, from: ALICE, to: BOB, amount: 10n ** 20n },
        ],
        inner: [
          { note: 'call', from: CONTRACT, to: BOB, amount: 2n },
          { note: 'call', from: CONTRACT, to: BOB, amount: 2n, rejected: true },
          { note: 'call', from: CONTRACT, to: BOB, amount: 2n, tokenId: '1000001' },
          { note: 'delegateResourceOfEnergy', from: CONTRACT, to: BOB, amount: 2n },
          { note: 'withdrawReward', from: CONTRACT, to: CONTRACT, amount: 11n },
        ],
      },
      {
        does: 'call',
        from: BOB,
        contract: CONTRACT,
        value: 9n,
        fee: 13n,
        failed: true,
        logs: [{ token: USDT, from: ALICE, to: BOB, amount: 1n }],
        inner: [{ note: 'call', from: CONTRACT, to: ALICE, amount: 9n }],
      },
    ]);
    server.useChain(own);
    const [block] = await node.blocks(1, 1, signal);
    if (block?.ledger !== 'account') throw new Error('expected a block of accounts');
    const moves = block.transfers.map(({ ticker, transfer: { kind, transactionIndex, index, from, to, amount } }) => [
      ticker,
      kind,
      transactionIndex,
      index,
      from,
      to,
      amount,
    ]);
    expect(moves).toEqual([
      ['TRX', 'fee', 0, 0, ALICE, FEE_SINK, 1_100_000n],
      ['TRX', 'native', 0, 0, ALICE, BOB, 5n],
      ['TRX', 'fee', 1, 0, ALICE, FEE_SINK, 3n],
      ['TRX', 'native', 2, 0, ISSUER, BOB, 8n],
      ['TRX', 'native', 3, 0, ALICE, CONTRACT, 4n],
      ['TRX', 'fee', 4, 0, ALICE, FEE_SINK, 6n],
      ['TRX', 'native', 4, 0, ALICE, CONTRACT, 9n],
      ['TRX', 'internal', 4, 1, CONTRACT, BOB, 2n],
      ['TRX', 'internal', 4, 5, ISSUER, CONTRACT, 11n],
      ['USDT', 'token', 1, 1, ALICE, BOB, 10n ** 20n],
      ['TRX', 'fee', 5, 0, BOB, FEE_SINK, 13n],
    ]);
    expect(block.contracts).toEqual([CONTRACT]);
  });

  it('reads only the assets that are followed', async () => {
    const tokens = tronNode({ url: new URL(server.url), assets: assetsOf(['USDC']) });
    const blocks = await tokens.blocks(1, 20, signal);
    const tickers = blocks.flatMap((block) => (block.ledger === 'account' ? block.transfers : []));
    expect(new Set(tickers.map(({ ticker }) => ticker))).toEqual(new Set(['USDC']));
    await tokens.close?.();
  });

  it('says what is final without the ports of the solidity API, and by the rule of 19 blocks without anything', async () => {
    server.behaviour.unsolidified = 25;
    server.behaviour.closed = ['/walletsolidity'];
    expect(await node.finalHeight(signal)).toBe(15);
    server.behaviour.closed = ['/walletsolidity', '/wallet/getnodeinfo'];
    expect(await node.finalHeight(signal)).toBe(21);
    expect((await node.tip(signal)).syncing).toBe(false);
  });

  it('says that it is behind its network while most of its peers are ahead', async () => {
    server.behaviour.isSyncing = true;
    expect((await node.tip(signal)).syncing).toBe(true);
  });

  it('says that inner transfers are missing where many calls have none', async () => {
    const busy = javaTronChain('busy');
    const inner = [{ note: 'call', from: CONTRACT, to: BOB, amount: 2n }];
    const calls = Array.from({ length: 60 }, () => ({ does: 'call', from: ALICE, contract: CONTRACT, inner }) as const);
    for (let height = 1; height <= 10; height += 1) busy.mine(calls);
    server.useChain(busy);
    expect(await node.lacks(signal)).toEqual([]);
    server.behaviour.leavesOutInner = true;
    expect(await node.lacks(signal)).toEqual(['internal']);
  });
});
