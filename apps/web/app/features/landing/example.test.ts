import { describe, expect, it } from 'vitest';
import { type Example, microTextOf, pickExamples } from './example.ts';

const example = (riskscore: number, headline = 'Low risk. Nothing found that lowers the stars.'): Example => ({
  sub_id: `${riskscore}`.repeat(32),
  ticker: 'BTC',
  parent: null,
  address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  created_at: '2026-11-20T10:00:00.000Z',
  title: 'Worth a look',
  riskscore,
  verdict: 'low',
  headline,
  text: 'Text.',
  direction: 'incoming',
  shares: { high: 0.3, mid: 0, low: 0, none: 0.7 },
});

describe('the examples of the landing', () => {
  it('lead with four stars, and end with one', () => {
    const picked = pickExamples([5, 4, 1, 0, 1].map((stars) => example(stars)));
    expect(picked.main?.riskscore).toBe(4);
    expect(picked.worst?.riskscore).toBe(1);
    expect(picked.all).toHaveLength(5);
  });

  it('do not lead with a result that says low risk on limited data', () => {
    const limited = example(4, 'Limited data: low risk. One star less for gambling services.');
    expect(pickExamples([example(5), limited, example(3), example(1)]).main?.riskscore).toBe(3);
    expect(pickExamples([limited, example(1)]).main?.riskscore).toBe(1);
    expect(pickExamples([limited]).main).toBe(limited);
  });

  it('make do with what there is', () => {
    expect(pickExamples([])).toEqual({ main: null, worst: null, all: [] });
    expect(pickExamples([example(0)]).main).toBeNull();
    expect(pickExamples([example(0), example(3)])).toMatchObject({ main: { riskscore: 3 }, worst: null });
  });

  it('write their facts round the rim', () => {
    expect(microTextOf(example(4))).toBe(`ASSAY ${'4'.repeat(32)} BTC 2026-11-20`);
  });
});
