/** What would change the stars, where rules begin and end: small sanctioned sums, thresholds, very many rows. */
import { CATEGORIES, CATEGORY_IDS, type Stars } from '@assay/domain';
import { buildAssessmentInput, type RowSketch } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withShare } from '../src/change/changed-shares.ts';
import { condensed } from '../src/change/condensed.ts';
import { leastChanges } from '../src/change/least-changes.ts';
import { ASKED_PATHS } from '../src/change/least-path.ts';
import { RULES_OF_METHOD_2, rulesOfMethod1 } from '../src/change/rules.ts';
import { STEPS } from '../src/change/steps.ts';
import {
  type AssessmentInput,
  assess,
  assessByMethod2,
  type DirectionExposure,
  METHOD_REVISION,
} from '../src/index.ts';
import { LEAST_TEMPLATES, type LeastParams } from '../src/text/least/templates.ts';

const RULES_OF_METHOD_1 = rulesOfMethod1(METHOD_REVISION);
const { REFERENCE_RUNS = '150' } = process.env;
const numRuns = Number(REFERENCE_RUNS);

const BOUNDS = [0.5, 0.4, 0.3, 0.25, 0.2, 0.1, 0.05, 0.03, 0.01, 0.005, 0.001];
const RISKY = CATEGORY_IDS.filter((category) => ['A', 'B'].includes(CATEGORIES[category].tier));
const EXCHANGE = { category: 'exchange_licensed', entity: 'known' } as const;

/** A share on a bound of the rules, or next to it: by parts of a step, or by what setting a little aside adds. */
const nearBound = fc
  .tuple(fc.constantFrom(...BOUNDS), fc.constantFrom(0, 4e-7, -4e-7, 1e-6, -1e-6, 1e-12), fc.nat(1_000))
  .map(([bound, off, scaled]) => bound * (1 - scaled / 1e6) + off);

const riskyRow = fc.record({
  category: fc.constantFrom(...RISKY),
  layer: fc.constantFrom('direct' as const, 'indirect' as const),
  share: nearBound,
});

/** Sanctioned dust beside shares that are close to a bound. */
const withDust: fc.Arbitrary<AssessmentInput> = fc
  .record({
    dust: fc.integer({ min: 1, max: 2_500 }),
    confidence: fc.constantFrom(30, 100),
    risky: fc.array(riskyRow, { maxLength: 3 }),
    clean: fc.constantFrom(0.0999, 0.4, 0.6, 1),
    usd: fc.constantFrom(null, 900, 5_000, 9_000, 100_000, 900_000),
  })
  .filter(({ risky }) => risky.reduce((sum, { share }) => sum + share, 0) < 0.99)
  .map(({ dust, confidence, risky, clean, usd }) => {
    const sanctioned: RowSketch = { category: 'sanctions', entity: 'listed', share: dust / STEPS, confidence };
    const left = risky.reduce((sum, { share }) => sum - share, 1 - dust / STEPS);
    const rows: readonly RowSketch[] = [
      sanctioned,
      ...risky.map((row, index) => ({ ...row, entity: `e${index}` })),
      { ...EXCHANGE, share: left * clean },
    ];
    const incoming = { amount: 1_000_000_000n, usd, rows, residuals: { unknown_origin: left * (1 - clean) } };
    return buildAssessmentInput({ complete: true, incoming });
  });

/** Of 1,000,000 millionths: three stars at one share of sanctioned value, two under it, and three again further down. */
const TWICE = dusty(0.001211, [
  { category: 'exchange_fraudulent', entity: 'a', layer: 'indirect', share: 0.24996725 },
  { category: 'coinjoin', entity: 'b', share: 0.3996564 },
  { ...EXCHANGE, share: 0.03 },
]);
const RISING = dusty(0.0005, [{ ...EXCHANGE, share: 0.9995 }]);

function dusty(dust: number, others: readonly RowSketch[]): AssessmentInput {
  const rows: readonly RowSketch[] = [{ category: 'sanctions', entity: 'listed', share: dust }, ...others];
  const unknown_origin = others.reduce((left, { share }) => left - share, 1 - dust);
  return buildAssessmentInput({
    complete: true,
    incoming: { amount: 1_000_000_000n, usd: 9_000, rows, residuals: { unknown_origin } },
  });
}

const DUST = { category: 'sanctions', layer: 'direct' } as const;

/** Stars with the sanctioned share at each step, asked one by one. */
function starsWithDust(input: AssessmentInput, step: number): Stars {
  const bare = condensed(input);
  return RULES_OF_METHOD_2.starsOf({ ...bare, incoming: withShare(bare.incoming, DUST, step / STEPS) });
}

describe('what would change the stars, at the edges of the rules', { timeout: 600_000 }, () => {
  it('takes nothing from a direction in which nothing is ordinary or unknown, however little would do', () => {
    const input = buildAssessmentInput({
      incoming: {
        amount: 1_000_000_000n,
        rows: [
          { category: 'scam', share: 0.0001 },
          { ...EXCHANGE, share: 0.9999 },
        ],
      },
      outgoing: {
        amount: 1_000n,
        usd: 1,
        rows: [{ category: 'sanctions', share: 0.25 }],
        residuals: { unknown_origin: 0, still_held: 0.75 },
      },
    });
    expect(assess(input)).toMatchObject({ stars: 5 });
    for (const rules of [RULES_OF_METHOD_1, RULES_OF_METHOD_2]) {
      expect(leastChanges(condensed(input), rules, 5).share).toMatchObject({ direction: 'bwd', category: 'scam' });
    }
  });

  it('is the nearest share of all, also where less of it sets it aside and more counts of the others', () => {
    const met = { falls: 0, rises: 0, twice: 0 };
    fc.assert(
      fc.property(withDust, fc.array(fc.nat(4_500), { minLength: 30, maxLength: 30 }), (input, some) => {
        const steps = [...some, 998, 999, 1_000, 1_001];
        const stars = RULES_OF_METHOD_2.starsOf(input);
        const { share: found } = leastChanges(input, RULES_OF_METHOD_2, stars);
        const dust = Math.round((input.incoming.rows[0]?.share ?? 0) * STEPS);
        const isFound = found?.category === 'sanctions' && found.layer === 'direct';
        const nearest = found === null ? Infinity : Math.abs(found.share - found.to) * STEPS;
        if (stars === 5) {
          const most = isFound ? Math.round(found.to * STEPS) - 1 : dust + Math.min(2_000, Math.ceil(nearest) - 1);
          for (const step of steps.filter((one) => one > dust && one <= most))
            expect(starsWithDust(input, step), `at ${step}`).toBe(5);
          met.rises += isFound ? 1 : 0;
          return;
        }
        const least = isFound ? Math.round(found.to * STEPS) + 1 : Math.max(0, dust - Math.ceil(nearest) + 1);
        for (const step of steps.filter((one) => one < dust && one >= least))
          expect(starsWithDust(input, step), `at ${step}`).toBeLessThanOrEqual(stars);
        met.falls += isFound ? 1 : 0;
        met.twice += isFound && found.to > 0.001 && starsWithDust(input, 999) <= stars ? 1 : 0;
      }),
      {
        numRuns: numRuns * 2,
        examples: [
          [TWICE, [130]],
          [RISING, []],
        ],
      },
    );
    expect(Math.min(met.falls, met.rises, met.twice)).toBeGreaterThan(0);
  });

  it('stops at the first share that is enough, though less of it is not', () => {
    // Under 0.1% the sanctioned value is set aside, and what is left is a larger share of less: two stars again.
    expect([1_211, 1_111, 999, 130].map((step) => starsWithDust(TWICE, step))).toEqual([2, 3, 2, 3]);
    const { share } = leastChanges(TWICE, RULES_OF_METHOD_2, 2);
    expect(share).toMatchObject({ category: 'sanctions', layer: 'direct', stars: 3 });
    expect(starsWithDust(TWICE, Math.round((share?.to ?? 0) * STEPS) + 1)).toBe(2);
    expect(share?.to).toBeGreaterThan(0.001);
  });

  it.each([
    { version: '1', assessBy: (input: AssessmentInput) => assess(input) },
    { version: '2', assessBy: (input: AssessmentInput) => assessByMethod2(input) },
  ])('reads as a change, and the same from a stored result, by version $version', ({ assessBy }) => {
    let met = 0;
    fc.assert(
      fc.property(withDust, (input) => {
        const sentence = assessBy(input).sentences?.wouldChange.find(({ code }) => code === 'least_changes');
        if (sentence === undefined) return;
        const stored: LeastParams = JSON.parse(JSON.stringify(sentence.params));
        expect(LEAST_TEMPLATES.least_changes(stored)).toBe(sentence.text);
        const read = /(at most |under |)([\d.]+)% of .*?, in place of ([\d.]+)%/.exec(sentence.text);
        if (read === null) return;
        const [, word, to, now] = read;
        met += 1;
        if (word === '') expect(Number(to)).toBeGreaterThan(Number(now));
        if (word === 'at most ') expect(Number(to)).toBeLessThan(Number(now));
        if (word === 'under ') expect(Number(to)).toBeLessThanOrEqual(Number(now));
      }),
      { numRuns, examples: [[TWICE]] },
    );
    expect(met).toBeGreaterThan(0);
  });

  it.each([
    { share: 0.9000003, residual: true, said: 'at most 90% of incoming value of unknown origin, in place of 90.0001%' },
    { share: 0.042, residual: false, said: 'under 3% of incoming value coming straight from thefts, in place of 4.2%' },
    { share: 0.03, residual: false, said: 'under 3% of incoming value coming straight from thefts, in place of 3%' },
    {
      share: 0.0049999,
      residual: false,
      said: '0.5% of incoming value coming straight from thefts, in place of 0.4999%',
    },
    {
      share: 0.0049999996,
      residual: false,
      said: '0.5% of incoming value coming straight from thefts, in place of 0.4999%',
    },
  ])('names both shares as they are at $share', ({ share, residual, said }) => {
    const rows: readonly RowSketch[] = [
      { ...EXCHANGE, share: 1 - share },
      ...(residual ? [] : [{ category: 'stolen_coins', entity: 'A thief', share } as const]),
    ];
    const residuals = { unknown_origin: residual ? share : 0 };
    const incoming = { amount: 100_000_000_000n, usd: 100_000, rows, residuals };
    const { wouldChange } = assessByMethod2(buildAssessmentInput({ complete: true, incoming }));
    expect(wouldChange[0]).toContain(said);
  });
});

/** Every category that weighs, in both layers and directions, each of many entities with three paths. */
function everything(part: number, entities: number, tiers: readonly string[]): AssessmentInput {
  const categories = CATEGORY_IDS.filter((id) => CATEGORIES[id].weight > 0 && tiers.includes(CATEGORIES[id].tier));
  const share = part / (categories.length * 2 * entities);
  const rows = categories.flatMap((category) =>
    (['direct', 'indirect'] as const).flatMap((layer) =>
      Array.from({ length: entities }, (_, index): RowSketch => ({ category, layer, entity: `${index}`, share })),
    ),
  );
  const side = {
    ...{ amount: 1_000_000_000n, usd: 900, rows: [...rows, { ...EXCHANGE, share: 0.9 - part }] },
    residuals: { unknown_origin: 0.08, not_followed: 0.02 },
  };
  const input = buildAssessmentInput({ complete: true, incoming: side, outgoing: side });
  const withPaths = (exposure: DirectionExposure): DirectionExposure => ({
    ...exposure,
    rows: exposure.rows.map((row) => ({
      ...row,
      paths: [1, 2, 3].map((number) => ({ hops: 1, share: row.share / (3 + number), steps: [] })),
    })),
  });
  return { ...input, incoming: withPaths(input.incoming), outgoing: withPaths(input.outgoing) };
}

/** Every share of both directions explained once and asked once more, twelve of them searched, and the paths. */
const SHARES = 2 * (2 * CATEGORY_IDS.filter((id) => CATEGORIES[id].weight > 0).length + 2);
const MOST_DECISIONS = 2 * SHARES + 12 * 24 + 2 * ASKED_PATHS;

describe('what it takes to find the smallest change', { timeout: 120_000 }, () => {
  it.each([
    { version: '1', rules: RULES_OF_METHOD_1 },
    { version: '2', rules: RULES_OF_METHOD_2 },
  ])('is a number of decisions that rows and paths do not add to, by version $version', ({ rules }) => {
    let mostRows = 0;
    const countOf = (input: AssessmentInput) => {
      let count = 0;
      const starsOf = (changed: AssessmentInput): Stars => {
        count += 1;
        mostRows = Math.max(mostRows, changed.incoming.rows.length + changed.outgoing.rows.length);
        return rules.starsOf(changed);
      };
      leastChanges(input, { ...rules, starsOf }, rules.starsOf(input));
      return count;
    };
    for (const tiers of [['S', 'A', 'B', 'C'], ['B', 'C'], ['A'], ['B'], ['C']]) {
      for (const part of [0.001, 0.45, 0.75, 0.9]) {
        const [few, many] = [countOf(everything(part, 1, tiers)), countOf(everything(part, 40, tiers))];
        expect(Math.max(few, many), `${tiers.join(', ')} ${part}`).toBeLessThanOrEqual(MOST_DECISIONS);
        expect(many).toBeLessThanOrEqual(few + 2 * ASKED_PATHS);
      }
    }
    expect(mostRows).toBeLessThanOrEqual(SHARES + 8);
  });

  it('asks the paths that carry most, and names the one of them that carries least', () => {
    // Together 3.005%: each of them is more than what is over the bound of 3%.
    const thefts = Array.from({ length: 100 }, (_, index): RowSketch => {
      return { category: 'stolen_coins', entity: `thief ${index}`, share: (251 + index) / STEPS };
    });
    const rows = [...thefts, { ...EXCHANGE, share: 0.96995 }];
    const input = buildAssessmentInput({
      complete: true,
      incoming: { amount: 100_000_000_000n, usd: 100_000, rows },
    });
    const paths = (exposure: DirectionExposure): DirectionExposure => ({
      ...exposure,
      rows: exposure.rows.map((row) => ({ ...row, paths: [{ hops: 1, share: row.share, steps: [] }] })),
    });
    const stars = RULES_OF_METHOD_2.starsOf(input);
    const { path } = leastChanges({ ...input, incoming: paths(input.incoming) }, RULES_OF_METHOD_2, stars);
    expect(path?.entity).toBe(`thief ${100 - ASKED_PATHS}`);
  });
});
