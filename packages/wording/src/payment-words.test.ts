import { describe, expect, it } from 'vitest';
import { type CertifiedPayment, otherEndsOf, paymentFacts } from './payment-words.ts';

type Payment = CertifiedPayment;

function party(address: string, paid: string, received: string): Payment['parties'][number] {
  return { address, paid, received, label: null };
}

function payment(facts: Pick<Payment, 'direction' | 'moves' | 'parties'>): Payment {
  return { transaction_id: 't', time: '2024-01-01T00:00:00Z', block: null, amount: '1', ...facts };
}

function namesOf(found: Payment, side: string): readonly string[] {
  return otherEndsOf(found, side).map(({ address }) => address);
}

const token = (from: string, to: string) => ({ from, to, amount: '1', kind: 'token' as const });
const coin = (from: string | null, to: string | null) => ({ from, to, amount: '1', kind: 'coin' as const });

describe('the facts of a certified payment', () => {
  const of = (facts: Partial<Payment>) =>
    paymentFacts(
      {
        ...{ transaction_id: 't', direction: 'deposit', amount: '2500000', block: '7', time: '2024-01-01T00:00:00Z' },
        ...{ moves: [], parties: [], ...facts },
      },
      'me',
      { ticker: 'USDT', decimals: 6 },
    );

  it('say how much, who is at the other end, in which transaction and when', () => {
    const parties = [{ ...party('payer', '1', '0'), label: { entity: 'Binance' } }, party('me', '0', '1')];
    expect(of({ moves: [token('payer', 'me')], parties })).toEqual([
      ['Payment', 'Deposit of 2.5 USDT'],
      ['Paid by', 'payer (Binance)'],
      ['Transaction', 't'],
      ['Made', '01 Jan 2024, 00:00 UTC, block 7'],
    ]);
  });

  it('count the other ends beyond five, and say where there is none', () => {
    const many = Array.from({ length: 7 }, (_, at) => `r${at}`);
    const paid = { moves: many.map((to) => token('me', to)), parties: many.map((one) => party(one, '0', '1')) };
    expect(of({ direction: 'withdrawal', ...paid })[1]).toEqual(['Received by', 'r0, r1, r2, r3, r4 and 2 more']);
    expect(of({})[1]).toEqual(['Paid by', 'Nobody: these are newly made coins, or a fee.']);
  });
});

describe('the other end of a payment', () => {
  const through = payment({
    direction: 'deposit',
    moves: [token('payer', 'router'), token('router', 'me'), token('me', 'shop'), { ...token('me', 'x'), kind: 'fee' }],
    parties: [party('payer', '1', '0'), party('router', '1', '1'), party('me', '2', '1'), party('shop', '0', '1')],
  });

  it('of a deposit is who paid the address itself, and of a withdrawal whom it paid, but for the fee', () => {
    expect(namesOf(through, 'me')).toEqual(['router']);
    expect(namesOf({ ...through, direction: 'withdrawal' }, 'me')).toEqual(['shop']);
  });

  it('with coins is everybody on the other side, and nobody for newly made ones', () => {
    const moves = [coin('a', null), coin('b', null), coin(null, 'me'), coin(null, 'change')];
    const parties = [party('a', '2', '0'), party('b', '1', '0'), party('me', '0', '2'), party('change', '0', '1')];
    expect(namesOf(payment({ direction: 'deposit', moves, parties }), 'me')).toEqual(['a', 'b']);
    expect(namesOf(payment({ direction: 'withdrawal', moves, parties }), 'a')).toEqual(['me', 'change']);
    const mined = payment({ direction: 'deposit', moves: [coin(null, 'me')], parties: [party('me', '0', '2')] });
    expect(namesOf(mined, 'me')).toEqual([]);
  });
});
