import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTransfers, isRecord, type RawTransfer, TRANSFER_KINDS } from './raw-records.ts';

const transfer = (part: Partial<RawTransfer>): RawTransfer => ({
  block: 1,
  transactionIndex: 0,
  transactionId: 't',
  kind: 'native',
  index: 0,
  ordinal: 0,
  from: 'a',
  to: 'b',
  amount: 1n,
  time: 0,
  ...part,
});

const small = fc.nat({ max: 2 });
const transfers: fc.Arbitrary<RawTransfer> = fc.record({
  block: small,
  transactionIndex: fc.option(small),
  transactionId: fc.constantFrom('t', 'u'),
  kind: fc.constantFrom(...TRANSFER_KINDS),
  index: fc.option(small),
  ordinal: small,
  from: fc.constantFrom('a', 'b'),
  to: fc.constantFrom('b', 'c'),
  amount: fc.bigInt({ min: 0n, max: 2n }),
  time: fc.constant(0),
});

describe('the order of records', () => {
  it('is total: antisymmetric and transitive, equal only for equal keys', () => {
    fc.assert(
      fc.property(transfers, transfers, transfers, (a, b, c) => {
        expect(Math.sign(compareTransfers(a, b))).toBe(-Math.sign(compareTransfers(b, a)) + 0);
        if (compareTransfers(a, b) <= 0 && compareTransfers(b, c) <= 0) {
          expect(compareTransfers(a, c)).toBeLessThanOrEqual(0);
        }
        if (compareTransfers(a, b) === 0) expect(a).toEqual(b);
      }),
      { numRuns: 2000 },
    );
  });

  it('puts the fee of a transaction first, then native, internal and token moves', () => {
    const shuffled = (['token', 'internal', 'fee', 'native'] as const).map((kind) => transfer({ kind }));
    expect(shuffled.toSorted(compareTransfers).map((t) => t.kind)).toEqual(['fee', 'native', 'internal', 'token']);
  });

  it('follows the log index, not sender or amount, where the source gives one', () => {
    const second = transfer({ index: 9, from: 'a', amount: 1n });
    const first = transfer({ index: 3, from: 'z', amount: 100n });
    expect([second, first].toSorted(compareTransfers)).toEqual([first, second]);
  });

  it('falls back on sender, receiver, amount and ordinal without an index', () => {
    const later = transfer({ index: null, amount: 10n, ordinal: 0 });
    const earlier = transfer({ index: null, amount: 9n, ordinal: 5 });
    expect([later, earlier].toSorted(compareTransfers)).toEqual([earlier, later]);
  });

  it('leaves out zero amounts and self transfers', () => {
    expect(isRecord(transfer({ amount: 0n }))).toBe(false);
    expect(isRecord(transfer({ to: 'a' }))).toBe(false);
    expect(isRecord(transfer({}))).toBe(true);
  });
});
