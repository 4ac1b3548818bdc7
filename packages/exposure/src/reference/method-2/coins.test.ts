import { describe, expect, it } from 'vitest';
import { assess } from './assess.ts';
import { clustersOf } from './clusters.ts';
import type { CoinInput, CoinOutput, CoinQuestion, CoinTransaction } from './input.ts';
import { DOLLAR, label, question, START } from './question.cases.ts';

const { history, labels: _, ...common } = question([]);

function coins(transactions: readonly CoinTransaction[], more: Partial<CoinQuestion> = {}): CoinQuestion {
  const { network: _network, ledger: _ledger, transfers: _transfers, accounts: _accounts, ...shared } = common;
  return { ...shared, history, labels: [], ledger: 'utxo', network: 'BTC', transactions, unreadBefore: false, ...more };
}

const input = (output: string, owner: string, value: number | null, openSignature = false): CoinInput => ({
  output,
  owner,
  value: value === null ? null : BigInt(value),
  openSignature,
});

const output = (id: string, owner: string, value: number): CoinOutput => ({ id, owner, value: BigInt(value) });

function transaction(
  position: number,
  inputs: readonly CoinInput[],
  outputs: readonly CoinOutput[],
  more: Partial<CoinTransaction> = {},
): CoinTransaction {
  return {
    id: `t${position}`,
    position,
    time: START + position * 1000,
    coinbase: false,
    coordinatorForm: false,
    inputs,
    outputs,
    money: DOLLAR,
    ...more,
  };
}

const onBitcoin = (address: string, category: Parameters<typeof label>[1], more = {}): ReturnType<typeof label> =>
  label(address, category, { network: 'BTC', ...more });

const rowsOf = (found: ReturnType<typeof assess>, direction: 'incoming' | 'outgoing'): string[] =>
  found[direction].rows.map((row) => `${row.layer} ${row.category} ${row.share.n}/${row.share.d}`);

describe('UTXO networks, by the reference of method version 2', () => {
  it('mixes the inputs of a transaction by value, and looks through one with 1,001 outputs', () => {
    const many = Array.from({ length: 1000 }, (_, index) => output(`b${index}`, `other${index}`, 8));
    const asked = coins(
      [
        transaction(1, [input('a', 'victim', 9000)], [output('b', 'thief', 9000)]),
        transaction(2, [input('b', 'thief', 9000)], [...many, output('c', 'subject', 1000)]),
      ],
      { labels: [onBitcoin('victim', 'stolen_coins')] },
    );
    const found = assess(asked);
    expect(rowsOf(found, 'incoming')).toEqual(['indirect stolen_coins 1/1']);
    expect([found.stars, found.total]).toEqual([2, 65]);
  });

  it('weighs net amounts, and sends the fee to nobody', () => {
    const asked = coins(
      [
        transaction(1, [], [output('m', 'miner', 5000)], { coinbase: true }),
        transaction(2, [input('m', 'miner', 5000)], [output('s', 'subject', 4000), output('r', 'miner', 900)]),
        transaction(3, [input('s', 'subject', 4000)], [output('x', 'shop', 2900), output('k', 'subject', 1000)]),
      ],
      { labels: [onBitcoin('shop', 'payment_processor')] },
    );
    const found = assess(asked);
    expect(rowsOf(found, 'incoming')).toEqual(['indirect miner 1/1']);
    expect(rowsOf(found, 'outgoing')).toEqual(['direct payment_processor 29/30']);
    expect(found.outgoing.fee).toEqual({ n: 1n, d: 30n });
    expect(found.outgoing.weight).toEqual({ n: 3000n, d: 1n });
  });

  it('gives what unknown inputs bring to unknown origin', () => {
    const asked = coins(
      [transaction(1, [input('a', 'thief', 600), input('b', 'thief', null)], [output('c', 'subject', 1000)])],
      { labels: [onBitcoin('thief', 'stolen_coins')] },
    );
    const found = assess(asked);
    expect(rowsOf(found, 'incoming')).toEqual(['direct stolen_coins 3/5']);
    expect(found.incoming.unknownOrigin).toEqual({ n: 2n, d: 5n });
  });

  it('lends a label of one input address to the others, at confidence 40', () => {
    const asked = coins(
      [
        transaction(
          1,
          [input('a', 'named', 500), input('b', 'fresh', 500)],
          [output('c', 'shop', 300), output('d', 'shop', 300), output('e', 'shop', 400)],
          { coordinatorForm: false },
        ),
        transaction(2, [input('f', 'fresh', 2000)], [output('g', 'subject', 2000)]),
      ],
      { labels: [onBitcoin('named', 'stolen_coins')] },
    );
    expect(assess(asked).incoming.rows).toMatchObject([{ category: 'stolen_coins', confidence: 40, layer: 'direct' }]);
  });

  it('joins neither coinjoins nor payjoins nor what several parties signed', () => {
    const equal = [output('x', 'x', 100), output('y', 'y', 100), output('z', 'z', 100)];
    const three = [input('a', 'a', 100), input('b', 'b', 100), input('c', 'c', 100)];
    const two = [input('a', 'a', 100), input('b', 'b', 100)];
    const joined = (one: CoinTransaction): number => clustersOf(coins([one])).members.size;
    expect(joined(transaction(1, three, equal))).toBe(0);
    expect(joined(transaction(1, two, [output('x', 'x', 120), output('y', 'y', 80)]))).toBe(2);
    expect(joined(transaction(1, two, [output('x', 'x', 100), output('y', 'y', 100)]))).toBe(0);
    expect(joined(transaction(1, two, [output('x', 'x', 200)]))).toBe(2);
    expect(joined(transaction(1, two, [output('x', 'x', 200)], { coordinatorForm: true }))).toBe(0);
    const signed = [input('a', 'a', 100, true), input('b', 'b', 100)];
    expect(joined(transaction(1, signed, [output('x', 'x', 200)]))).toBe(0);
  });

  it('refuses to join two services, and lists them', () => {
    const asked = coins([transaction(1, [input('a', 'one', 100), input('b', 'two', 100)], [output('x', 'x', 200)])], {
      labels: [onBitcoin('one', 'exchange_licensed'), onBitcoin('two', 'online_wallet')],
    });
    const found = clustersOf(asked);
    expect(found.members.size).toBe(0);
    expect(found.refused).toEqual([{ transaction: 't1', addresses: ['one', 'two'] }]);
  });
});
