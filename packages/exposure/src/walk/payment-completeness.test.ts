import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { RawTransfer } from '../records/raw-records.ts';
import type { Direction } from '../records/record.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../reference/memory-utxo.ts';
import { isPaymentComplete } from './payment-completeness.ts';

type Move = readonly [transaction: string, from: string, to: string, amount: bigint];

const LABELS = new Map([['exchange', [buildLabel()]]]);
const NEVER = new AbortController().signal;

async function ofMoves(
  moves: readonly Move[],
  direction: Direction,
  { isWhole = true, incomplete = [] as readonly string[] } = {},
): Promise<boolean> {
  const transfers = moves.map(([transactionId, from, to, amount], index): RawTransfer => {
    const place = { block: index, transactionIndex: 0, transactionId, kind: 'token', index, ordinal: 0 } as const;
    return { ...place, from, to, amount, time: 1_600_000_000 + index };
  });
  const store = new MemoryAccountStore({
    ...{ network: 'ETH', transfers, labels: LABELS, derive: false },
    incomplete: new Set(incomplete),
  });
  const side = store.nodeOf('me') ?? Number.NaN;
  const only = store.records
    .filter((record, index) => moves[index]?.[0] === 't' && (direction === 'bwd' ? record.to : record.from) === side)
    .map(({ position }) => position);
  return isPaymentComplete(store, side, { direction, only, isWhole }, NEVER);
}

describe('the records behind a payment', () => {
  it('are complete where the other end absorbs, whatever its own history is', async () => {
    const incomplete = ['exchange'];
    expect(await ofMoves([['t', 'exchange', 'me', 5n]], 'bwd', { incomplete })).toBe(true);
    expect(await ofMoves([['t', 'me', 'exchange', 5n]], 'fwd', { incomplete })).toBe(true);
  });

  it('are incomplete where the history of a party at the other end is, or the transaction is not held whole', async () => {
    const moves: readonly Move[] = [
      ['a', 'exchange', 'sender', 9n],
      ['t', 'sender', 'me', 5n],
    ];
    expect(await ofMoves(moves, 'bwd')).toBe(true);
    expect(await ofMoves(moves, 'bwd', { incomplete: ['sender'] })).toBe(false);
    expect(await ofMoves(moves, 'bwd', { isWhole: false })).toBe(false);
  });

  it('are incomplete where a sender paid more than it is known to have had, up to the payment', async () => {
    const after: Move = ['z', 'sender', 'else', 100n];
    const covered: readonly Move[] = [
      ['a', 'exchange', 'sender', 9n],
      ['t', 'sender', 'me', 5n],
    ];
    expect(await ofMoves([...covered, after], 'bwd')).toBe(true);
    expect(await ofMoves([['a', 'sender', 'else', 1n], ...covered], 'bwd')).toBe(false);
    expect(await ofMoves([['t', 'sender', 'me', 5n]], 'bwd')).toBe(false);
  });

  it('are incomplete, of a withdrawal, where a receiver ever paid more than it had', async () => {
    const moves: readonly Move[] = [
      ['t', 'me', 'receiver', 5n],
      ['b', 'receiver', 'exchange', 5n],
    ];
    expect(await ofMoves(moves, 'fwd')).toBe(true);
    expect(await ofMoves([...moves, ['c', 'receiver', 'exchange', 1n]], 'fwd')).toBe(false);
  });

  it('are incomplete with more than 100 open parties at the other end', async () => {
    const paid = (count: number) =>
      Array.from({ length: count }, (_, index): Move => ['t', 'me', `receiver-${index}`, 1n]);
    expect(await ofMoves(paid(100), 'fwd')).toBe(true);
    expect(await ofMoves(paid(101), 'fwd')).toBe(false);
  });

  it('need known values of all inputs of a deposit of coins, and nothing of the payer', async () => {
    const store = new MemoryUtxoStore({ network: 'BTC', transactions: [] });
    const payment = { direction: 'bwd', only: [1] } as const;
    expect(await isPaymentComplete(store, 1, { ...payment, isWhole: true }, NEVER)).toBe(true);
    expect(await isPaymentComplete(store, 1, { ...payment, isWhole: false }, NEVER)).toBe(false);
  });
});
