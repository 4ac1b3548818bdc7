import type { Category } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { MixtureRow } from '../../mixture.ts';
import { linearPoints, scoreRows, totalOf } from './total.ts';

const row = (category: Category, share: number, sketch: Partial<MixtureRow> = {}): MixtureRow => ({
  category,
  share,
  entity: '',
  confidence: 100,
  beforeDesignation: false,
  explained: false,
  owners: 1,
  ...sketch,
});

const total = (...rows: readonly MixtureRow[]) => totalOf(scoreRows(rows, null));

describe('the linear score of version 3', () => {
  it('weighs direct shares by their category, and indirect ones by 0.6 of it', () => {
    expect(linearPoints(row('stolen_coins', 0.4))).toBeCloseTo(36, 9);
    expect(linearPoints(row('stolen_coins', 1, { owners: 2 }))).toBeCloseTo(54, 9);
    expect(linearPoints(row('gambling', 0.5, { owners: 6 }))).toBeCloseTo(15, 9);
  });

  it('counts tier S in full at any number of owners', () => {
    expect(linearPoints(row('sanctions', 0.3, { owners: 4 }))).toBeCloseTo(30, 9);
  });

  it('counts before designation, and no label under confidence 50 and no tier C or D', () => {
    expect(linearPoints(row('scam', 0.1, { beforeDesignation: true }))).toBeCloseTo(9, 9);
    expect(linearPoints(row('scam', 0.1, { confidence: 49 }))).toBe(0);
    expect(linearPoints(row('bridge', 1))).toBe(0);
  });
});

describe('the total of version 3', () => {
  it('is the larger of the largest floor and the linear score', () => {
    expect(total(row('stolen_coins', 1, { owners: 2 }))).toMatchObject({ total: 65, decidedBy: 'floor', stars: 2 });
    expect(total(row('stolen_coins', 1))).toMatchObject({ total: 90, decidedBy: 'linear', stars: 1 });
    expect(total(row('stolen_coins', 0.4))).toMatchObject({ total: 80, decidedBy: 'floor', stars: 1 });
  });

  it('is decided by the floor where both are equal', () => {
    expect(total(row('sanctions', 0.9))).toMatchObject({ total: 90, decidedBy: 'floor' });
  });

  it('is rounded to six decimals, and none is five stars', () => {
    expect(total(row('gambling', 0.012_345_678_9))).toMatchObject({ total: 0.617_284, stars: 5 });
    expect(total()).toMatchObject({ total: 0, decidedBy: 'linear', stars: 5 });
  });
});
