import { findAsset } from '@assay/domain';
import type { RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import type { AccountSource } from '../../features/sources/index.ts';
import type { ProviderRequest } from '../providers/provider.ts';
import { etherscanSource } from './etherscan.ts';
import { TRANSFER_TOPIC } from './evm-abi.ts';
import { horizonSource } from './horizon.ts';
import { jsonRpcSource } from './json-rpc.ts';
import { solanaSource } from './solana.ts';
import { freeCall, recordedProvider } from './test/direct-provider.ts';
import { readAll } from './test/read-all.ts';
import * as etherscan from './test/recorded/etherscan.ts';
import * as horizon from './test/recorded/horizon.ts';
import * as rpc from './test/recorded/json-rpc.ts';
import * as solana from './test/recorded/solana.ts';
import * as trongrid from './test/recorded/trongrid.ts';
import { trongridSource } from './trongrid.ts';

const asset = (ticker: string, parent: string | null) => findAsset(ticker, parent) ?? expect.fail(`no ${ticker}`);
const told = ({ kind, from, to, amount, time }: RawTransfer) => [kind, from, to, amount, time];
const history = async (source: AccountSource, of: ReturnType<typeof asset>, account: string) =>
  (await readAll(source, of, account, freeCall())).records;

describe('answers recorded from Etherscan', () => {
  const source = (account: Readonly<Record<string, unknown>>) =>
    etherscanSource('ETH', {
      provider: recordedProvider('etherscan', ({ query }) => account[query?.['action'] ?? '']),
      chainId: 1,
      pageSize: 1_000,
    });
  const list = (rows: readonly unknown[]) => ({ status: '1', message: 'OK', result: rows.toReversed() });
  const none = { status: '0', message: 'No transactions found', result: [] };

  it('tell the balance of the first block, transactions and their fees', async () => {
    const account = '0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a';
    const answers = { txlist: list(etherscan.RECORDED_TRANSACTIONS), txlistinternal: none };
    expect((await history(source(answers), asset('ETH', null), account)).map(told)).toMatchInlineSnapshot(`
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

  it('tell inner calls, and that a creation without value moved nothing', async () => {
    const account = '0x2c1ba59d6f58433fb1eaee7d20b26ed83bda51a3';
    const answers = { txlist: none, txlistinternal: list(etherscan.RECORDED_INNER_CALLS) };
    const records = await history(source(answers), asset('ETH', null), account);
    expect(records.map(({ kind }) => kind)).toEqual(['internal', 'internal', 'internal']);
    expect(records.at(-1)).toMatchObject({ to: '0x20d42f2e99a421147acf198d775395cac2e8b03d', amount: 10n ** 17n });
  });

  it('tell a token by its contract, two transfers of one transaction among them', async () => {
    const [row] = etherscan.RECORDED_TOKEN_MOVES;
    const token = { ...asset('USDT', 'ETH'), contract: row?.contractAddress ?? '' };
    const records = await history(source({ tokentx: list(etherscan.RECORDED_TOKEN_MOVES) }), token, row?.from ?? '');
    expect(records).toHaveLength(etherscan.RECORDED_TOKEN_MOVES.length);
    expect(new Set(records.map(({ transactionId, to }) => `${transactionId} ${to}`)).size).toBe(records.length);
  });

  it('tell refusals with status 200 apart: too many, no such plan, a wrong key', async () => {
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
    await expect(refused('Invalid API Key')).rejects.toThrow('etherscan cannot be asked: the key was refused');
  });
});

describe('answers recorded from TronGrid', () => {
  const page = (data: readonly unknown[]) => ({ success: true, data, meta: { at: 1, page_size: data.length } });
  const source = (answer: (request: ProviderRequest) => unknown) =>
    trongridSource(recordedProvider('trongrid', answer));

  it('tell coins and fees; staking, votes and other tokens move none', async () => {
    const records = await history(
      source(() => page(trongrid.RECORDED_TRANSACTIONS)),
      asset('TRX', null),
      'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB',
    );
    expect(records.map(told)).toMatchInlineSnapshot(`
      [
        [
          "native",
          "TAUN6FwrnwwmaEqYcckffC7wYmbaS6cBiX",
          "TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB",
          278720000n,
          1553864040,
        ],
      ]
    `);
  });

  it('tell a token once, though it was told before and after it was confirmed', async () => {
    const account = trongrid.RECORDED_TOKEN_MOVES[0]?.from ?? '';
    const asked: ProviderRequest[] = [];
    const answer = (request: ProviderRequest) => {
      asked.push(request);
      return page(trongrid.RECORDED_TOKEN_MOVES);
    };
    const records = await history(source(answer), asset('USDT', 'TRX'), account);
    expect(records.map(({ amount }) => amount)).toEqual([50_000_000n, 3_988_000_000n]);
    expect(asked[0]).toMatchObject({
      path: `/v1/accounts/${account}/transactions/trc20`,
      query: { only_confirmed: 'true', limit: '200', contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    });
  });

  it('tell the fee of a call, and leave out what failed', async () => {
    const [call] = trongrid.RECORDED_CALLS;
    const failed = {
      ...call,
      ret: [{ contractRet: 'OUT_OF_ENERGY', fee: 7 }],
      raw_data: {
        contract: call?.raw_data.contract.map((one) => ({
          ...one,
          parameter: { value: { ...one.parameter.value, call_value: 9 } },
        })),
      },
    };
    const account = 'TM1zzNDZD2DPASbKcgdVoTYhfmYgtfwx9R';
    const fees = await history(
      source(() => page(trongrid.RECORDED_CALLS)),
      asset('TRX', null),
      account,
    );
    const paid = trongrid.RECORDED_CALLS.map(({ ret }) => BigInt(ret[0]?.fee ?? 0));
    expect(fees.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(
      paid.map((amount) => `fee ${amount}`).toSorted(),
    );
    const records = await history(
      source(() => page([failed])),
      asset('TRX', null),
      account,
    );
    expect(records.map(({ kind, amount }) => [kind, amount])).toEqual([['fee', 7n]]);
  });

  it('tell inner transfers that stand among the transactions, and call such a history incomplete all the same', async () => {
    const inner = {
      internal_tx_id: 'ab'.repeat(32),
      tx_id: 'cd'.repeat(32),
      block_timestamp: 1_700_000_000_000,
      from_address: `41${'11'.repeat(20)}`,
      to_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
      data: { note: '63616c6c', rejected: false, call_value: { _: 9 } },
    };
    const rejected = { ...inner, tx_id: 'ef'.repeat(32), data: { ...inner.data, rejected: true } };
    const from = source(() => page([inner, rejected]));
    const { records, pages } = await readAll(
      from,
      asset('TRX', null),
      'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB',
      freeCall(),
    );
    expect(records.map(({ kind, amount }) => [kind, amount])).toEqual([['internal', 9n]]);
    expect(pages[0]?.lacks).toEqual(['internal']);
  });

  it('tell the balance of coins, staked ones too, and of a token', async () => {
    const from = source(() => page([trongrid.RECORDED_ACCOUNT]));
    const account = 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB';
    expect((await from.balance(asset('TRX', null), account, freeCall())).amount).toBe(278_720_000n);
    const staked = {
      ...trongrid.RECORDED_ACCOUNT,
      frozenV2: [{ amount: 5 }, { type: 'ENERGY' }],
      unfrozenV2: [{ unfreeze_amount: 2 }],
      account_resource: { delegated_frozenV2_balance_for_energy: 1 },
    };
    const holder = source(() => page([staked]));
    expect((await holder.balance(asset('TRX', null), account, freeCall())).amount).toBe(278_720_008n);
    const token = { ...asset('USDT', 'TRX'), contract: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' };
    expect((await from.balance(token, account, freeCall())).amount).toBe(53_135_738n);
    expect((await from.balance(asset('USDT', 'TRX'), account, freeCall())).amount).toBe(0n);
  });
});

describe('answers recorded from Solana', () => {
  it('tell coins by the balances before and after, and the fee of whoever paid it', async () => {
    const account = 'HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp';
    const provider = recordedProvider('solana', ({ body }) => {
      if (!Array.isArray(body)) {
        const rows = solana.RECORDED_TRANSACTIONS.map(({ slot, blockTime, transaction }) => ({
          slot,
          blockTime,
          err: null,
          signature: transaction.signatures[0],
        }));
        return { jsonrpc: '2.0', id: 1, result: rows };
      }
      return body.map((_, id) => ({ jsonrpc: '2.0', id, result: solana.RECORDED_TRANSACTIONS[id] }));
    });
    const records = await history(solanaSource(provider), asset('SOL', null), account);
    expect(records.map(told)).toMatchInlineSnapshot(`
      [
        [
          "native",
          "HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp",
          "AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q",
          1230000n,
          1588062639,
        ],
        [
          "fee",
          "HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp",
          "fee",
          5000n,
          1588062639,
        ],
        [
          "native",
          "AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q",
          "HBYC51YrGFAZ8rM7Sj8e9uqKggpSrDYrinQDZzvMtqQp",
          120000n,
          1588026961,
        ],
      ]
    `);
  });
});

describe('answers recorded from Horizon', () => {
  it('tell payments and the beginning of an account, in stroops', async () => {
    const account = 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX';
    const provider = recordedProvider('horizon', ({ path }) => ({
      _embedded: { records: path.endsWith('/payments') ? horizon.RECORDED_PAYMENTS : [] },
    }));
    const records = await history(horizonSource(provider), asset('XLM', null), account);
    expect(records.map(told)).toMatchInlineSnapshot(`
      [
        [
          "native",
          "GCTUYXRTC2OPWWUCE6KBQEJTDFALN6BWHUXT3IHCXMTHW5K46NJCVHYN",
          "GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX",
          83548970000000n,
          1588783926,
        ],
        [
          "native",
          "GB76DZDZQRUGK3KEINZM6YDZI5OPVAP6UTIZKZIFNTRMG5T7UC5IRVRE",
          "GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX",
          1194704630000000n,
          1588782082,
        ],
        [
          "native",
          "GBEZOC5U4TVH7ZY5N3FLYHTCZSI6VFGTULG7PBITLF5ZEBPJXFT46YZM",
          "GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX",
          473269393700000000n,
          1470850220,
        ],
      ]
    `);
    expect(records[0]).toMatchObject({ block: Number(126_805_490_620_608_513n >> 32n), index: 1 });
  });
});

describe('answers recorded from nodes of Ethereum', () => {
  const HASH = rpc.RECORDED_RECEIPT.transactionHash;
  interface Question {
    readonly id: number;
    readonly method: string;
    readonly params: readonly unknown[];
  }

  /** A node on which one transaction happened, with the call tree that was recorded. */
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

  it('tell of what ran out of gas its fee alone', async () => {
    const tree = rpc.RECORDED_CALL_TREES.outOfGas;
    expect((await history(source(tree, '0x0'), ETH, tree.from)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', fee],
    ]);
  });

  it('tell that code of another contract, run on the own balance, moved nothing', async () => {
    const tree = rpc.RECORDED_CALL_TREES.codeOfAnother;
    const records = await history(source(tree, '0x1'), ETH, tree.from);
    expect(records.map(({ kind }) => kind)).toEqual(['native', 'fee']);
    expect(await history(source(tree, '0x1'), ETH, tree.to)).toHaveLength(1);
  });

  it('understand an old node that tells of a destroyed contract nothing but that', async () => {
    const tree = rpc.RECORDED_CALL_TREES.destroyed;
    expect((await history(source(tree, '0x1'), ETH, tree.from)).map(({ kind }) => kind)).toEqual(['fee']);
  });

  it('tell a transfer of a token by its log', async () => {
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
