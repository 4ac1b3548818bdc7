import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netFlows } from './net-flows.ts';

const deltas = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.bigInt({ min: -1_000n, max: 1_000n }))
  .map((changes) => new Map(Object.entries(changes)));

describe('who paid whom, derived from balances alone', () => {
  it('is exact where one gave', () => {
    const flows = netFlows(
      new Map([
        ['b', 3n],
        ['a', -5n],
        ['c', 2n],
      ]),
      null,
    );
    expect(flows).toEqual([
      { from: 'a', to: 'b', amount: 3n },
      { from: 'a', to: 'c', amount: 2n },
    ]);
  });

  it('gives every party exactly its change, mint and burn included', () => {
    fc.assert(
      fc.property(deltas, (changes) => {
        const sums = new Map<string, bigint>();
        for (const { from, to, amount } of netFlows(changes, 'issuer')) {
          expect(amount > 0n && from !== to).toBe(true);
          sums.set(from, (sums.get(from) ?? 0n) - amount);
          sums.set(to, (sums.get(to) ?? 0n) + amount);
        }
        for (const [party, change] of changes) expect(sums.get(party) ?? 0n).toBe(change);
      }),
    );
  });

  it('without an outside party gives no party more than its change', () => {
    fc.assert(
      fc.property(deltas, (changes) => {
        const got = new Map<string, bigint>();
        for (const { to, amount } of netFlows(changes, null)) got.set(to, (got.get(to) ?? 0n) + amount);
        for (const [party, amount] of got) expect(amount <= (changes.get(party) ?? 0n)).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the parties', () => {
    fc.assert(
      fc.property(deltas, (changes) => {
        expect(netFlows(new Map([...changes].toReversed()), 'issuer')).toEqual(netFlows(changes, 'issuer'));
      }),
    );
  });
});
