import { describe, expect, it } from 'vitest';
import { otherEndsOf } from './other-ends.ts';

type Payment = Parameters<typeof otherEndsOf>[0];

function party(address: string, paid: string, received: string): Payment['parties'][number] {
  return { address, paid, received, label: null };
}

function payment(facts: Pick<Payment, 'direction' | 'moves' | 'parties'>): Payment {
  const { moves } = facts;
  return { transaction_id: 't', time: '2024-01-01T00:00:00Z', block: null, moves_in_all: moves.length, ...facts };
}

function namesOf(found: Payment, side: string): readonly string[] {
  return otherEndsOf(found, side).map(({ address }) => address);
}

const token = (from: string, to: string) => ({ from, to, amount: '1', kind: 'token' as const });
const coin = (from: string | null, to: string | null) => ({ from, to, amount: '1', kind: 'coin' as const });

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
