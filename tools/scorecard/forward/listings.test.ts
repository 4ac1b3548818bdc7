import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { readStarterLabels } from '../starter-labels.ts';
import { keyOf, labelsKnownBefore, readListings } from './listings.ts';

const listings = readListings(readStarterLabels());

describe('listings by the day on which an authority first named an address', () => {
  it('are of OFAC and of seizure orders, each address of a case', () => {
    expect(listings.length).toBeGreaterThan(1_200);
    expect(new Set(listings.map((one) => one.case)).size).toBeLessThan(listings.length / 5);
    for (const { day } of listings) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it('make an authority’s label known from that day, whenever its list was read', () => {
    const [one] = listings;
    if (one === undefined) return expect.fail('no listing');
    const label = buildLabel({ source: 'ofac-sdn', category: 'sanctions', sourceDate: '2026-08-20' });
    const known = (day: string) => labelsKnownBefore(day, [{ ...one, labels: [label] }], listings).map(keyOf);
    expect(known(one.day)).toEqual([]);
    expect(known('2026-08-01')).toEqual([keyOf(one)]);
  });

  it('leave any other label known from the date of its list, and not without one', () => {
    const at = (sourceDate: string | null) => ({
      ...{ network: 'BTC', address: 'somebody' },
      labels: [buildLabel({ source: 'mew-darklist', category: 'scam', sourceDate })],
    });
    const known = (sourceDate: string | null) => labelsKnownBefore('2022-01-01', [at(sourceDate)], listings).length;
    expect([known('2021-12-31'), known('2022-01-01'), known(null)]).toEqual([1, 0, 0]);
  });
});
