import type { OutputRecord, TransactionRecord } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { NOBODY, sumCoins } from './sum-coins.ts';

const [SUBJECT, ANNA, BERT, CARL] = [1, 2, 3, 4];

function coin(owner: number | null, amount: bigint): OutputRecord {
  return { createdBy: 0, index: 0, owner, amount, spentBy: null };
}

function transaction(
  inputs: readonly OutputRecord[],
  outputs: readonly OutputRecord[],
  changes: Partial<TransactionRecord> = {},
): TransactionRecord {
  const sum = (coins: readonly OutputRecord[]) => coins.reduce((total, { amount }) => total + amount, 0n);
  const fee = sum(inputs) - sum(outputs);
  return { node: 1, position: 1, time: 100, coinbase: false, unknownInputs: 0, inputs, outputs, fee, ...changes };
}

function partsOf(...transactions: readonly TransactionRecord[]) {
  const { sums } = sumCoins(transactions, SUBJECT, () => null);
  return sums.map(({ direction, party, amount, records }) => [direction, party, amount, records]);
}

describe('what the transactions of an owner brought and took', () => {
  it('is shared over the other owners of inputs by their amounts', () => {
    const received = transaction([coin(ANNA, 75n), coin(BERT, 25n)], [coin(SUBJECT, 40n), coin(CARL, 60n)]);
    expect(partsOf(received)).toEqual([
      ['bwd', ANNA, 30n, 1],
      ['bwd', BERT, 10n, 1],
    ]);
  });

  it('is shared over the other owners of outputs and the fee, net of change', () => {
    const sent = transaction([coin(SUBJECT, 100n)], [coin(SUBJECT, 50n), coin(ANNA, 30n), coin(BERT, 15n)]);
    expect(partsOf(sent)).toEqual([
      ['fwd', ANNA, 30n, 1],
      ['fwd', BERT, 15n, 1],
      ['fwd', NOBODY.fee, 5n, 1],
    ]);
  });

  it('names new coins, coins of no known owner and value that no input shows', () => {
    const mined = transaction([], [coin(SUBJECT, 50n)], { coinbase: true, fee: null });
    expect(partsOf(mined)).toEqual([['bwd', NOBODY.coinbase, 50n, 1]]);
    const unclear = transaction([coin(ANNA, 10n), coin(null, 10n)], [coin(SUBJECT, 40n)], {
      unknownInputs: 1,
      fee: null,
    });
    expect(partsOf(unclear)).toEqual([
      ['bwd', ANNA, 10n, 1],
      ['bwd', NOBODY.unknown, 30n, 1],
    ]);
  });

  it('loses no base unit to rounding, however the parts divide', () => {
    const thirds = transaction([coin(ANNA, 1n), coin(BERT, 1n), coin(CARL, 1n)], [coin(SUBJECT, 2n)]);
    const { sums, records } = sumCoins([thirds, thirds], SUBJECT, () => 3n);
    expect(sums.reduce((total, { amount }) => total + amount, 0n)).toBe(4n);
    expect(sums.reduce((total, { usd }) => total + (usd ?? 0n), 0n)).toBe(12n);
    expect(records).toEqual({ bwd: 2, fwd: 0 });
  });
});
