import type { RawTransfer } from '@assay/exposure';
import { startNodeRealStandIn } from '@assay/testkit/chains';
import { describe, expect, it } from 'vitest';
import { directProvider, freeCall, recordedProvider } from '../test/direct-provider.ts';
import { readAll } from '../test/read-all.ts';
import { asset, history, summaryOf } from '../test/summary-of.ts';
import { noderealSource } from './nodereal.ts';

const BNB = asset('BNB', null);
const USDT = asset('USDT', 'BSC');
const [ME, OTHER] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

/** From the documentation of `nr_getAssetTransfers` (docs.nodereal.io): a call, and a transfer of a token. */
const DOCUMENTED_CALL = {
  category: 'external',
  blockNum: '0x6c92dd',
  from: '0x646eafba97ec6ee7631887cdee468b323dd65d4f',
  to: '0x8f07f7312f3ede8b0094f09ab1554c8d89f47ddf',
  value: '0x0',
  asset: 'BNB',
  hash: '0xf7605ce61c1855348cde8512d752265a8cbbf57e0ac4c8bc259155f8c1592838',
  blockTimeStamp: 1620089457,
  gasPrice: 5000000000,
  gasUsed: 35813,
  receiptsStatus: 1,
};
const DOCUMENTED_TOKEN_MOVE = {
  category: '20',
  blockNum: '0x3b8322',
  from: '0x0554a5d083abf2f056ae3f6029e1714b9a655174',
  to: '0x28451d455f009a30b37bbe74175c9f3460f45cc7',
  value: '0x00000000000000000000000000000000000000000000000564d702d38f5e0000',
  asset: 'TWT',
  hash: '0xc16db18719864e6188578d5870e6f30e84d93c52beeb3630ead1a251e460ce4b',
  contractAddress: '0x4b0f1812e5df2a09796481ff14017e6005508003',
  decimal: '18',
  blockTimeStamp: 1610380207,
};

interface Question {
  readonly params: readonly [{ readonly fromAddress?: string; readonly toAddress?: string }];
}

/** Answers with one row, in the list of its side. */
const answering = (row: typeof DOCUMENTED_CALL | typeof DOCUMENTED_TOKEN_MOVE) =>
  noderealSource(
    'BSC',
    recordedProvider('nodereal', ({ body }) => {
      const [{ fromAddress, toAddress }] = (body as Question).params;
      const isOwn = fromAddress === row.from || toAddress === row.to;
      return { jsonrpc: '2.0', id: '1', result: { transfers: isOwn ? [row] : [] } };
    }),
  );

const sumOf = (records: readonly RawTransfer[]) =>
  records.reduce((held, { to, amount }) => (to === ME ? held + amount : held - amount), 0n);

describe('answers that NodeReal documents', () => {
  it('give the fee of a call', async () => {
    const records = await history(answering(DOCUMENTED_CALL), BNB, DOCUMENTED_CALL.from);
    expect(records.map(summaryOf)).toEqual([
      ['fee', DOCUMENTED_CALL.from, 'fee', 5_000_000_000n * 35_813n, DOCUMENTED_CALL.blockTimeStamp],
    ]);
  });

  it('give a transfer of a token by its contract, and count that of another token as unreadable', async () => {
    const { from, to, contractAddress: contract } = DOCUMENTED_TOKEN_MOVE;
    const records = await history(answering(DOCUMENTED_TOKEN_MOVE), { ...USDT, contract }, to);
    expect(records).toMatchObject([{ kind: 'token', from, to, amount: 0x564d702d38f5e0000n, block: 0x3b8322 }]);
    const ask = { asset: USDT, account: to, direction: 'both', since: null, until: null, cursor: null } as const;
    const page = await answering(DOCUMENTED_TOKEN_MOVE).transfers(ask, freeCall());
    expect(page.records).toEqual([]);
    expect(page.gaps).toMatchObject([{ kind: 'unreadable', rows: 1, fields: ['contractAddress'] }]);
  });
});

describe('a history read from NodeReal', () => {
  it('comes to the balance in coins and in tokens, over many pages of both sides', async () => {
    const server = await startNodeRealStandIn({
      account: ME,
      other: OTHER,
      contract: USDT.contract ?? '',
      rows: 2_500,
    });
    try {
      const source = noderealSource('BSC', directProvider('nodereal', server.url));
      for (const one of [BNB, USDT]) {
        const { records, pages } = await readAll(source, one, ME, freeCall());
        expect(pages.length).toBeGreaterThan(1);
        expect(sumOf(records), one.ticker).toBe((await source.balance(one, ME, freeCall())).amount);
        expect(records.map(({ time }) => time)).toEqual(records.map(({ time }) => time).toSorted((a, b) => b - a));
      }
      const coins = await readAll(source, BNB, ME, freeCall());
      expect(new Set(coins.records.map(({ kind }) => kind))).toEqual(new Set(['native', 'internal', 'fee']));
      const tip = await source.tip(freeCall());
      expect(tip.block - tip.finalBlock).toBe(15);
    } finally {
      await server.close();
    }
  });

  it('says that the method is not to be had where the plan has none', async () => {
    const error = { code: -32_601, message: 'method not found' };
    const source = noderealSource(
      'BSC',
      recordedProvider('nodereal', () => ({ jsonrpc: '2.0', id: 1, error })),
    );
    await expect(history(source, BNB, ME)).rejects.toThrow('nodereal does not provide transfers by account');
  });
});
