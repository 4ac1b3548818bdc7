import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExplorerView, FIRST_VIEW, readView, writeView } from './view.ts';

const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const day = fc
  .date({ min: new Date('2009-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const place = fc.integer({ min: -9_999_999, max: 9_999_999 });
const views: fc.Arbitrary<ExplorerView> = fc.record({
  show: fc.constantFrom('graph', 'list'),
  expanded: fc.uniqueArray(text, { maxLength: 20 }),
  collapsed: fc.uniqueArray(text, { maxLength: 20 }),
  pinned: fc.dictionary(text, fc.tuple(place, place), { maxKeys: 10, noNullPrototype: true }),
  filter: fc.record({
    asset: fc.option(text),
    from: fc.option(day),
    to: fc.option(day),
    least: fc.option(fc.double({ min: 1e-9, max: 1e15, noNaN: true })),
    hidesSmall: fc.boolean(),
    search: fc.string({ maxLength: 100 }),
  }),
  path: fc.option(fc.record({ index: fc.nat(9_999), step: fc.integer({ min: 1, max: 9_999 }) })),
  selected: fc.option(text),
});

it('is the same after it was written into an address and read again', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(writeView(view))).toEqual(view);
    }),
  );
});

it('adds nothing to the address while nothing is set', () => {
  expect(writeView(FIRST_VIEW)).toBe('');
  expect(readView('')).toEqual(FIRST_VIEW);
});

it('opens whatever an address says', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (query) => {
      const view = readView(query);
      expect(readView(writeView(view))).toEqual(view);
    }),
  );
  expect(readView('from=yesterday&least=-3&path=x&pin=a,b&show=cake')).toEqual(FIRST_VIEW);
});
