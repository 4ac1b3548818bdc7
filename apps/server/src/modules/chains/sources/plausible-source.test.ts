import { findAsset } from '@assay/domain';
import type { RawTransaction, RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { plausibleSource } from './plausible-source.ts';
import type { AccountSource, CoinSource, SourceCall } from './sources.ports.ts';
import { memoryAccountSource, memoryCoinSource } from './test/memory-source.ts';

const NOW = 1_800_000_000;
const clock = { now: () => new Date(NOW * 1000) };
const CALL: SourceCall = { signal: new AbortController().signal, spend: () => true };
const [A, B] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const YEAR_2099 = 4_070_908_800;

const transferOf = (at: number, change: Partial<RawTransfer> = {}): RawTransfer => ({
  ...{ transactionId: `0x${at.toString(16).padStart(64, '0')}`, kind: 'token', index: 0, ordinal: 0 },
  ...{ block: at, transactionIndex: 0, time: NOW - 1_000 + at, from: A, to: B, amount: 5n },
  ...change,
});

function accounts(transfers: readonly RawTransfer[]): AccountSource {
  const source = plausibleSource(memoryAccountSource('ETH', transfers), clock);
  return source.ledger === 'account' ? source : expect.fail('of accounts');
}

const coinOf = (at: number, change: Partial<RawTransaction> = {}): RawTransaction => ({
  ...{ transactionId: at.toString(16).padStart(64, '0'), block: at, transactionIndex: 0, time: NOW - 1_000 + at },
  ...{ coinbase: true, inputs: [], outputs: [{ index: 0, owner: 'one', amount: 5n }] },
  ...change,
});

function coins(transactions: readonly RawTransaction[]): CoinSource {
  const source = plausibleSource(memoryCoinSource('BTC', transactions), clock);
  return source.ledger === 'utxo' ? source : expect.fail('of coins');
}

const USDT = findAsset('USDT', 'ETH') ?? expect.fail('no USDT');
const ASK = { since: null, until: null, cursor: null };

describe('records that cannot be true', () => {
  it.each([
    ['of the year 2099', { time: YEAR_2099 }, 'time'],
    ['of a time beyond all dates', { time: 8_640_000_000_001 }, 'time'],
    ['of 2^256', { amount: 2n ** 256n }, 'amount'],
  ])('%s are left out of an account, counted and named', async (_name, change, field) => {
    const source = accounts([transferOf(1), transferOf(2, change)]);
    const { records, gaps } = await source.transfers({ ...ASK, direction: 'both', asset: USDT, account: A }, CALL);
    expect(records.map(({ block }) => block)).toEqual([1]);
    expect(gaps).toEqual([{ kind: 'unreadable', provider: 'memory', rows: 1, fields: [field] }]);
  });

  it.each([
    ['of the year 2099', { time: YEAR_2099 }, 'time'],
    ['of a time beyond all dates', { time: 8_640_000_000_001 }, 'time'],
    ['of 2^256', { outputs: [{ index: 0, owner: 'one', amount: 2n ** 256n }] }, 'amount'],
  ])(
    '%s are left out of an address of coins, counted and named, and are not followed',
    async (_name, change, field) => {
      const source = coins([coinOf(1), coinOf(2, change)]);
      const { transactions, gaps } = await source.transactionsOf({ ...ASK, address: 'one' }, CALL);
      expect(transactions.map(({ transaction }) => transaction.block)).toEqual([1]);
      expect(gaps).toEqual([{ kind: 'unreadable', provider: 'memory', rows: 1, fields: [field] }]);
      const ask = (...at: number[]) =>
        source.transactions(
          at.map((one) => coinOf(one).transactionId),
          CALL,
        );
      expect(await ask(1, 3)).toMatchObject([{ transaction: { block: 1 } }, null]);
      await expect(ask(1, 2)).rejects.toThrow(`memory answered something else than its format: ${field}`);
    },
  );

  it('are no tip and no transaction that was asked for', async () => {
    const source = accounts([transferOf(1, { time: YEAR_2099 })]);
    await expect(source.tip(CALL)).rejects.toThrow('memory answered something else than its format: time');
    await expect(source.lookUp(transferOf(1).transactionId, CALL)).rejects.toThrow('format: time');
    const large = accounts([transferOf(1, { amount: 2n ** 256n })]);
    await expect(large.lookUp(transferOf(1).transactionId, CALL)).rejects.toThrow('format: amount');
  });

  it('are nothing else: what can be passes as it came', async () => {
    const source = accounts([transferOf(1), transferOf(2)]);
    const { records, gaps = [] } = await source.transfers({ ...ASK, direction: 'both', asset: USDT, account: A }, CALL);
    expect([records.length, gaps]).toEqual([2, []]);
    expect(await source.tip(CALL)).toMatchObject({ provider: 'memory' });
  });
});
