import { FEE_SINK, ISSUER, type RawTransaction, type RawTransfer } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { readMovesOf } from './read-moves.ts';

const unread = { unread: { received: 0n, sent: 0n }, since: null };

function transfer(from: string, to: string, amount: bigint, time: number): RawTransfer {
  const place = {
    block: 1,
    transactionIndex: 0,
    transactionId: `t${time}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
  } as const;
  return { ...place, from, to, amount, time };
}

describe('what was read of an account', () => {
  const transfers = [
    transfer('payer', 'own', 5n, 1),
    transfer('own', 'payee', 3n, 2),
    transfer('own', 'own', 9n, 3),
    transfer(ISSUER, 'own', 7n, 4),
    transfer('own', FEE_SINK, 1n, 5),
    transfer('payer', 'own', 0n, 6),
    transfer('late', 'own', 8n, 7),
  ];

  it('moved between it and others, up to the second of the result', () => {
    const until = { time: new Date(6_000), block: null };
    const moves = readMovesOf('own', { ledger: 'account', transfers, ...unread }, until);
    expect(moves.map(({ direction, party, amount }) => [direction, party.role, party.address, amount])).toEqual([
      ['incoming', 'account', 'payer', 5n],
      ['outgoing', 'account', 'payee', 3n],
      ['incoming', 'issuer', null, 7n],
      ['outgoing', 'fee', null, 1n],
    ]);
  });
});

describe('what was read of an owner of coins', () => {
  const transaction = (block: number, more: Partial<RawTransaction>): RawTransaction => ({
    ...{
      transactionId: `t${block}`,
      block,
      transactionIndex: 0,
      time: block,
      coinbase: false,
      inputs: [],
      outputs: [],
    },
    ...more,
  });
  const input = (owner: string, amount: bigint) => ({ transactionId: 'before', index: 0, owner, amount });
  const transactions = [
    transaction(1, { coinbase: true, outputs: [{ index: 0, owner: 'own', amount: 50n }] }),
    transaction(2, {
      inputs: [input('own', 100n)],
      outputs: [
        { index: 0, owner: 'payee', amount: 60n },
        { index: 1, owner: 'own', amount: 30n },
      ],
    }),
    transaction(3, { inputs: [input('late', 10n)], outputs: [{ index: 0, owner: 'own', amount: 10n }] }),
  ];

  it('is net, with change left out and the fee apart, up to the block of the result', () => {
    const until = { time: new Date(0), block: '2' };
    const moves = readMovesOf('own', { ledger: 'utxo', transactions, ...unread }, until);
    expect(moves.map(({ direction, party, amount }) => [direction, party.role, party.address, amount])).toEqual([
      ['incoming', 'coinbase', null, 50n],
      ['outgoing', 'account', 'payee', 60n],
      ['outgoing', 'fee', null, 10n],
    ]);
  });
});
