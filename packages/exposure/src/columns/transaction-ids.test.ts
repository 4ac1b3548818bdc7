import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TransactionIds } from './transaction-ids.ts';

const digits = fc.stringMatching(/^[0-9a-f]{64}$/);
const text = fc.oneof(
  digits,
  digits.map((hash) => `0x${hash}`),
  digits.map((hash) => hash.toUpperCase()),
  fc.string({ minLength: 1 }),
);

describe('ids of transactions', () => {
  it('come back as they were written, whatever their form and whichever came first', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), fc.nat(40), (written, kept) => {
        const ids = new TransactionIds();
        const entries = written.map((id) => ids.add(id));
        expect(entries.map((entry) => ids.textOf(entry))).toEqual(written);
        expect(entries.map((entry) => new TransactionIds(ids.parts()).textOf(entry))).toEqual(written);
        expect(ids.textsOf([0, ...entries, ...entries])).toEqual(['', ...written, ...written]);

        ids.truncate(Math.min(kept, ids.count));
        expect(entries.filter((entry) => entry <= kept).map((entry) => ids.textOf(entry))).toEqual(
          written.filter((_id, index) => (entries[index] ?? 0) <= kept),
        );
      }),
    );
  });

  it('share one entry where records of a transaction follow each other', () => {
    const ids = new TransactionIds();
    expect(['a', 'a', 'b', 'a'].map((id) => ids.add(id))).toEqual([1, 1, 2, 3]);
    expect(ids.add('')).toBe(0);
  });
});
