import { describe, expect, it } from 'vitest';
import { TRANSFER_TOPIC, topicOf } from '../../../formats/evm-abi.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { asset } from '../test/summary-of.ts';
import { jsonRpcSource } from './json-rpc.ts';

const USDT = asset('USDT', 'ETH');
const ACCOUNT = `0x${'a'.repeat(40)}`;
const BLOCK_SECONDS = 12;
/** Of one block, seconds since the beginning of a chain with blocks of 12 seconds. */
const timeOf = (block: number) => 1_500_000_000 + block * BLOCK_SECONDS;

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string | { readonly fromBlock: string; readonly toBlock: string }, ...unknown[]];
}

/** A public node that answers at most 10,000 blocks a question, and has one transfer near its tip. */
function publicNode(height: number) {
  const one = ({ id, method, params: [first] }: Question) => {
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id, result });
    if (method === 'eth_blockNumber') return answer(`0x${height.toString(16)}`);
    if (typeof first === 'string')
      return answer({ number: first, timestamp: `0x${timeOf(Number(first)).toString(16)}` });
    const width = Number(first.toBlock) - Number(first.fromBlock) + 1;
    if (width > 10_000) {
      const message = `range ${width} exceeds limit of 10000`;
      return { jsonrpc: '2.0', id, error: { code: -32_602, message } };
    }
    const at = height - 100;
    const isInside = Number(first.fromBlock) <= at && at <= Number(first.toBlock);
    const log = {
      ...{ address: USDT.contract, topics: [TRANSFER_TOPIC, topicOf(`0x${'b'.repeat(40)}`), topicOf(ACCOUNT)] },
      ...{ data: `0x${'5'.padStart(64, '0')}`, blockNumber: `0x${at.toString(16)}`, logIndex: '0x1', removed: false },
      ...{ blockTimestamp: `0x${timeOf(at).toString(16)}`, transactionHash: `0x${'1'.repeat(64)}` },
      transactionIndex: '0x0',
    };
    return answer(isInside ? [log] : []);
  };
  return recordedProvider('own jsonrpc', ({ body }) => {
    const asked = body as Question | readonly Question[];
    return Array.isArray(asked) ? asked.map(one) : one(asked as Question);
  });
}

const ask = { asset: USDT, account: ACCOUNT, direction: 'both', since: null, until: null, cursor: null } as const;

describe('a node that answers 10,000 blocks a question', () => {
  it('says from when it read, and of how many blocks a question, instead of reading on without an end', async () => {
    const height = 25_000_000;
    const page = await jsonRpcSource('ETH', publicNode(height)).transfers(ask, freeCall());
    expect(page.records).toHaveLength(1);
    expect(page.next).toBeNull();
    const [gap] = page.gaps ?? [];
    expect(gap).toMatchObject({ kind: 'holds-from', provider: 'own jsonrpc', time: page.completeFrom });
    const { blocks = 0, time } = gap?.kind === 'holds-from' ? gap : expect.fail('no gap');
    expect(blocks).toBeGreaterThan(2_500);
    expect(blocks).toBeLessThanOrEqual(10_000);
    const days = (timeOf(height) - time) / 86_400;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(24);
  });

  it('reads a short chain to its beginning, page by page', async () => {
    const source = jsonRpcSource('ETH', publicNode(200_000));
    const first = await source.transfers(ask, freeCall());
    expect(first.next).not.toBeNull();
    expect(first.gaps).toEqual([]);
  });

  it('reads on to where a history was read before', async () => {
    const since = timeOf(24_000_000);
    const page = await jsonRpcSource('ETH', publicNode(25_000_000)).transfers({ ...ask, since }, freeCall());
    expect(page.next).not.toBeNull();
    expect(page.gaps).toEqual([]);
  });
});
