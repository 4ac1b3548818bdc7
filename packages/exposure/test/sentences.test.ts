import { CATEGORIES, CATEGORY_IDS, type Category } from '@assay/domain';
import { buildAssessmentInput, buildLabel, type RowSketch } from '@assay/testkit';
import { formatShare, LIMITED_DATA } from '@assay/wording';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Assessment,
  type AssessmentInput,
  assess,
  assessByMethod2,
  type DirectionExposure,
  type Sentence,
} from '../src/index.ts';
import { MIN_CLEAN } from '../src/method/numbers.ts';

const category = fc.constantFrom(...CATEGORY_IDS);
const row = fc.record({
  category,
  layer: fc.constantFrom('direct' as const, 'indirect' as const),
  entity: fc.constantFrom('a', 'b'),
  confidence: fc.constantFrom(20, 49, 50, 100),
  beforeDesignation: fc.boolean(),
  units: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 4000 })),
});
const side = fc.record({
  rows: fc.array(row, { maxLength: 5 }),
  unknown: fc.nat(5000),
  notFollowed: fc.nat(1000),
  stillHeld: fc.nat(3000),
  usd: fc.oneof(fc.constant(null), fc.constantFrom(12, 200, 20_000, 5_000_000)),
});
const labels = fc.array(
  fc
    .record({
      category: fc.constantFrom<Category>('sanctions', 'scam', 'mixer', 'gambling', 'exchange_licensed', 'bridge'),
      confidence: fc.constantFrom(10, 40, 60, 70, 100),
      source: fc.constantFrom('ofac-sdn', 'a-list', 'b-list'),
    })
    .map((change) => buildLabel(change)),
  { maxLength: 4 },
);

const sketchOf = ({
  rows,
  unknown,
  notFollowed,
  stillHeld,
  usd,
}: typeof side extends fc.Arbitrary<infer One> ? One : never) => {
  const scale = Math.max(
    1,
    rows.reduce((sum, { units }) => sum + units, unknown + notFollowed + stillHeld),
  );
  return {
    usd,
    rows: rows.map(({ units, ...rest }): RowSketch => ({ ...rest, share: units / scale })),
    residuals: {
      unknown_origin: unknown / scale,
      not_followed: notFollowed / scale,
      still_held: stillHeld / scale,
    },
  };
};

const input = fc
  .record({ incoming: side, outgoing: side, labels, complete: fc.boolean() })
  .map(({ incoming, outgoing, ...rest }) =>
    buildAssessmentInput({ ...rest, incoming: sketchOf(incoming), outgoing: sketchOf(outgoing) }),
  );

/** Every sentence of a code in a result, and what it names. */
function sentencesOf({ sentences }: Assessment): readonly Sentence[] {
  if (sentences === null) throw new Error('A result of text set 2 has the codes of its sentences');
  return Object.values(sentences).flat();
}

const sideOf = (given: AssessmentInput, { params }: Sentence) =>
  params['direction'] === 'bwd' ? given.incoming : given.outgoing;
const shareOf = ({ rows }: DirectionExposure, isMeant: (row: DirectionExposure['rows'][number]) => boolean) =>
  rows.filter(isMeant).reduce((sum, { share }) => sum + share, 0);

describe('sentences and the figures beside them', () => {
  /** Runs a check on every sentence of these codes in random results; some must have one, unless the code is rare. */
  function each(
    codes: readonly string[],
    check: (sentence: Sentence, given: AssessmentInput, result: Assessment) => void,
    isRare = false,
  ): void {
    let met = 0;
    // Some sentences are seldom said: more random cases until one is met.
    for (let round = 0; round === 0 || (met === 0 && !isRare && round < 10); round += 1) {
      fc.assert(
        fc.property(input, (given) => {
          // The smallest change takes most of the time, and is asked in `least-changes.test.ts`.
          const result = assess({ ...given, withoutChanges: true });
          for (const sentence of sentencesOf(result)) {
            if (!codes.includes(sentence.code)) continue;
            met += 1;
            check(sentence, given, result);
          }
        }),
        { numRuns: 1500 },
      );
    }
    if (!isRare) expect(met).toBeGreaterThan(0);
  }

  it('are the headline alone where nobody reads the others, and nothing else is different', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const method of [assess, assessByMethod2]) {
          const whole = method({ ...given, withoutChanges: true });
          const without = { text: '', why: '', advice: '', wouldChange: [] };
          const said = { headline: whole.sentences?.headline, text: [], why: [], advice: [], wouldChange: [] };
          expect(method({ ...given, headlineOnly: true })).toEqual({ ...whole, ...without, sentences: said });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never say plain low risk where coverage is poor or confidence low, and say so nowhere else', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { verdict, confidence, coverage, cause, headline } = assess(given);
        const isPoor = confidence === 'low' || cause.rule === 'limited_coverage' || coverage.attributed < MIN_CLEAN;
        expect(headline.startsWith(LIMITED_DATA)).toBe(verdict === 'low' && isPoor);
        expect(headline.startsWith('Low risk.')).toBe(verdict === 'low' && !isPoor);
      }),
      { numRuns: 1500 },
    );
  });

  it('have words of size that fit the percentage', () => {
    each(['flow_unknown', 'flow_held', 'flow_main', 'flow_risk'], ({ text, params }) => {
      const share = Number(params['share']);
      const [, size, figure] =
        /^(All|No|Most|Half of|A part of|A small share of) \S+ value(?:, (.+?),)? /.exec(text) ?? [];
      expect(figure).toBe(size === 'All' || size === 'No' ? undefined : formatShare(share));
      const percent = Number((share * 100).toFixed(1));
      if (size === 'All' || size === 'No') expect(share).toBeCloseTo(1, 8);
      if (size === 'Most') expect(percent).toBeGreaterThan(50);
      if (size === 'Half of') expect(percent).toBe(50);
      if (size === 'A part of') expect(percent >= 10 && percent < 50).toBe(true);
      if (size === 'A small share of') expect(percent).toBeLessThan(10);
    });
  });

  it('name the shares of the evidence table', () => {
    each(['flow_main', 'flow_largest', 'flow_largest_known', 'flow_risk'], (sentence, given) => {
      const { params, code } = sentence;
      const isMeant = ({ category }: { readonly category: Category }) =>
        code === 'flow_risk' ? ['S', 'A', 'B'].includes(CATEGORIES[category].tier) : category === params['category'];
      expect(shareOf(sideOf(given, sentence), isMeant)).toBeCloseTo(Number(params['share']), 9);
    });
    each(['why_share'], (sentence, given) => {
      const { category, layer, share, partial } = sentence.params;
      const shown = shareOf(sideOf(given, sentence), (one) => one.category === category && one.layer === layer);
      expect(partial).toBe(formatShare(shown) !== formatShare(Number(share)));
    });
  });

  it('call largest what is larger than everything else that is shown', () => {
    each(['flow_largest'], (sentence, given) => {
      const exposure = sideOf(given, sentence);
      const share = Number(sentence.params['share']) + 1e-9;
      for (const id of CATEGORY_IDS) expect(shareOf(exposure, (one) => one.category === id)).toBeLessThanOrEqual(share);
      for (const residual of Object.values(exposure.residuals)) expect(residual).toBeLessThanOrEqual(share);
    });
  });

  it('say that nothing lowers the stars only beside a ring without risk, and mostly low or unknown', () => {
    each(['nothing_lowers'], (_sentence, { incoming, outgoing }) => {
      for (const exposure of [incoming, outgoing]) {
        expect(shareOf(exposure, ({ category }) => ['S', 'A', 'B'].includes(CATEGORIES[category].tier))).toBe(0);
        expect(shareOf(exposure, ({ category }) => CATEGORIES[category].group !== 'low')).toBeLessThanOrEqual(0.5);
      }
    });
  });

  it('are true of a sanctioned transfer: it leaves two stars at most', () => {
    each(['sanctioned_value'], (_sentence, given) => {
      const [direction, usd] =
        given.incomingUsd === null
          ? (['outgoing', given.outgoingUsd] as const)
          : (['incoming', given.incomingUsd] as const);
      const [added] = buildAssessmentInput({
        incoming: { rows: [{ category: 'sanctions', share: usd === null ? 0.001 : Math.min(1, 10 / usd) }] },
      }).incoming.rows;
      if (added === undefined) throw new Error('The sketch has a row');
      const side = given[direction];
      const { stars } = assess({ ...given, [direction]: { ...side, records: 1, rows: [...side.rows, added] } });
      expect([1, 2]).toContain(stars);
    });
  });

  it('are true of a withdrawal: without the label, the score is what they say', () => {
    const without = (given: AssessmentInput, sources: readonly string[]) => {
      const kept = given.subject.labels.filter(({ source }) => !sources.includes(source));
      return assess({ ...given, subject: { ...given.subject, labels: kept }, withoutChanges: true }).total;
    };
    const idOf = (name: string) => (name === 'the OFAC SDN list' ? 'ofac-sdn' : name);
    each(['follows_label'], ({ params }, given, { total }) => {
      expect(without(given, [String(params['source'])])).not.toBe(total);
    });
    each(
      ['follows_any_label'],
      ({ params }, given, { total }) => {
        const sources = (params['sources'] as readonly string[]).map(idOf);
        for (const source of sources)
          expect(
            without(
              given,
              sources.filter((one) => one !== source),
            ),
          ).toBe(total);
        expect(
          without(
            given,
            given.subject.labels.map(({ source }) => source),
          ),
        ).not.toBe(total);
      },
      true,
    );
    each(
      ['label_not_alone'],
      (_sentence, given, { total, identity }) => {
        expect(without(given, [identity?.source ?? ''])).toBe(total);
      },
      true,
    );
  });

  it('cite the government’s list before anybody else who says the same', () => {
    each(['label_says', 'weak_label_says'], ({ params, text }, given) => {
      const listed = given.subject.labels.some(
        ({ source, category, confidence }) =>
          source === 'ofac-sdn' && category === 'sanctions' && confidence >= Number(params['confidence']),
      );
      if (params['category'] === 'sanctions' && listed) expect(text).toContain(': OFAC SDN list, ');
      expect(text).not.toMatch(/\d+ of 100/);
    });
  });

  it('are true of the rest: without the category it scores what they say', () => {
    each(['without_category'], ({ params }, given) => {
      const key = params['direction'] === 'bwd' ? 'incoming' : 'outgoing';
      const rows = given[key].rows.filter(({ category }) => category !== params['category']);
      const { total, cause } = assess({ ...given, [key]: { ...given[key], rows } });
      if (cause.rule !== 'identity' && total !== null) expect(total).toBeCloseTo(Number(params['points']), 5);
    });
  });

  it('give bounds that the score has not reached, or has', () => {
    each(['drops_to_four', 'needs_points'], ({ code, params }, _given, { total }) => {
      const bound = code === 'drops_to_four' ? 20 : Number(params['bound']);
      expect(params['points']).toBe(total);
      expect(Number(params['points']) < bound).toBe(code === 'drops_to_four');
    });
  });
});
