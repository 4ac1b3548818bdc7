import { CATEGORY_IDS } from '@assay/domain';
import fc from 'fast-check';
import { type Fraction, fraction, fractionOf } from '../method-3/fraction.ts';
import type { Label } from '../method-3/labels.ts';

/** Seconds. */
export const DAY = 86_400;
/** Time of the first record (Unix seconds). */
export const START = 1_700_000_000;

const CATEGORIES = CATEGORY_IDS.filter((category) => category !== 'unlabelled_service');
const COMMON = ['exchange_licensed', 'exchange_licensed', 'stolen_coins', 'sanctions', 'scam', 'mixer', 'gambling'];

export const labelArb: fc.Arbitrary<Label> = fc.record({
  category: fc.oneof(fc.constantFrom(...COMMON), fc.constantFrom(...CATEGORIES)),
  entity: fc.constantFrom('one', 'two', 'unlisted'),
  confidence: fc.constantFrom(20, 40, 49, 50, 70, 100, 100),
  beforeDesignation: fc.integer({ min: 0, max: 3 }).map((of) => of === 0),
});

/** A label of an account, from some time on another or none. */
interface LabelsOfAccount {
  readonly account: string;
  readonly first: Label | null;
  readonly later: Label | null;
  /** Days after the start; null where it never changes. */
  readonly changes: number | null;
}

export const labelsArb = (accounts: readonly string[]): fc.Arbitrary<LabelsOfAccount[]> =>
  fc.tuple(
    ...accounts.map((account) =>
      fc.record({
        account: fc.constant(account),
        first: fc.option(labelArb, { nil: null, freq: 2 }),
        later: fc.option(labelArb, { nil: null, freq: 3 }),
        changes: fc.option(fc.integer({ min: 1, max: 120 }), { nil: null, freq: 2 }),
      }),
    ),
  );

/** The label that counts for an account at a time. */
export const labelOf =
  (labels: readonly LabelsOfAccount[]) =>
  (address: string, time: number): Label | null => {
    const own = labels.find(({ account }) => account === address);
    if (own === undefined) return null;
    return own.changes !== null && time >= START + own.changes * DAY ? own.later : own.first;
  };

/** One entity of the random labels is on no list. */
export const onReviewedList = (entity: string): boolean => entity !== 'unlisted';

/** Dollars of one base unit: alike on all days, other on some, or lacking on some or all. */
export const priceArb = fc.record({
  usd: fc.constantFrom('1', '0.1', '0.013', '0.0007'),
  kind: fc.constantFrom('known', 'known', 'known', 'changes', 'lacks', 'none'),
});

export function priceAt({ usd, kind }: { usd: string; kind: string }, time: number): Fraction | null {
  const day = Math.floor(time / DAY);
  const price = fractionOf(usd);
  if (kind === 'none' || (kind === 'lacks' && day % 7 === 0)) return null;
  return kind === 'changes' ? fraction(price.n * BigInt(1 + (day % 5)), price.d) : price;
}
