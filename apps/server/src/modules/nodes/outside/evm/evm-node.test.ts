import { ASSETS } from '@assay/domain';
import { type EvmStory, startEvmStory } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EXCHANGE_LIMITS,
  type Exchange,
  type ExchangeAnswer,
  httpExchange,
} from '../../../chains/outside/providers/http-exchange.ts';
import { NodeError, type NodeFault } from '../../follow/follow.ports.ts';
import { evmNode } from './evm-node.ts';

let story: EvmStory;
const http = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: true });
const signal = AbortSignal.timeout(60_000);

beforeAll(async () => {
  story = await startEvmStory();
});
afterAll(async () => {
  await http.close();
  await story?.close();
});

/** What a node answers to one method, put through `change`; its other answers are true. */
type Lie = (answer: ExchangeAnswer) => Partial<ExchangeAnswer>;

function node(tickers: readonly string[], lies: Readonly<Record<string, Lie>> = {}, asked: string[] = []) {
  const exchange: Exchange = {
    send: async (request, until) => {
      const methods = [...(request.body ?? '').matchAll(/"method":"(\w+)"/g)].map(([, method]) => method ?? '');
      asked.push(...methods);
      const answer = await http.send(request, until);
      const lie = lies[methods[0] ?? ''];
      return lie === undefined ? answer : { ...answer, ...lie(answer) };
    },
    close: async () => undefined,
  };
  const assets = ASSETS.filter(({ network, ticker }) => network === 'ETH' && tickers.includes(ticker));
  return evmNode({ network: 'ETH', url: new URL(story.url), assets, traces: true }, exchange);
}

async function faultOf(work: Promise<unknown>): Promise<NodeFault> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw new Error(`Expected a NodeError, got ${String(error)}`);
  return error.fault;
}

const replace =
  (from: RegExp | string, to: string): Lie =>
  ({ text }) => ({ text: text.replace(from, to) });
const refuse =
  (code: number, message: string): Lie =>
  () => ({ text: JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code, message } }) });

describe('an answer of an EVM node', () => {
  it.each<[string, string, Lie]>([
    ['a log left out', 'eth_getBlockReceipts', replace(/"logs":\[\{.*?\}\]/, '"logs":[]')],
    ['another amount', 'eth_getBlockReceipts', replace('"data":"0x00', '"data":"0x01')],
    ['another header', 'eth_getBlockByNumber', replace(/"gasUsed":"0x/, '"gasUsed":"0x1')],
  ])('with %s contradicts the hash of its block', async (_name, method, lie) => {
    const lies: Record<string, Lie> = {};
    const lying = node(['ETH', 'USDT'], lies);
    await lying.lacks(signal);
    lies[method] = lie;
    expect(await faultOf(lying.blocks(16, 16, signal))).toMatchObject({ kind: 'contradiction', height: 16 });
  });

  it('that is a refusal of the access is said as one', async () => {
    const closed = node(['ETH'], { eth_chainId: () => ({ status: 401 }) });
    expect(await faultOf(closed.identity(signal))).toMatchObject({ kind: 'refused' });
  });

  it('is the same by each method that a node may lack', async () => {
    const whole = await node(['ETH', 'USDT']).blocks(1, 10, signal);
    const lacking = { code: -32_601, message: 'the method does not exist' };
    const other = node(['ETH', 'USDT'], {
      eth_getBlockReceipts: refuse(lacking.code, lacking.message),
      trace_block: refuse(lacking.code, lacking.message),
    });
    expect(await other.blocks(1, 10, signal)).toEqual(whole);
    const none = node(['ETH'], {
      trace_block: refuse(lacking.code, lacking.message),
      debug_traceBlockByNumber: refuse(lacking.code, lacking.message),
    });
    expect(await none.lacks(signal)).toEqual(['internal']);
  });

  it('is asked again in narrower ranges of logs where the node refuses the width', async () => {
    await story.mine(70);
    const wide = node(['USDT']);
    await wide.finalHeight(signal);
    const expected = await wide.blocks(0, 22, signal);
    const asked: string[] = [];
    let refused = 0;
    const narrow = node(
      ['USDT'],
      {
        eth_getLogs: (answer) => {
          refused += 1;
          return refused <= 2 ? refuse(-32_005, 'query returned more than 10000 results')(answer) : {};
        },
      },
      asked,
    );
    await narrow.finalHeight(signal);
    expect(await narrow.blocks(0, 22, signal)).toEqual(expected);
    expect(asked.filter((method) => method === 'eth_getLogs').length).toBeGreaterThan(10);
    expect(expected.flatMap((block) => (block.ledger === 'account' ? block.transfers : [])).length).toBeGreaterThan(7);
  });

  it('comes from a node that is named without what its address holds of secrets', async () => {
    const url = new URL('http://user:secret@127.0.0.1:1/key-of-somebody');
    const away = evmNode({ network: 'ETH', url, assets: [], traces: true });
    const error = await away.identity(signal).catch((reason: unknown) => reason);
    expect(String(error)).toBe('NodeError: 127.0.0.1:1 cannot be reached: the connection was refused');
    await away.close?.();
  });
});
