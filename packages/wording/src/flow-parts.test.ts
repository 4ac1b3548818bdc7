import { describe, expect, it } from 'vitest';
import { flowLine, flowPartsOf, flowWords, nameFlowEntity } from './flow-parts.ts';

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
    expect(entities.map(({ name, of }) => [name, of])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
      ['2 others', 2],
    ]);
    expect(entities[0]?.share).toBeCloseTo(0.4, 9);
    expect(entities[3]?.share).toBeCloseTo(0.1, 9);
  });

  it('name each line by its part, also where an entity is called as several together are', () => {
    const rows = ['2 others', 'B', 'C', 'D', 'E'].map(
      (entity, at) => ({ category: 'mixer', entity, share: 0.3 - at * 0.05 }) as const,
    );
    const called = flowPartsOf({ rows, residuals: NONE });
    expect(called[0]?.entities.map(({ id }) => flowLine(called, 'mixer', id)?.share.toFixed(2))).toEqual([
      ...['0.30', '0.25', '0.20', '0.25'],
    ]);
    expect(flowLine(called, 'mixer', null)).toMatchObject({ name: 'Mixer' });
    expect(flowLine(called, 'scam', null)).toBeNull();
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
