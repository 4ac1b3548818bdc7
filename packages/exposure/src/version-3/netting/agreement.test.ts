import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from '../../../test/method-3/labels.ts';
import { net, partsOf as partsOfPage } from '../../../test/method-3/netting.ts';
import { compareText } from '../../records/compare-text.ts';
import { fraction } from './fraction.ts';
import { paidBy } from './paid.ts';
import { partsOf } from './part.ts';
import { randomMovements, severities } from './random-movements.cases.ts';
import { type Severity, sourcesOfPayee } from './sources-of-payee.ts';

/** A label of the tier, or none: tier S and A alternate, and 'other' is a label of tier C for some accounts. */
function labelOf(account: string, severity: Severity): Label | null {
  const isEven = account.charCodeAt(0) % 2 === 0;
  const category = { severe: isEven ? 'sanctions' : 'scam', elevated: 'gambling', other: isEven ? 'bridge' : null };
  const of = category[severity];
  return of === null ? null : { category: of, entity: of, confidence: 100, beforeDesignation: false };
}

describe('the second implementation of the page', () => {
  it('finds the same parts, nets, amounts of steps 1 and 2, and sources of step 3', () => {
    fc.assert(
      fc.property(randomMovements(), severities(), (movements, severityOf) => {
        const records = movements.map(({ from, to, amount }, order) => ({
          asset: 'usdt',
          sender: from,
          receiver: to,
          amount,
          time: 1_700_000_000,
          order,
          transaction: 't',
        }));
        const parts = partsOf(movements, compareText);
        const others = partsOfPage(records)
          .map((part) => net(part, (account) => labelOf(account, severityOf(account))))
          .toSorted((a, b) =>
            compareText([...a.nets.keys()].toSorted()[0] ?? '', [...b.nets.keys()].toSorted()[0] ?? ''),
          );
        expect(others.length).toBe(parts.length);
        for (const [index, part] of parts.entries()) {
          const other = others[index];
          if (other === undefined) continue;
          for (const [account, net] of part.nets) expect(other.nets.get(account) ?? 0n).toBe(net);
          for (const payer of part.accounts) {
            const paid = new Map(paidBy(part, payer).map(({ account, amount }) => [account, amount]));
            for (const payee of part.accounts) {
              const amount = other.paid.get(payer)?.get(payee) ?? fraction(0n);
              expect(paid.get(payee) ?? fraction(0n), `${payer} to ${payee}`).toEqual(fraction(amount.n, amount.d));
            }
          }
          for (const [payee, net] of part.nets) {
            if (net <= 0n) continue;
            const sources = sourcesOfPayee(part, payee, severityOf);
            for (const payer of part.accounts) {
              const shares = sources.filter(({ account }) => account === payer).map(({ share }) => share);
              const amount = other.passed.get(payer)?.get(payee) ?? fraction(0n);
              const expected = Number((amount.n * 10n ** 18n) / (amount.d * net)) / 1e18;
              expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - expected)).toBeLessThan(1e-12);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
