import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../records/compare-text.ts';
import { type Fraction, fraction, plus, ZERO } from './fraction.ts';
import { paidBy, paidTo } from './paid.ts';
import { type Movement, sumsBy } from './pair-amounts.ts';
import { type Part, partsOf, passedOn } from './part.ts';
import { flowsOf } from './part-flows.ts';
import { movementsOf, randomMovements, severities } from './random-movements.cases.ts';
import { sourcesOfPayee, sourcesOfPayees } from './sources-of-payee.ts';

const POOL = 'pool';

const total = (amounts: readonly { readonly amount: Fraction }[]): Fraction =>
  amounts.reduce((sum, { amount }) => plus(sum, amount), ZERO);

function partOf(text: string): Part<string> {
  const [part, ...others] = partsOf(movementsOf(text), compareText);
  if (part === undefined || others.length > 0) throw new RangeError(`not one part: ${text}`);
  return part;
}

const flowsIn = (part: Part<string>): readonly string[] =>
  flowsOf(part).map(({ from, to, amount }) => `${from ?? POOL} ${amount} ${to ?? POOL}`);

describe('netting of one transaction', () => {
  it('nets a flash mint away: only the mule and the payee are left', () => {
    const part = partOf('mint 4000000 mule, mule 100000 s, mule 4000000 mint');
    expect(part.nets).toEqual(
      new Map([
        ['mint', 0n],
        ['mule', -100_000n],
        ['s', 100_000n],
      ]),
    );
    expect(flowsIn(part)).toEqual(['mule 100000 s']);
  });

  it('mixes what passes a router in a pool', () => {
    const part = partOf('a 300 router, b 100 router, router 200 s, router 200 q');
    expect(flowsIn(part)).toEqual(['a 300 pool', 'b 100 pool', 'pool 200 q', 'pool 200 s']);
    expect(paidTo(part, 's')).toEqual([
      { account: 'a', amount: fraction(150n) },
      { account: 'b', amount: fraction(50n) },
    ]);
  });

  it('keeps two payments apart that one paymaster joins', () => {
    const part = partOf('a 1500 b, mule 99000 own, a 1 paymaster, mule 1 paymaster');
    expect(flowsIn(part)).toEqual(['a 1500 b', 'a 1 paymaster', 'mule 99000 own', 'mule 1 paymaster']);
    expect(part.isPlain).toBe(true);
  });

  it('rounds scaled amounts down and leaves the rest to step 2', () => {
    // c passes 3 of its 10 on, so a and b have 7 of theirs straight: 7 / 2 each, rounded down; d gets the rest.
    const part = partOf('a 5 c, b 5 c, c 3 d');
    expect(part.straight).toEqual([
      { from: 'a', to: 'c', amount: 3n },
      { from: 'b', to: 'c', amount: 3n },
    ]);
    expect(flowsIn(part)).toEqual(['a 3 c', 'b 3 c', 'a 2 pool', 'b 2 pool', 'pool 1 c', 'pool 3 d']);
    expect(paidBy(part, 'a')).toEqual([
      { account: 'c', amount: fraction(7n, 2n) },
      { account: 'd', amount: fraction(3n, 2n) },
    ]);
  });

  it('scales to the net of the payer before that of the payee', () => {
    // a pays 12 but got 6 of x, so its 8 and 4 are halved; p passed 1 on, so its 4 is 3.
    const part = partOf('x 6 a, a 8 p, a 4 q, p 5 y');
    expect(part.straight).toEqual([
      { from: 'a', to: 'p', amount: 3n },
      { from: 'a', to: 'q', amount: 2n },
    ]);
  });

  it('says that accounts without a record between them are parts of their own', () => {
    const parts = partsOf(movementsOf('c 1 d, a 1 b, d 1 e, f 1 e'), compareText);
    expect(parts.map(({ accounts }) => accounts)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e', 'f'],
    ]);
  });

  it('has no plain part where a pair has two records or an account paid and received', () => {
    expect(partOf('a 1 b, a 2 b').isPlain).toBe(false);
    expect(partOf('a 2 b, b 1 c').isPlain).toBe(false);
    expect(partOf('a 2 b, c 1 b').isPlain).toBe(true);
  });
});

describe('step 3', () => {
  const severe = (account: string) => (account.startsWith('thief') ? 'severe' : 'other');

  it('names the account of tier A that passed the money on', () => {
    const part = partOf('u 100 thief, thief 100 p');
    expect(sourcesOfPayee(part, 'p', severe)).toEqual([{ account: 'thief', share: 1, isPassedThrough: true }]);
    expect(sourcesOfPayee(part, 'p', () => 'other')).toEqual([{ account: 'u', share: 1, isPassedThrough: false }]);
  });

  it('takes first what the account moved to a payee itself', () => {
    const part = partOf('u 100 thief, u 100 r, thief 100 p, r 100 q');
    expect(sourcesOfPayee(part, 'p', severe)).toEqual([{ account: 'thief', share: 1, isPassedThrough: true }]);
    expect(sourcesOfPayee(part, 'q', severe)).toEqual([{ account: 'u', share: 1, isPassedThrough: false }]);
  });

  it('takes nothing of a payer of tier S, A or B', () => {
    const part = partOf('dice 50 r, u 50 r, r 100 thief, thief 100 p');
    const sources = sourcesOfPayee(part, 'p', (account) => (account === 'dice' ? 'elevated' : severe(account)));
    expect(sources).toEqual([
      { account: 'dice', share: 0.5, isPassedThrough: false },
      { account: 'thief', share: 0.5, isPassedThrough: true },
    ]);
  });

  it('has both shares of an account that passed on more than it received', () => {
    const part = partOf('u 100 thief, thief 400 p');
    expect(sourcesOfPayee(part, 'p', severe)).toEqual([
      { account: 'thief', share: 0.75, isPassedThrough: false },
      { account: 'thief', share: 0.25, isPassedThrough: true },
    ]);
  });

  it('takes long rows of such accounts in little time, and shares still sum to 1', () => {
    const thieves = Array.from({ length: 60 }, (_, index) => index + 1);
    const records = thieves.map((n) => `u${n} ${n + 7} thief${n}, thief${n} ${n} p${n % 9}, thief${n} 7 r`);
    const part = partOf([...records, ...thieves.map((n) => `r 7 q${n % 7}`)].join(', '));
    const sourcesOf = sourcesOfPayees(part, severe);
    for (const payee of ['p0', 'p8', 'q0', 'q6']) {
      const sources = sourcesOf(payee);
      expect(sources.filter(({ isPassedThrough }) => isPassedThrough).length).toBeGreaterThan(1);
      expect(sources.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    }
  });

  it('never names an account as payer of itself', () => {
    const part = partOf('u 100 thief, thief 40 p');
    expect(sourcesOfPayee(part, 'thief', severe)).toEqual([{ account: 'u', share: 1, isPassedThrough: false }]);
  });
});

describe('any transaction', () => {
  it('has flows that sum to the nets, and a pool that keeps nothing', () => {
    fc.assert(
      fc.property(randomMovements(), (movements) => {
        for (const part of partsOf(movements, compareText)) {
          const flows = flowsOf(part).map(({ from, to, amount }) => ({ from: from ?? POOL, to: to ?? POOL, amount }));
          const [sent, received] = [sumsBy(flows, 'from'), sumsBy(flows, 'to')];
          for (const [account, net] of part.nets) {
            expect(received.get(account) ?? 0n).toBe(net > 0n ? net : 0n);
            expect(sent.get(account) ?? 0n).toBe(net < 0n ? -net : 0n);
          }
          expect(received.get(POOL)).toBe(sent.get(POOL));
        }
      }),
    );
  });

  it('has at most as many flows as straight pairs, payers and payees together', () => {
    fc.assert(
      fc.property(randomMovements(), (movements) => {
        for (const part of partsOf(movements, compareText)) {
          const { straight, restOfPayers, restOfPayees } = part;
          const most = straight.length + restOfPayers.length + restOfPayees.length;
          expect(flowsOf(part).length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('is the same in whatever order its records are given', () => {
    const twice = randomMovements().chain((movements) =>
      fc.tuple(fc.constant(movements), fc.shuffledSubarray([...movements], { minLength: movements.length })),
    );
    fc.assert(
      fc.property(twice, ([movements, others]) => {
        const [parts, same] = [partsOf(movements, compareText), partsOf(others, compareText)];
        expect(same).toEqual(parts);
        expect(same.map(flowsOf)).toEqual(parts.map(flowsOf));
      }),
    );
  });

  it('does not change by a loop among its own accounts', () => {
    const looped = fc.record({
      movements: randomMovements(),
      members: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 2, maxLength: 5 }),
      amount: fc.bigInt({ min: 1n, max: 1000n }),
    });
    fc.assert(
      fc.property(looped, ({ movements, members, amount }) => {
        const names = partsOf(movements, compareText)[0]?.accounts ?? [];
        const loop = members.flatMap((member) => names[member] ?? []);
        const around: Movement<string>[] = loop.flatMap((from, index) => {
          const to = loop[(index + 1) % loop.length] ?? from;
          return to === from ? [] : [{ from, to, amount }];
        });
        const netsOf = (all: readonly Movement<string>[]) => partsOf(all, compareText).map(({ nets }) => nets);
        expect(netsOf([...movements, ...around])).toEqual(netsOf(movements));
      }),
    );
  });

  it('does not change what flows by a loop that no payer and no payee is in', () => {
    fc.assert(
      fc.property(randomMovements(), fc.bigInt({ min: 1n, max: 1000n }), (movements, amount) => {
        const [first] = movements;
        if (first === undefined) return;
        const loop = [first.from, 'y', 'z', first.from];
        const around = loop.slice(1).map((to, index) => ({ from: loop[index] ?? to, to, amount }));
        const flowsWith = (all: readonly Movement<string>[]) => partsOf(all, compareText).map(flowsOf);
        expect(flowsWith([...movements, ...around])).toEqual(flowsWith(movements));
      }),
    );
  });

  it('has exact amounts by payer and by payee that sum to the nets', () => {
    fc.assert(
      fc.property(randomMovements(), (movements) => {
        for (const part of partsOf(movements, compareText)) {
          for (const [account, net] of part.nets) {
            expect(total(paidBy(part, account))).toEqual(fraction(net < 0n ? -net : 0n));
            expect(total(paidTo(part, account))).toEqual(fraction(net > 0n ? net : 0n));
          }
        }
      }),
    );
  });

  it('has sources of every payee that sum to 1, and that step 3 changes only where a severe account passes money on', () => {
    fc.assert(
      fc.property(randomMovements(), severities(), (movements, severityOf) => {
        for (const part of partsOf(movements, compareText)) {
          const isPassing = passedOn(part).some(({ account }) => severityOf(account) === 'severe');
          for (const [payee, net] of part.nets) {
            if (net <= 0n) continue;
            const sources = sourcesOfPayee(part, payee, severityOf);
            expect(sources.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
            if (!isPassing) expect(sources).toEqual(sourcesOfPayee(part, payee, () => 'other'));
          }
        }
      }),
    );
  });
});
