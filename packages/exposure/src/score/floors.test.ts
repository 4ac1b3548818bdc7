import type { Category } from '@assay/domain';
import { buildExposure, type RowSketch } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { findFloors } from './floors.ts';

const best = (usd: number | null, ...rows: readonly RowSketch[]) =>
  findFloors(buildExposure('bwd', { rows }), usd)[0]?.cause ?? null;
const floorOf = (usd: number | null, ...rows: readonly RowSketch[]) => best(usd, ...rows)?.total ?? null;
const RICH = 1_000_000;

/** Just under and at every bound of the table: category, layer, share, floor. */
const TABLE: readonly (readonly [Category, 'direct' | 'indirect', number, number | null])[] = [
  ['sanctions', 'direct', 0.001, 70],
  ['sanctions', 'direct', 0.0099, 70],
  ['sanctions', 'direct', 0.01, 90],
  ['sanctions', 'indirect', 0.000_99, null],
  ['sanctions', 'indirect', 0.001, 30],
  ['sanctions', 'indirect', 0.0099, 30],
  ['sanctions', 'indirect', 0.01, 50],
  ['sanctions', 'indirect', 0.05, 75],
  ['stolen_coins', 'direct', 0.0049, null],
  ['stolen_coins', 'direct', 0.005, 45],
  ['stolen_coins', 'direct', 0.0299, 45],
  ['stolen_coins', 'direct', 0.03, 65],
  ['stolen_coins', 'direct', 0.1, 80],
  ['stolen_coins', 'indirect', 0.0299, null],
  ['stolen_coins', 'indirect', 0.03, 35],
  ['stolen_coins', 'indirect', 0.1, 50],
  ['stolen_coins', 'indirect', 0.25, 65],
  ['gambling', 'direct', 0.199, null],
  ['gambling', 'direct', 0.2, 35],
  ['gambling', 'direct', 0.5, 50],
  ['gambling', 'indirect', 1, null],
  ['bridge', 'direct', 1, null],
  ['exchange_licensed', 'direct', 1, null],
];

describe('floors', () => {
  for (const [category, layer, share, floor] of TABLE) {
    it(`${share * 100}% ${layer} ${category} gives ${floor ?? 'no floor'}`, () => {
      expect(floorOf(null, { category, layer, share })).toBe(floor);
    });
  }

  it('takes $1,000 in the category, both layers together, for the highest direct floor of tier S', () => {
    expect(floorOf(RICH, { category: 'sanctions', share: 0.000_999 })).toBe(70);
    expect(floorOf(RICH, { category: 'sanctions', share: 0.001 })).toBe(90);
    const both: readonly RowSketch[] = [
      { category: 'sanctions', share: 0.000_5 },
      { category: 'sanctions', share: 0.000_5, layer: 'indirect' },
    ];
    expect(floorOf(RICH, ...both)).toBe(90);
  });

  it('never counts $1,000 as met without a price', () => {
    expect(floorOf(null, { category: 'sanctions', share: 0.009 })).toBe(70);
  });

  it('needs $10 in sum for tiers S and A, of both layers, or 0.1% without a price', () => {
    expect(floorOf(9.99, { category: 'scam', share: 1 })).toBeNull();
    expect(floorOf(10, { category: 'scam', share: 1 })).toBe(80);
    expect(floorOf(10, { category: 'sanctions', share: 0.5 })).toBeNull();
    expect(
      floorOf(10, { category: 'sanctions', share: 0.5 }, { category: 'sanctions', share: 0.5, layer: 'indirect' }),
    ).toBe(90);
    expect(floorOf(null, { category: 'sanctions', share: 0.000_9 })).toBeNull();
    expect(floorOf(1, { category: 'gambling', share: 1 })).toBe(50);
  });

  it('sums the entities of a category, each column its own layer', () => {
    const entities = ['a', 'b', 'c'].map((entity) => ({ category: 'scam', entity, share: 0.01 }) as const);
    expect(floorOf(null, ...entities)).toBe(65);
    expect(floorOf(null, { category: 'scam', share: 0.02 }, { category: 'scam', share: 0.02, layer: 'indirect' })).toBe(
      45,
    );
  });

  it('takes one step less where labels are weak or came after the transfer', () => {
    expect(best(null, { category: 'scam', share: 0.1, confidence: 49 })).toMatchObject({ total: 65, lowered: true });
    expect(best(null, { category: 'scam', share: 0.1, beforeDesignation: true })).toMatchObject({ total: 65 });
    expect(floorOf(null, { category: 'scam', share: 0.005, confidence: 40 })).toBeNull();
    expect(floorOf(null, { category: 'sanctions', share: 0.01, confidence: 40 })).toBe(70);
    expect(floorOf(null, { category: 'sanctions', share: 0.009, confidence: 40 })).toBeNull();
  });

  it('takes the larger of strong and all labels', () => {
    const strong = { category: 'scam', entity: 'a', share: 0.02 } as const;
    const weak = { category: 'scam', entity: 'b', share: 0.09, confidence: 40 } as const;
    expect(best(null, strong)).toMatchObject({ total: 45, lowered: false });
    expect(best(null, strong, weak)).toMatchObject({ total: 65, lowered: true });
    expect(best(null, { ...strong, share: 0.03 }, weak)).toMatchObject({ total: 65, lowered: false });
  });

  it('counts a bound that many small shares meet exactly', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      category: 'scam' as const,
      entity: `e${index}`,
      share: 0.003,
    }));
    expect(rows.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(0.03);
    expect(floorOf(null, ...rows)).toBe(65);
  });
});
