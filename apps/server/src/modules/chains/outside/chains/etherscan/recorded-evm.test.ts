import { describe, expect, it } from 'vitest';
import { TRANSFER_TOPIC } from '../../../formats/evm-abi.ts';
import { jsonRpcSource } from '../json-rpc/json-rpc.ts';
import { recordedProvider } from '../test/direct-provider.ts';
import * as etherscan from '../test/recorded/etherscan.ts';
import * as rpc from '../test/recorded/json-rpc.ts';
import { asset, history, summaryOf } from '../test/summary-of.ts';
import { etherscanSource } from './etherscan.ts';

describe('answers recorded from Etherscan', () => {
  const source = (account: Readonly<Record<string, unknown>>) =>
    etherscanSource('ETH', {
      provider: recordedProvider(
        'etherscan',
        ({ query }) => ({ txsBeaconWithdrawal: none, ...account })[query?.['action'] ?? ''],
      ),
      chainId: 1,
      pageSize: 1_000,
    });
  const list = (rows: readonly unknown[]) => ({ status: '1', message: 'OK', result: rows.toReversed() });
  const none = { status: '0', message: 'No transactions found', result: [] };

  it('give the balance of the first block, transactions and their fees', async () => {
    const account = '0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a';
    const answers = { txlist: list(etherscan.RECORDED_TRANSACTIONS), txlistinternal: none };
    expect((await history(source(answers), asset('ETH', null), account)).map(summaryOf)).toMatchInlineSnapshot(`
      [
        [
          "native",
          "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
          "0x2910543af39aba0cd09dbb2d50200b3e800a63d2",
          9001000000000000000000n,
          1438948043,
        ],
        [
          "fee",
          "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
          "fee",
          8644800000000000n,
          1438948043,
        ],
        [
          "native",
          "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
          "0x2910543af39aba0cd09dbb2d50200b3e800a63d2",
          5000000000000000000n,
          1438947953,
        ],
        [
          "fee",
          "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
          "fee",
          8644800000000000n,
          1438947953,
        ],
        [
          "internal",
          "issuer",
          "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a",
          10000000000000000000000n,
          1438269973,
        ],
      ]
    `);
  });

  it('give inner calls, and no move for a creation without value', async () => {
    const account = '0x2c1ba59d6f58433fb1eaee7d20b26ed83bda51a3';
    const answers = { txlist: none, txlistinternal: list(etherscan.RECORDED_INNER_CALLS) };
    const records = await history(source(answers), asset('ETH', null), account);
    expect(records.map(({ kind }) => kind)).toEqual(['internal', 'internal', 'internal']);
    expect(records.at(-1)).toMatchObject({ to: '0x20d42f2e99a421147acf198d775395cac2e8b03d', amount: 10n ** 17n });
  });

  it('give the transfers of a token by its contract, two of one transaction among them', async () => {
    const [row] = etherscan.RECORDED_TOKEN_MOVES;
    const token = { ...asset('USDT', 'ETH'), contract: row?.contractAddress ?? '' };
    const records = await history(source({ tokentx: list(etherscan.RECORDED_TOKEN_MOVES) }), token, row?.from ?? '');
    expect(records).toHaveLength(etherscan.RECORDED_TOKEN_MOVES.length);
    expect(new Set(records.map(({ transactionId, to }) => `${transactionId} ${to}`)).size).toBe(records.length);
  });

  it('distinguish refusals with status 200: too many, no such plan, a wrong key', async () => {
    const refused = (result: string) =>
      history(
        source({ tokentx: { status: '0', message: 'NOTOK', result } }),
        asset('USDT', 'ETH'),
        '0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a',
      );
    await expect(refused('Max rate limit reached')).rejects.toMatchObject({
      fault: { kind: 'rate-limited', provider: 'etherscan' },
    });
    await expect(refused('Max calls per sec rate limit reached (3/sec)')).rejects.toMatchObject({
      fault: { kind: 'rate-limited' },
    });
    await expect(
      refused('Free API access is not supported for this chain. Please upgrade your api plan.'),
    ).rejects.toMatchObject({ fault: { kind: 'not-supported' } });
    await expect(refused('Timeout reached, please use a narrower block range')).rejects.toThrow(
      'Could not reach etherscan: its own search took too long',
    );
    await expect(refused('Invalid API Key')).rejects.toThrow('Could not reach etherscan: the key was refused');
  });
});

describe('answers recorded from nodes of Ethereum', () => {
  const HASH = rpc.RECORDED_RECEIPT.transactionHash;
  interface Question {
    readonly id: number;
    readonly method: string;
    readonly params: readonly unknown[];
  }

  /** A node with one transaction, which has the recorded call tree. */
  function source(tree: { readonly from: string; readonly to: string; readonly value: string }, status: string) {
    const results: Readonly<Record<string, unknown>> = {
      eth_blockNumber: rpc.RECORDED_RECEIPT.blockNumber,
      trace_filter: [{ transactionHash: HASH, blockNumber: Number(rpc.RECORDED_RECEIPT.blockNumber), type: 'call' }],
      debug_traceTransaction: tree,
      eth_getTransactionReceipt: { ...rpc.RECORDED_RECEIPT, status },
      eth_getTransactionByHash: { hash: HASH, from: tree.from, to: tree.to, value: tree.value, blockNumber: '0x76250' },
      eth_getBalance: '0x0',
      eth_getCode: '0x',
      eth_getLogs: rpc.RECORDED_LOGS,
    };
    const one = ({ id, method, params }: Question) => {
      const head = { number: params[0], timestamp: '0x55f00000' };
      return { jsonrpc: '2.0', id, result: method === 'eth_getBlockByNumber' ? head : results[method] };
    };
    return jsonRpcSource(
      'ETH',
      recordedProvider('node', ({ body }) => {
        const asked = body as Question | readonly Question[];
        return Array.isArray(asked) ? asked.map(one) : one(asked as Question);
      }),
    );
  }
  const fee = BigInt(rpc.RECORDED_RECEIPT.gasUsed) * BigInt(rpc.RECORDED_RECEIPT.effectiveGasPrice);
  const ETH = asset('ETH', null);

  it('give only the fee of a call that ran out of gas', async () => {
    const tree = rpc.RECORDED_CALL_TREES.outOfGas;
    expect((await history(source(tree, '0x0'), ETH, tree.from)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', fee],
    ]);
  });

  it('give no move for code of another contract that runs on the own balance', async () => {
    const tree = rpc.RECORDED_CALL_TREES.codeOfAnother;
    const records = await history(source(tree, '0x1'), ETH, tree.from);
    expect(records.map(({ kind }) => kind)).toEqual(['native', 'fee']);
    expect(await history(source(tree, '0x1'), ETH, tree.to)).toHaveLength(1);
  });

  it('can be read from an old node that reports a destroyed contract without details', async () => {
    const tree = rpc.RECORDED_CALL_TREES.destroyed;
    expect((await history(source(tree, '0x1'), ETH, tree.from)).map(({ kind }) => kind)).toEqual(['fee']);
  });

  it('give a transfer of a token by its log', async () => {
    const [log] = rpc.RECORDED_LOGS;
    const token = { ...asset('USDT', 'ETH'), contract: log?.address ?? '' };
    const receiver = `0x${log?.topics[2]?.slice(26)}`;
    const { from, to } = { from: receiver, to: receiver };
    const records = await history(source({ from, to, value: '0x0' }, '0x1'), token, receiver);
    expect(log?.topics[0]).toBe(TRANSFER_TOPIC);
    expect(records).toMatchObject([
      { kind: 'token', to: receiver, amount: 100_000n, block: 0x76250, index: 0, time: 0x55f00000 },
    ]);
  });
});
