import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../../providers/provider.ts';
import { solanaSource } from '../solana/solana.ts';
import { freeCall, recordedProvider } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import * as horizon from '../test/recorded/horizon.ts';
import * as solana from '../test/recorded/solana.ts';
import * as trongrid from '../test/recorded/trongrid.ts';
import { asset, history, summaryOf } from '../test/summary-of.ts';
import { trongridSource } from '../tron/trongrid.ts';
import { horizonSource } from './horizon.ts';

describe('answers recorded from TronGrid', () => {
  const page = (data: readonly unknown[]) => ({ success: true, data, meta: { at: 1, page_size: data.length } });
  const source = (answer: (request: ProviderRequest) => unknown) =>
    trongridSource(recordedProvider('trongrid', answer));
  const ofTransactions = (rows: readonly unknown[]) => (request: ProviderRequest) =>
    page(request.path.endsWith('/internal-transactions') ? [] : rows);

  it('give coins and fees; staking, votes and other tokens move none', async () => {
    const records = await history(
      source(ofTransactions(trongrid.RECORDED_TRANSACTIONS)),
      asset('TRX', null),
      'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB',
    );
    // The recording holds the account's whole history: it comes to the balance that was recorded beside it.
    expect(records.reduce((held, { amount }) => held + amount, 0n)).toBe(BigInt(trongrid.RECORDED_ACCOUNT.balance));
    expect(records.map(summaryOf)).toMatchInlineSnapshot(`
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

  it('give a token transfer once, though it was listed before and after it was confirmed', async () => {
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

  it('give the fee of a call, and leave out what failed', async () => {
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
    const fees = await history(source(ofTransactions(trongrid.RECORDED_CALLS)), asset('TRX', null), account);
    const paid = trongrid.RECORDED_CALLS.map(({ ret }) => BigInt(ret[0]?.fee ?? 0));
    expect(fees.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(
      paid.map((amount) => `fee ${amount}`).toSorted(),
    );
    const records = await history(source(ofTransactions([failed])), asset('TRX', null), account);
    expect(records.map(({ kind, amount }) => [kind, amount])).toEqual([['fee', 7n]]);
  });

  it('give inner transfers once, whether they are listed among the transactions, by themselves, or both', async () => {
    const inner = {
      internal_tx_id: 'ab'.repeat(32),
      tx_id: 'cd'.repeat(32),
      block_timestamp: 1_700_000_000_000,
      from_address: `41${'11'.repeat(20)}`,
      to_address: '4139fec4d95bb59f45a727f9234020adaf2cec9e20',
      data: { note: '63616c6c', rejected: false, call_value: { _: 9 } },
    };
    const rejected = { ...inner, tx_id: 'ef'.repeat(32), data: { ...inner.data, rejected: true } };
    const account = 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB';
    const both = [inner, rejected];
    const byItself = ({ path }: ProviderRequest) => page(path.endsWith('/internal-transactions') ? both : []);
    for (const from of [source(ofTransactions(both)), source(byItself), source(() => page(both))]) {
      const { records, pages } = await readAll(from, asset('TRX', null), account, freeCall());
      expect(records.map(({ kind, amount }) => [kind, amount])).toEqual([['internal', 9n]]);
      expect(pages.map(({ lacks }) => lacks)).toEqual([[]]);
    }
  });

  it('give the balance of coins, staked ones too, and of a token', async () => {
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
  it('give coins by the balances before and after, and the fee of the account that paid it', async () => {
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
    expect(records.map(summaryOf)).toMatchInlineSnapshot(`
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
  it('give payments and the creation of an account, in stroops', async () => {
    const account = 'GDKIJJIKXLOM2NRMPNQZUUYK24ZPVFC6426GZAEP3KUK6KEJLACCWNMX';
    const provider = recordedProvider('horizon', ({ path }) => ({
      _embedded: { records: path.endsWith('/payments') ? horizon.RECORDED_PAYMENTS : [] },
    }));
    const records = await history(horizonSource(provider), asset('XLM', null), account);
    expect(records.map(summaryOf)).toMatchInlineSnapshot(`
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
