import { CATEGORY_IDS } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from './label.ts';
import { compareLabels, governingLabel } from './resolve-labels.ts';

const label = (change: Partial<Label>): Label => ({
  entity: 'Someone',
  category: 'exchange_licensed',
  confidence: 70,
  source: 'list',
  sourceUrl: null,
  sourceDate: null,
  validFrom: null,
  validTo: null,
  origin: 'given',
  ...change,
});

const anyLabel: fc.Arbitrary<Label> = fc.record({
  entity: fc.constantFrom('a', 'b', 'c'),
  category: fc.constantFrom(...CATEGORY_IDS),
  confidence: fc.integer({ min: 0, max: 100 }),
  source: fc.constantFrom('x', 'y'),
  sourceUrl: fc.constantFrom(null, 'https://example.test'),
  sourceDate: fc.constantFrom(null, '2024-01-01'),
  validFrom: fc.option(fc.integer({ min: 0, max: 20 })),
  validTo: fc.option(fc.integer({ min: 0, max: 20 })),
  origin: fc.constantFrom('given', 'derived'),
});

describe('which label counts', () => {
  it('takes confidence of at least 50 before a riskier tier below it', () => {
    const exchange = label({ confidence: 50 });
    const scam = label({ category: 'scam', confidence: 49 });
    expect(governingLabel([scam, exchange], null)?.label).toBe(exchange);
  });

  it('takes the riskier tier before the higher confidence on the same side of 50', () => {
    const sanctions = label({ category: 'sanctions', confidence: 60 });
    const mixer = label({ category: 'mixer', confidence: 100 });
    expect(governingLabel([mixer, sanctions], null)?.label).toBe(sanctions);
  });

  it('never lets a label under 20 compete', () => {
    expect(governingLabel([label({ category: 'sanctions', confidence: 19 })], null)).toBeNull();
    expect(governingLabel([label({ category: 'sanctions', confidence: 20 })], null)).not.toBeNull();
  });

  it('takes other entities only when nothing else is left', () => {
    const other = label({ category: 'other_entities', confidence: 100 });
    const weak = label({ category: 'miner', confidence: 20 });
    expect(governingLabel([other, weak], null)?.label).toBe(weak);
    expect(governingLabel([other], null)?.label).toBe(other);
  });

  it('counts a sanction before its valid-from and marks it, and drops it after its valid-to', () => {
    const sanction = label({ category: 'sanctions', confidence: 100, validFrom: 100, validTo: 200 });
    const exchange = label({});
    expect(governingLabel([exchange, sanction], 99)).toEqual({ label: sanction, beforeDesignation: true });
    expect(governingLabel([exchange, sanction], 100)).toEqual({ label: sanction, beforeDesignation: false });
    expect(governingLabel([exchange, sanction], 200)).toEqual({ label: sanction, beforeDesignation: false });
    expect(governingLabel([exchange, sanction], 201)).toEqual({ label: exchange, beforeDesignation: false });
  });

  it('takes the listing that is in force, where another authority’s begins later only', () => {
    const later = label({ category: 'sanctions', confidence: 100, source: 'ofac-sdn', validFrom: 100 });
    const earlier = label({ category: 'sanctions', confidence: 60, source: 'uk-ofsi', validFrom: 10, validTo: 50 });
    expect(governingLabel([later, earlier], 20)).toEqual({ label: earlier, beforeDesignation: false });
    expect(governingLabel([later, earlier], 5)).toEqual({ label: later, beforeDesignation: true });
    expect(governingLabel([later, earlier], 51)).toEqual({ label: later, beforeDesignation: true });
    expect(governingLabel([later, earlier], 20, 1)).toEqual({ label: later, beforeDesignation: true });
    // Another category in force does not make the listing cover the time.
    const mixer = label({ category: 'mixer', confidence: 100 });
    expect(governingLabel([later, mixer], 20)).toEqual({ label: later, beforeDesignation: true });
  });

  it('ignores validity outside sanctions and issuer frozen, and without a time', () => {
    const scam = label({ category: 'scam', validFrom: 100, validTo: 200 });
    expect(governingLabel([scam], 300)).toEqual({ label: scam, beforeDesignation: false });
    const frozen = label({ category: 'issuer_frozen', validFrom: 100, validTo: 200 });
    expect(governingLabel([frozen], 300)).toBeNull();
    expect(governingLabel([frozen], null)).toEqual({ label: frozen, beforeDesignation: false });
  });

  it('does not depend on the order labels arrive in', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyLabel, { maxLength: 8 })
          .chain((labels) => fc.tuple(fc.constant(labels), fc.shuffledSubarray(labels, { minLength: labels.length }))),
        fc.option(fc.integer({ min: 0, max: 20 })),
        ([labels, shuffled], time) => {
          expect(governingLabel(shuffled, time)).toEqual(governingLabel(labels, time));
        },
      ),
    );
  });

  it('orders any two labels, and calls only equal ones equal', () => {
    fc.assert(
      fc.property(anyLabel, anyLabel, anyLabel, (a, b, c) => {
        expect(Math.sign(compareLabels(a, b))).toBe(0 - Math.sign(compareLabels(b, a)));
        if (compareLabels(a, b) === 0) expect(a).toEqual(b);
        if (compareLabels(a, b) <= 0 && compareLabels(b, c) <= 0) expect(compareLabels(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
