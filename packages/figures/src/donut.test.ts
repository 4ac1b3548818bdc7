import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DonutGroup, layDonut } from './donut.ts';

const sample: DonutGroup[] = [
  {
    key: 'high',
    items: [
      { id: 'gambling', share: 1.2 },
      { id: 'exchange_unlicensed', share: 0.9 },
      { id: 'mixer', share: 0.4 },
    ],
  },
  {
    key: 'mid',
    items: [
      { id: 'online_wallet', share: 6.3 },
      { id: 'other_entities', share: 3.1 },
    ],
  },
  {
    key: 'low',
    items: [
      { id: 'exchange_licensed', share: 74.8 },
      { id: 'miner', share: 13.3 },
    ],
  },
];

const width = (arc: { startDegrees: number; endDegrees: number }) => arc.endDegrees - arc.startDegrees;

describe('layDonut', () => {
  it('[RISK-06] runs high, medium, low from twelve o’clock with one bracket a group', () => {
    const donut = layDonut(sample);
    expect(donut.arcs.map((arc) => arc.id)).toEqual(sample.flatMap((group) => group.items.map((item) => item.id)));
    expect(donut.arcs[0]?.startDegrees).toBe(2.5);
    expect(donut.brackets.map((bracket) => bracket.group)).toEqual(['high', 'mid', 'low']);
  });

  it('draws the arc of the north star, number for number', () => {
    expect(layDonut(sample).arcs[0]?.path).toMatch(/^M4\.36 -99\.90A100 100 0 0 1 /);
  });

  it('leaves narrow arcs without a hatch, and says when an arc of under 1% is wider than its share', () => {
    const donut = layDonut(sample);
    expect(donut.arcs.filter((arc) => arc.hatched).map((arc) => arc.id)).toEqual([
      'online_wallet',
      'other_entities',
      'exchange_licensed',
      'miner',
    ]);
    expect(donut.widened).toBe(true);
    expect(
      layDonut([
        {
          key: 'low',
          items: [
            { id: 'a', share: 0.4 },
            { id: 'b', share: 0.6 },
          ],
        },
      ]).widened,
    ).toBe(false);
  });

  it('leaves out what has no share, and is empty when nothing has', () => {
    const donut = layDonut([
      {
        key: 'mid',
        items: [
          { id: 'a', share: 0 },
          { id: 'b', share: 1 },
        ],
      },
    ]);
    expect(donut.arcs.map((arc) => arc.id)).toEqual(['b']);
    expect(layDonut([]).arcs).toEqual([]);
    expect(layDonut([{ key: 'low', items: [{ id: 'a', share: 0 }] }]).brackets).toEqual([]);
  });

  it('refuses a share that is no share', () => {
    expect(() => layDonut([{ key: 'low', items: [{ id: 'a', share: -1 }] }])).toThrow(RangeError);
    expect(() => layDonut([{ key: 'low', items: [{ id: 'a', share: Number.NaN }] }])).toThrow(RangeError);
  });

  it('keeps every arc visible, in order and inside the circle, whatever the shares', () => {
    const shares = fc.array(fc.double({ min: 1e-9, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(shares, shares, shares, (high, mid, low) => {
        const items = (name: string, values: number[]) =>
          values.map((share, index) => ({ id: `${name}${index}`, share }));
        const donut = layDonut([
          { key: 'high', items: items('h', high) },
          { key: 'mid', items: items('m', mid) },
          { key: 'low', items: items('l', low) },
        ]);
        let last = 0;
        for (const arc of donut.arcs) {
          expect(width(arc)).toBeGreaterThan(3.1999);
          expect(arc.startDegrees).toBeGreaterThanOrEqual(last);
          last = arc.endDegrees;
        }
        expect(last).toBeCloseTo(357.5, 6);
      }),
    );
  });
});
