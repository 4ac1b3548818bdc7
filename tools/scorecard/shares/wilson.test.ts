import { describe, expect, it } from 'vitest';
import { wilson } from './wilson.ts';

describe('wilson', () => {
  it('gives the interval of textbooks: 15 of 148 is 6.2% to 16.0%', () => {
    expect(wilson(15, 148)).toEqual({ count: 15, of: 148, share: 0.1014, low: 0.0624, high: 0.1605 });
  });

  it('stays between 0 and 1 and is not empty where none or all hold', () => {
    expect(wilson(0, 10)).toMatchObject({ share: 0, low: 0, high: 0.2775 });
    expect(wilson(10, 10)).toMatchObject({ share: 1, low: 0.7225, high: 1 });
  });

  it('has no share of no cases', () => {
    expect(wilson(0, 0)).toEqual({ count: 0, of: 0, share: null, low: null, high: null });
  });
});
