import type { Category } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Usd } from '../bounds/dollars.ts';
import type { FloorColumn } from './floor-table.ts';
import { type FloorRow, floorsOfColumn, mainCategory } from './floors.ts';

const row = (category: Category, share: number, usd: Usd = null, sketch: Partial<FloorRow> = {}): FloorRow => ({
  category,
  share,
  usd,
  confidence: 100,
  beforeDesignation: false,
  ...sketch,
});
const floorsOf = (column: FloorColumn, ...rows: readonly FloorRow[]): readonly [number, number] => {
  const { first, second } = floorsOfColumn(column, rows);
  return [first?.floor ?? 0, second?.floor ?? 0];
};

const JUST_BELOW = 0.9999;

/** Column, category, share at which it holds, dollars it needs, and both numbers; a step just below it gives the next. */
const TABLE: readonly (readonly [
  FloorColumn,
  Category,
  number,
  Usd,
  readonly [number, number],
  readonly [number, number],
])[] = [
  ['direct', 'sanctions', 0.01, null, [90, 70], [70, 0]],
  ['direct', 'sanctions', 0.001, null, [70, 0], [0, 0]],
  ['direct', 'sanctions', 0.001, 1000, [70, 45], [45, 0]],
  ['direct', 'sanctions', 0.000_01, 1000, [45, 0], [45, 0]],
  ['direct', 'stolen_coins', 0.1, null, [80, 65], [65, 45]],
  ['direct', 'stolen_coins', 0.03, null, [65, 45], [45, 0]],
  ['direct', 'stolen_coins', 0.005, null, [45, 0], [0, 0]],
  ['direct', 'stolen_coins', 0.001, 100_000, [70, 60], [0, 0]],
  ['direct', 'stolen_coins', 0.001, 10_000, [60, 22], [0, 0]],
  ['direct', 'stolen_coins', 0.001, 1000, [22, 0], [0, 0]],
  ['direct', 'gambling', 0.5, null, [55, 42], [42, 22]],
  ['direct', 'gambling', 0.2, null, [42, 22], [22, 0]],
  ['direct', 'gambling', 0.05, null, [22, 0], [0, 0]],
  ['paid', 'sanctions', 0.01, 0, [90, 70], [45, 0]],
  ['paid', 'sanctions', 0.000_01, 1000, [90, 70], [90, 70]],
  ['paid', 'sanctions', 0.000_01, 10, [70, 0], [70, 0]],
  ['paid', 'sanctions', 0.001, null, [70, 0], [0, 0]],
  ['paid', 'mixer', 0.1, 100, [80, 65], [65, 45]],
  ['paid', 'mixer', 0.001, 10_000, [60, 22], [0, 0]],
  ['paid', 'gambling', 0.5, 100, [55, 42], [42, 22]],
  ['indirect', 'sanctions', 0.05, null, [75, 50], [50, 30]],
  ['indirect', 'sanctions', 0.01, null, [50, 30], [30, 0]],
  ['indirect', 'sanctions', 0.001, null, [30, 0], [0, 0]],
  ['indirect', 'stolen_coins', 0.25, null, [65, 50], [50, 35]],
  ['indirect', 'stolen_coins', 0.1, null, [50, 35], [35, 0]],
  ['indirect', 'stolen_coins', 0.03, null, [35, 0], [0, 0]],
  ['indirect', 'stolen_coins', 0.01, 1_000_000, [60, 50], [0, 0]],
  ['indirect', 'stolen_coins', 0.01, 100_000, [50, 35], [0, 0]],
  ['indirect', 'stolen_coins', 0.01, 10_000, [35, 0], [0, 0]],
  ['indirect', 'gambling', 1, 1e9, [0, 0], [0, 0]],
];

describe('floors of version 3', () => {
  for (const [column, category, share, usd, numbers, below] of TABLE) {
    const dollars = usd === null ? '' : ` and $${usd}`;
    it(`${share * 100}%${dollars} of ${category}, ${column}, give ${numbers.join(' and ')}`, () => {
      expect(floorsOf(column, row(category, share, usd))).toEqual(numbers);
      expect(floorsOf(column, row(category, share * (1 - 1e-10), usd))).toEqual(numbers);
      if (below.join() !== numbers.join()) {
        expect(floorsOf(column, row(category, share * JUST_BELOW, usd))).toEqual(below);
      }
    });
  }

  it('need their dollars', () => {
    expect(floorsOf('direct', row('sanctions', 0.000_5, 999))).toEqual([0, 0]);
    expect(floorsOf('direct', row('stolen_coins', 0.004, 99_999))).toEqual([60, 22]);
    expect(floorsOf('paid', row('sanctions', 0.005, 9.99))).toEqual([45, 0]);
    expect(floorsOf('indirect', row('scam', 0.02, 999_999))).toEqual([50, 35]);
  });

  it('read by the first number only strong labels that were not before designation, and their dollars', () => {
    expect(floorsOf('direct', row('scam', 0.1, null, { confidence: 49 }))).toEqual([0, 65]);
    expect(floorsOf('direct', row('scam', 0.1, null, { beforeDesignation: true }))).toEqual([0, 65]);
    const rows = [row('scam', 0.002, 600), row('scam', 0.002, 600, { confidence: 40 })];
    expect(floorsOf('direct', ...rows)).toEqual([0, 0]);
    expect(floorsOf('direct', row('scam', 0.02, 10_000), row('scam', 0.02, 0, { confidence: 40 }))).toEqual([60, 45]);
  });

  it('sum the tiers of their scope', () => {
    expect(floorsOf('direct', row('sanctions', 0.000_5), row('scam', 0.099_5))).toEqual([80, 65]);
    expect(floorsOf('direct', row('scam', 0.001), row('gambling', 0.499))).toEqual([55, 42]);
  });

  it('have the dollars of what has a price where more than a tenth has none', () => {
    expect(floorsOf('direct', row('scam', 0.001, 1e6), row('scam', 0.001))).toEqual([70, 60]);
    expect(floorsOf('direct', row('scam', 0.001, 999), row('scam', 0.001))).toEqual([0, 0]);
    expect(floorsOf('paid', row('sanctions', 0.000_2, 9), row('sanctions', 0.001))).toEqual([70, 0]);
    expect(floorsOf('paid', row('sanctions', 0.000_2, 9), row('sanctions', 0.000_1))).toEqual([0, 0]);
  });

  it('count up to a tenth without a price at the average of the others', () => {
    expect(floorsOf('direct', row('scam', 0.0018, 900), row('scam', 0.0002))).toEqual([22, 0]);
    expect(floorsOf('direct', row('scam', 0.0018, 899), row('scam', 0.0002))).toEqual([0, 0]);
  });

  it('name what they read, by the category that most of it is of, of equal ones by id', () => {
    const { largest } = floorsOfColumn('direct', [
      row('scam', 0.05),
      row('ransom', 0.05),
      row('gambling', 0.4),
      row('malware', 0.1, null, { confidence: 20 }),
    ]);
    expect(largest).toMatchObject({ floor: 80, scope: 'SA', number: 'first', category: 'ransom' });
    expect(largest?.share).toBeCloseTo(0.1, 12);
    expect(largest?.rows.map(({ category }) => category)).toEqual(['scam', 'ransom']);
    expect(mainCategory([])).toBeNull();
    expect(mainCategory([row('scam', 0.3), row('ransom', 0.1), row('ransom', 0.2)])).toBe('ransom');
  });

  it('prefer the first number where both give the same', () => {
    const { largest } = floorsOfColumn('direct', [row('scam', 0.03), row('scam', 0.07, null, { confidence: 20 })]);
    expect(largest).toMatchObject({ floor: 65, number: 'first' });
  });
});
