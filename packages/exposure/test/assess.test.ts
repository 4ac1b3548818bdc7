import { type AssessmentSketch, buildAssessmentInput, buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { type AssessmentInput, assess, METHOD_VERSION, METHOD_VERSIONS, methodOf } from '../src/index.ts';
import { assessmentText } from './assessment-text.ts';

const assessOf = (sketch: AssessmentSketch) => assess(buildAssessmentInput(sketch));
const licensed = (share: number) => ({ category: 'exchange_licensed', share }) as const;

describe('assess', () => {
  it('[RISK-05] rates 0, shown as N/A, when nothing is known, and says what to do next', () => {
    const cases: readonly (readonly [AssessmentSketch, string])[] = [
      [{}, 'no_records'],
      [{ incoming: { rows: [licensed(1)] }, sources: 'not_traceable' }, 'not_traceable'],
      [{ incoming: { rows: [licensed(1)] }, sources: 'failed' }, 'sources_failed'],
      [{ incoming: { rows: [licensed(0.099)] } }, 'too_little_attributed'],
    ];
    for (const [sketch, reason] of cases) {
      const { stars, total, cause, verdict, text } = assessOf(sketch);
      expect({ stars, total, verdict }).toEqual({ stars: 0, total: null, verdict: 'not_rated' });
      expect(cause).toEqual({ rule: 'not_rated', reason });
      expect(text).toMatch(reason === 'sources_failed' ? / Nothing was charged\.$/ : / The check is given back\.$/);
    }
  });

  it('never rates a mint or burn address, whatever is known of it, and says what becomes of money sent there', () => {
    const incoming = { rows: [licensed(1)] };
    for (const category of ['issuer', 'sanctions', 'exchange_licensed'] as const) {
      for (const sketch of [{}, { incoming }]) {
        const input = buildAssessmentInput({ ...sketch, labels: [buildLabel({ category })] });
        const burn: AssessmentInput = { ...input, subject: { ...input.subject, role: 'issuer' } };
        const { stars, cause, headline, why, identity } = assess(burn);
        expect({ stars, cause, identity }).toEqual({
          stars: 0,
          cause: { rule: 'not_rated', reason: 'burn_address' },
          identity: null,
        });
        expect(headline).toBe('Not rated. Money sent here is destroyed.');
        expect(why).toContain('money sent here is destroyed');
      }
    }
  });

  it('does not say that no label speaks where one does on another network', () => {
    const notes = [{ kind: 'label_on_other_network', text: 'Warning.' } as const];
    expect(assessOf({}).why).toContain('and this address has no labels that count.');
    expect(assessOf({ notes }).why).toContain('and it has no labels on this network.');
    const { stars, total } = assessOf({ notes, incoming: { rows: [licensed(0.5)] } });
    expect({ stars, total }).toEqual(
      (({ stars, total }) => ({ stars, total }))(assessOf({ incoming: { rows: [licensed(0.5)] } })),
    );
  });

  it('rates from a tenth attributed on', () => {
    expect(assessOf({ incoming: { rows: [licensed(0.1)] } }).stars).toBe(4);
  });

  it('rates what is hardly attributed when a risk is found', () => {
    expect(assessOf({ incoming: { rows: [{ category: 'scam', share: 0.005 }] } }).stars).toBe(3);
  });

  it('never leaves a governed address unrated or held back for coverage', () => {
    for (const sources of ['ok', 'failed', 'not_traceable'] as const) {
      expect(assessOf({ sources, labels: [buildLabel()] }).stars).toBe(5);
    }
    const risky = { rows: [{ category: 'sanctions', share: 1 } as const] };
    const outdone = assessOf({ sources: 'failed', incoming: risky, labels: [buildLabel({ category: 'gambling' })] });
    expect(outdone).toMatchObject({ stars: 1, cause: { rule: 'linear', total: 100 } });
    const weakGambling = buildLabel({ category: 'gambling', confidence: 40 });
    expect(assessOf({ labels: [weakGambling] })).toMatchObject({ stars: 3, total: 40 });
  });

  it('lets exposure exceed an identity of tier B, and never one of tier C or D', () => {
    const incoming = { rows: [{ category: 'sanctions', share: 0.5 } as const, licensed(0.5)] };
    const gambling = assessOf({ incoming, labels: [buildLabel({ category: 'gambling' })] });
    expect(gambling).toMatchObject({ total: 90, cause: { rule: 'floor' } });
    expect(gambling.identity?.category).toBe('gambling');
    expect(assessOf({ incoming, labels: [buildLabel({ category: 'bridge' })] })).toMatchObject({ total: 25, stars: 4 });
  });

  it('gives five stars only from 40% clean on', () => {
    const rest = { category: 'unlabelled_service', share: 0.5 } as const;
    const limited = assessOf({ incoming: { rows: [licensed(0.399), rest] } });
    expect(limited).toMatchObject({ stars: 4, cause: { rule: 'limited_coverage' } });
    expect(limited.headline).toBe('Limited data: no risk found. Too little is known for five stars.');
    expect(assessOf({ incoming: { rows: [licensed(0.4), rest] } }).stars).toBe(5);
  });

  it('says low risk, not no risk, when coverage is limited and some risk was found', () => {
    const { headline } = assessOf({ incoming: { rows: [licensed(0.3), { category: 'gambling', share: 0.02 }] } });
    expect(headline).toBe('Limited data: low risk. Too little is known for five stars.');
  });

  it('marks the rows that the deciding rule looked at, and they add up to its cause', () => {
    const { rows, cause } = assessOf({
      incoming: {
        rows: [
          { category: 'scam', entity: 'a', share: 0.02 },
          { category: 'scam', entity: 'b', share: 0.015 },
          { category: 'scam', entity: 'c', share: 0.01, layer: 'indirect' },
          licensed(0.9),
        ],
      },
    });
    if (cause.rule !== 'floor') throw new Error(`expected a floor, got ${cause.rule}`);
    const decisive = rows.filter((row) => row.decisive);
    expect(decisive.map((row) => row.entity)).toEqual(['a', 'b']);
    expect(decisive.reduce((sum, row) => sum + row.share, 0)).toBeCloseTo(cause.share, 12);
    expect(cause).toMatchObject({ total: 65, layer: 'direct', direction: 'bwd' });
  });

  it('marks no weak row when the strong ones decided', () => {
    const { rows, cause } = assessOf({
      incoming: {
        rows: [
          { category: 'scam', entity: 'sure', share: 0.1 },
          { category: 'scam', entity: 'said', share: 0.1, confidence: 40 },
          licensed(0.8),
        ],
      },
    });
    expect(cause).toMatchObject({ rule: 'floor', lowered: false, share: 0.1 });
    expect(rows.filter((row) => row.decisive).map((row) => row.entity)).toEqual(['sure']);
  });

  it('names the floor where it and the linear score are equal', () => {
    const { cause } = assessOf({ incoming: { rows: [{ category: 'gambling', share: 1 }] } });
    expect(cause).toMatchObject({ rule: 'floor', total: 50 });
  });

  it('lets points of rows and residuals add up to the linear score of each direction', () => {
    const { rows, residualPoints, linear } = assessOf({
      incoming: { rows: [{ category: 'gambling', share: 0.15 }, licensed(0.5)], residuals: { not_followed: 0.1 } },
      outgoing: { rows: [{ category: 'coinjoin', share: 0.2, layer: 'indirect' }], residuals: { still_held: 0.3 } },
    });
    for (const [direction, score] of [
      ['bwd', linear.incoming],
      ['fwd', linear.outgoing],
    ] as const) {
      const points = rows.filter((row) => row.direction === direction).map((row) => row.points);
      const sum = [...points, ...Object.values(residualPoints[direction])].reduce((left, right) => left + right, 0);
      expect(sum).toBeCloseTo(score, 5);
    }
  });

  it('passes notes on without letting them touch the score', () => {
    const sketch = { incoming: { rows: [licensed(1)] } };
    const notes = [{ kind: 'burst', text: 'Burst.' } as const];
    const plain = assessOf(sketch);
    expect(assessOf({ ...sketch, notes })).toEqual({ ...plain, notes });
  });

  it('orders labels by strength and rows by group and share', () => {
    const weak = buildLabel({ category: 'scam', confidence: 40 });
    const strong = buildLabel({ category: 'miner' });
    const { labels, rows } = assessOf({
      labels: [weak, strong],
      outgoing: { rows: [licensed(0.3)] },
      incoming: { rows: [licensed(0.6), { category: 'bridge', share: 0.2 }, { category: 'mixer', share: 0.1 }] },
    });
    expect(labels).toEqual([strong, weak]);
    expect(rows.map((row) => `${row.direction} ${row.category}`)).toEqual([
      'bwd mixer',
      'bwd bridge',
      'bwd exchange_licensed',
      'fwd exchange_licensed',
    ]);
  });
});

describe('an assessment', () => {
  it('is the same for the same input, amounts and all', () => {
    const sketch: AssessmentSketch = { incoming: { amount: 2n ** 80n, rows: [licensed(0.5)] } };
    const text = assessmentText(assessOf(sketch));
    expect(text).toBe(assessmentText(assessOf(sketch)));
    expect(JSON.parse(text)).toMatchObject({ methodVersion: '1', rows: [{ amount: (2n ** 79n).toString() }] });
  });
});

describe('method versions', () => {
  it('runs a published version by its name and says so in the result', () => {
    const input = buildAssessmentInput({ incoming: { rows: [licensed(1)] } });
    expect(methodOf('1')(input)).toEqual(assess(input));
    expect(METHOD_VERSIONS).toContain(METHOD_VERSION);
    for (const version of METHOD_VERSIONS) expect(methodOf(version)(input).methodVersion).toBe(version);
  });

  it('refuses a version it does not hold', () => {
    for (const version of ['0', '3', '', 'constructor']) expect(() => methodOf(version)).toThrow(RangeError);
  });
});
