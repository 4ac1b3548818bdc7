import { describe, expect, it } from 'vitest';
import { openTo, rateOf } from './rate.ts';
import { wilson } from './wilson.ts';

const drawsOf = (id: string, holding: number, of: number) =>
  Array.from({ length: of }, (_, at) => ({ case: id, holds: at < holding }));

describe('a share with the interval of its cases', () => {
  it('is Wilson’s where every address is a case of its own', () => {
    const draws = Array.from({ length: 148 }, (_, at) => ({ case: `case ${at}`, holds: at < 15 }));
    const { low, high, share } = wilson(15, 148);
    expect(rateOf(draws)).toEqual({ count: 15, of: 148, cases: 148, share, low, high });
  });

  it('has the interval of five cases, however many wallets they have', () => {
    const wide = ['a', 'b', 'c', 'd', 'e'].flatMap((id, at) => drawsOf(id, at < 3 ? 270 : 130, 277));
    const { cases, of, low, high } = rateOf(wide);
    expect({ cases, of }).toEqual({ cases: 5, of: 1_385 });
    const apart = wilson(1_070, 1_385);
    expect((high ?? 0) - (low ?? 0)).toBeGreaterThan(4 * ((apart.high ?? 0) - (apart.low ?? 0)));
  });

  it('leaves 45% open where none of five cases has it, and as much where all have', () => {
    const none = ['a', 'b', 'c', 'd', 'e'].flatMap((id) => drawsOf(id, 0, 277));
    expect(rateOf(none)).toMatchObject({ share: 0, low: 0, high: 0.4507 });
    const all = none.map((draw) => ({ ...draw, holds: true }));
    expect(rateOf(all)).toMatchObject({ share: 1, low: 0.5493, high: 1 });
    expect(openTo(1)).toBe(0.95);
  });

  it('says nothing of a share that one case alone has', () => {
    expect(rateOf(drawsOf('a', 3, 10))).toEqual({ count: 3, of: 10, cases: 1, share: 0.3, low: 0, high: 1 });
    expect(rateOf([])).toEqual({ count: 0, of: 0, cases: 0, share: null, low: null, high: null });
  });

  it('is the same at each run, and in whichever order addresses come', () => {
    const draws = ['a', 'b', 'c'].flatMap((id, at) => drawsOf(id, at + 1, 5));
    expect(rateOf(draws.toReversed())).toEqual(rateOf(draws));
  });
});
