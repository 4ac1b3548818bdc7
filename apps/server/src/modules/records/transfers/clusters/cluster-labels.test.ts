import { absorbingLabel, governingLabel, type Label } from '@assay/exposure';
import { buildLabel } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsInCluster, lendable } from './cluster-labels.ts';

const label = fc.record({
  entity: fc.constantFrom('a', 'b', 'c'),
  category: fc.constantFrom(
    'sanctions',
    'issuer_frozen',
    'terrorism_financing',
    'scam',
    'exchange_licensed',
    'other_entities',
  ),
  confidence: fc.constantFrom(20, 40, 50, 90),
  source: fc.constantFrom('x', 'y'),
  validFrom: fc.constantFrom(null, 100, 200),
  validTo: fc.constantFrom(null, 150, 300),
});
const labels = fc
  .array(label, { maxLength: 8 })
  .map((list): Label[] => list.map((one) => buildLabel({ sourceUrl: null, sourceDate: null, ...one })));

describe('the labels that a cluster lends', () => {
  it('decide as all labels of its members do, at any time and size, also when clusters are joined', () => {
    fc.assert(
      fc.property(
        labels,
        labels,
        fc.constantFrom(2, 2000),
        fc.constantFrom(null, 50, 120, 180, 250, 400),
        (one, other, size, time) => {
          const all = governingLabel(labelsInCluster([...one, ...other], size), time);
          const lent = lendable([...lendable(one), ...lendable(other)]);
          expect(governingLabel(labelsInCluster(lent, size), time)).toEqual(all);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('count by the confidence they were given with, and then have 40', () => {
    const exchange = buildLabel({ entity: 'Kraken', category: 'exchange_licensed', confidence: 70 });
    const scam = buildLabel({ entity: 'Thief', category: 'scam', confidence: 40 });
    const lent = labelsInCluster(lendable([scam, exchange]), 2);
    expect(absorbingLabel(lent, null, 'bwd')?.label).toMatchObject({ entity: 'Kraken', confidence: 40 });
    const weak = labelsInCluster([buildLabel({ ...scam, confidence: 20 })], 2);
    expect(absorbingLabel(weak, null, 'fwd')?.label.confidence).toBe(20);
  });

  it('of tier S, A and B are none of a cluster of more than 1,000 addresses', () => {
    const scam = buildLabel({ entity: 'Thief', category: 'scam', confidence: 90 });
    expect(labelsInCluster([scam], 1000)).toHaveLength(1);
    expect(labelsInCluster([scam], 1001)).toEqual([]);
  });

  it('are chosen without those of tier S, A and B in a larger one, so that a lower tier counts (section 5.3)', () => {
    const scam = buildLabel({ entity: 'Thief', category: 'scam', confidence: 90 });
    const exchange = buildLabel({ entity: 'Kraken', category: 'exchange_licensed', confidence: 70 });
    const absorbs = (size: number) => absorbingLabel(labelsInCluster(lendable([exchange, scam]), size), null, 'bwd');
    expect(absorbs(1000)?.label).toMatchObject({ entity: 'Thief', confidence: 40 });
    expect(absorbs(1001)?.label).toMatchObject({ entity: 'Kraken', confidence: 40 });
  });
});
