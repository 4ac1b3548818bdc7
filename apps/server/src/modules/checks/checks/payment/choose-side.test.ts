import { describe, expect, it } from 'vitest';
import type { StoredTransaction, TransactionParty } from '../../../records/index.ts';
import { chooseSide } from './choose-side.ts';

function party(address: string, paid: bigint, received: bigint): TransactionParty {
  const role = address === 'fee' || address === 'issuer' ? address : 'account';
  return { address, role, paid, received, paidIn: paid > 0n ? [1] : [], receivedIn: received > 0n ? [2, 3] : [] };
}

function of(...parties: readonly TransactionParty[]): StoredTransaction {
  return { id: 't', time: 0, block: null, isCoinbase: false, isWhole: true, moves: [], parties };
}

const PAYMENT = of(party('payer', 10n, 0n), party('payee', 0n, 9n), party('fee', 0n, 1n));
const MANY = of(party('payer', 10n, 0n), party('one', 0n, 5n), party('two', 0n, 5n));
const THROUGH = of(party('payer', 10n, 0n), party('contract', 10n, 10n), party('payee', 0n, 10n));

describe('the payment that is meant', () => {
  it('is what the only receiver received, or the only payer paid; fees have no receiver', () => {
    expect(chooseSide(PAYMENT, { address: null, direction: 'bwd' })).toEqual({
      ...{ is: 'chosen', address: 'payee', direction: 'bwd', only: [2, 3] },
    });
    expect(chooseSide(PAYMENT, { address: null, direction: 'fwd' })).toMatchObject({ address: 'payer', only: [1] });
  });

  it('passes over a contract that passed on what it received', () => {
    expect(chooseSide(THROUGH, { address: null, direction: 'bwd' })).toMatchObject({ address: 'payee' });
    expect(chooseSide(THROUGH, { address: null, direction: 'fwd' })).toMatchObject({ address: 'payer' });
  });

  it('is that of a named address, in the only direction it has', () => {
    expect(chooseSide(MANY, { address: 'two', direction: null })).toMatchObject({ is: 'chosen', direction: 'bwd' });
    expect(chooseSide(MANY, { address: 'payer', direction: null })).toMatchObject({ is: 'chosen', direction: 'fwd' });
    expect(chooseSide(THROUGH, { address: 'contract', direction: 'fwd' })).toMatchObject({ direction: 'fwd' });
  });

  it('has to be named where several are possible', () => {
    expect(chooseSide(MANY, { address: null, direction: 'bwd' })).toEqual({
      ...{ is: 'several', direction: 'bwd', addresses: ['one', 'two'] },
    });
    expect(chooseSide(THROUGH, { address: 'contract', direction: null })).toMatchObject({ is: 'both directions' });
  });

  it('is none where nobody received, where nobody paid, and for an address without a part in it', () => {
    const fee = of(party('payer', 1n, 0n), party('fee', 0n, 1n));
    expect(chooseSide(fee, { address: null, direction: 'bwd' })).toEqual({ is: 'nobody', direction: 'bwd' });
    const mint = of(party('issuer', 5n, 0n), party('payee', 0n, 5n));
    expect(chooseSide(mint, { address: null, direction: 'fwd' })).toEqual({ is: 'nobody', direction: 'fwd' });
    expect(chooseSide(PAYMENT, { address: 'else', direction: null })).toMatchObject({ is: 'not a party' });
    expect(chooseSide(PAYMENT, { address: 'payee', direction: 'fwd' })).toMatchObject({ is: 'not a party' });
  });
});
