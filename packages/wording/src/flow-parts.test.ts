import { describe, expect, it } from 'vitest';
import { flowPartsOf, flowWords, nameFlowEntity } from './flow-parts.ts';

const NONE = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };

describe('the parts of a flow picture', () => {
  const parts = flowPartsOf({
    rows: [
      { category: 'exchange_licensed', entity: 'A', share: 0.3 },
      { category: 'sanctions', entity: 'List', share: 0.1 },
      { category: 'exchange_licensed', entity: 'A', share: 0.1 },
      ...['B', 'C', 'D', 'E'].map((entity) => ({ category: 'exchange_licensed', entity, share: 0.05 }) as const),
    ],
    residuals: { ...NONE, not_followed: 0.1, still_held: 0.2 },
  });

  it('are categories by risk, then each residual on its own, and add up to what the evidence adds up to', () => {
    expect(parts.map(({ id, group }) => [id, group])).toEqual([
      ['sanctions', 'high'],
      ['exchange_licensed', 'low'],
      ['still_held', 'none'],
      ['not_followed', 'none'],
    ]);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('name the largest entities, with both layers of one together, and count the others', () => {
    const entities = parts[1]?.entities ?? [];
    expect(entities.map(({ id, of }) => [id, of])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
      ['2 others', 2],
    ]);
    expect(entities[0]?.share).toBeCloseTo(0.4, 9);
    expect(entities[3]?.share).toBeCloseTo(0.1, 9);
  });

  it('are said in words, without the bands of several entities', () => {
    expect(flowWords('incoming', parts)).toEqual({
      title: 'Incoming flow by category and entity',
      text: 'Came from: Sanctions 10.0% (List); Exchange licensed 60.0% (A, B and C); Still held 20.0%; Not followed 10.0%.',
    });
  });

  it('are none where no transfer is known', () => {
    expect(flowPartsOf({ rows: [], residuals: NONE })).toEqual([]);
  });
});

it('cuts a name in its middle, so that those of one series stay apart', () => {
  expect(nameFlowEntity('NBCTF seizure order 15/22', 25)).toBe('NBCTF seizure order 15/22');
  expect(nameFlowEntity('NBCTF seizure order 15/22', 20)).toBe('NBCTF seizure… 15/22');
});
