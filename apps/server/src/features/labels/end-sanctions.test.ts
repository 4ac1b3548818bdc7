import type { Label } from '@assay/exposure';
import { expect, it } from 'vitest';
import { endSanctions } from './end-sanctions.ts';

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
  expect(endSanctions([OPEN, ENDED])[0]?.validTo).toBe(DELISTED);
  expect(endSanctions([{ ...OPEN, sourceDate: null }, ENDED])[0]?.validTo).toBe(DELISTED);
});

it('a listing stated after the delisting stays open', () => {
  expect(endSanctions([{ ...OPEN, sourceDate: '2026-01-01' }, ENDED])[0]?.validTo).toBeNull();
});

it('only an authority’s data ends a sanction, and only sanctions end', () => {
  expect(endSanctions([OPEN, { ...ENDED, confidence: 20 }])[0]?.validTo).toBeNull();
  expect(endSanctions([{ ...OPEN, category: 'mixer' }, ENDED])[0]?.validTo).toBeNull();
});
