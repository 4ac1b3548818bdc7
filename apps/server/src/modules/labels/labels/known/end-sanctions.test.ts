import type { Label } from '@assay/exposure';
import { expect, it } from 'vitest';
import { authorityOf, endSanctions } from './end-sanctions.ts';

const DELISTED = Date.parse('2025-03-21T00:00:00Z') / 1000;

const OPEN: Label = {
  entity: 'Tornado Cash',
  category: 'sanctions',
  confidence: 60,
  source: 'ofac-list',
  sourceUrl: null,
  sourceDate: '2024-09-27',
  validFrom: null,
  validTo: null,
  origin: 'given',
};
const ENDED: Label = { ...OPEN, source: 'ofac-sdn-delisted', sourceDate: '2025-03-21', validTo: DELISTED };

it('a delisting ends what an older or undated list still says', () => {
  expect(endSanctions([OPEN, ENDED], 2)[0]?.validTo).toBe(DELISTED);
  expect(endSanctions([{ ...OPEN, sourceDate: null }, ENDED], 2)[0]?.validTo).toBe(DELISTED);
});

it('a listing stated after the delisting stays open', () => {
  expect(endSanctions([{ ...OPEN, sourceDate: '2026-01-01' }, ENDED], 2)[0]?.validTo).toBeNull();
  expect(endSanctions([{ ...OPEN, sourceDate: '2025-03-21' }, ENDED], 2)[0]?.validTo).toBeNull();
});

it('only an authority’s data ends a sanction, and only sanctions end', () => {
  expect(endSanctions([OPEN, { ...ENDED, confidence: 20 }], 2)[0]?.validTo).toBeNull();
  expect(endSanctions([{ ...OPEN, category: 'mixer' }, ENDED], 2)[0]?.validTo).toBeNull();
});

it('no authority ends another’s listing, nor that of a list of nobody known', () => {
  const ofsi: Label = { ...ENDED, source: 'uk-ofsi', confidence: 100 };
  expect(endSanctions([OPEN, ofsi], 2)).toEqual([OPEN, ofsi]);
  const unknown: Label = { ...OPEN, source: 'my-list' };
  expect(endSanctions([unknown, ofsi, ENDED], 2)[0]).toEqual(unknown);
  expect(endSanctions([unknown, { ...ENDED, source: 'my-list' }], 2)[0]?.validTo).toBe(DELISTED);
  // As the first revision did it.
  expect(endSanctions([OPEN, ofsi], 1)[0]?.validTo).toBe(DELISTED);
});

it.each([
  ['ofac-sdn', 'ofac-delisted', true],
  ['ofac', 'us-sdn-removed', true],
  ['uk-ofsi', 'ofsi:2026', true],
  ['eu-fsf', 'EU-consolidated', true],
  ['ofac-sdn', 'uk-ofsi', false],
  ['queue-list', 'eu-fsf', false],
  ['un', 'unknown-list', false],
])('lists of one authority: %s and %s, %s', (one, other, isSame) => {
  expect(authorityOf(one) === authorityOf(other)).toBe(isSame);
});
