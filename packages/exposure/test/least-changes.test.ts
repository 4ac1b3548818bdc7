/** What would change the stars (docs/method/2, section 6.10), decided again on the whole changed input. */
import { CATEGORIES, type Stars } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastChanges } from '../src/change/least-changes.ts';
import type { ShareChange } from '../src/change/least-share.ts';
import { RULES_OF_METHOD_2, rulesOfMethod1 } from '../src/change/rules.ts';
import { STEPS } from '../src/change/steps.ts';
import { type AssessmentInput, type DirectionExposure, METHOD_REVISION } from '../src/index.ts';
import type { ExposureRow } from '../src/walk/exposure.ts';
import { FALLING, inputs, inputsOfOnePath, RISING } from './least-cases.ts';

const { REFERENCE_RUNS = '150' } = process.env;
const numRuns = Number(REFERENCE_RUNS);

const SIDES = { bwd: 'incoming', fwd: 'outgoing' } as const;
type Name = Pick<ShareChange, 'direction' | 'category' | 'layer'>;

/** A share at another value, spelled out: what it loses is money of a licensed exchange; what it gains, others lose. */
function again(input: AssessmentInput, { direction, category, layer }: Name, value: number): AssessmentInput {
  const exposure = input[SIDES[direction]];
  const isMeant = (row: ExposureRow) => row.category === category && row.layer === layer;
  const isKnownOrdinary = (row: ExposureRow) => ['C', 'D'].includes(CATEGORIES[row.category].tier);
  const residual = category === 'unknown_origin' || category === 'not_followed' ? category : null;
  const now = residual === null ? sumOf(exposure.rows.filter(isMeant)) : exposure.residuals[residual];
  const change = value - now;
  const { unknown_origin, not_followed } = exposure.residuals;
  const givers = sumOf(exposure.rows.filter(isKnownOrdinary)) + unknown_origin + not_followed;
  const left = change > 0 ? 1 - change / givers : 1;
  const factorOf = (row: ExposureRow) => (isMeant(row) ? value / now : isKnownOrdinary(row) ? left : 1);
  const [first] = input.incoming.rows.concat(input.outgoing.rows);
  const known: readonly ExposureRow[] =
    change < 0 && first !== undefined
      ? [{ ...first, ...explainedBy(-change) }]
      : change < 0
        ? [{ ...EMPTY_ROW, ...explainedBy(-change) }]
        : [];
  const changed: DirectionExposure = {
    ...exposure,
    rows: [...exposure.rows.map((row) => scaled(row, factorOf(row))), ...known],
    residuals: {
      ...exposure.residuals,
      unknown_origin: residual === 'unknown_origin' ? value : unknown_origin * left,
      not_followed: residual === 'not_followed' ? value : not_followed * left,
    },
  };
  return { ...input, [SIDES[direction]]: changed };
}

const EMPTY_ROW: Omit<ExposureRow, 'category' | 'layer' | 'share'> = {
  ...{ entity: 'known', amount: 0n, minHops: 2, labels: [], beforeDesignation: 0, strongShare: 0 },
  ...{ firstTime: 0, lastTime: 0, paths: [] },
};

function explainedBy(share: number) {
  const layer = 'indirect' as const;
  return {
    category: 'exchange_licensed' as const,
    entity: 'known',
    layer,
    share,
    strongShare: share,
    beforeDesignation: 0,
  };
}

function scaled(row: ExposureRow, factor: number): ExposureRow {
  const { share, strongShare, beforeDesignation } = row;
  return {
    ...row,
    share: share * factor,
    strongShare: strongShare * factor,
    beforeDesignation: beforeDesignation * factor,
  };
}

function sumOf(rows: readonly ExposureRow[]): number {
  return rows.reduce((sum, row) => sum + row.share, 0);
}

/** Every share that may fall, of both directions. */
function namesOf(input: AssessmentInput): readonly Name[] {
  return (['bwd', 'fwd'] as const).flatMap((direction) => [
    ...input[SIDES[direction]].rows
      .filter(({ category }) => CATEGORIES[category].weight > 0)
      .map(({ category, layer }) => ({ direction, category, layer })),
    ...(['unknown_origin', 'not_followed'] as const).map((category) => ({ direction, category, layer: null })),
  ]);
}

function shareIn(input: AssessmentInput, { direction, category, layer }: Name): number {
  const { rows, residuals } = input[SIDES[direction]];
  if (category === 'unknown_origin' || category === 'not_followed') return residuals[category];
  return sumOf(rows.filter((row) => row.category === category && row.layer === layer));
}

const amountOf = (input: AssessmentInput, { direction }: Pick<Name, 'direction'>, share: number) =>
  share * Number(input[SIDES[direction]].amount);

describe.each([
  { version: '1', rules: rulesOfMethod1(METHOD_REVISION) },
  { version: '2', rules: RULES_OF_METHOD_2 },
])('the smallest change by version $version', { timeout: 900_000 }, ({ rules }) => {
  const { starsOf } = rules;

  it('of a share is what the rules give when they are asked again, and a step less is not enough', () => {
    const met = { falls: 0, rises: 0 };
    fc.assert(
      fc.property(inputs, (input) => {
        const stars = starsOf(input);
        const { share: found } = leastChanges(input, rules, stars);
        if (found === null) return;
        const falls = found.to < found.share;
        met[falls ? 'falls' : 'rises'] += 1;
        expect(found.share).toBeCloseTo(shareIn(input, found), 12);
        const step = Math.round(found.to * STEPS);
        const [enough, less] = falls ? [step, step + 1] : [step, step - 1];
        expect(starsOf(again(input, found, enough / STEPS))).toBe(found.stars);
        if (falls) {
          expect(found.stars).toBeGreaterThan(stars);
          if (less / STEPS < found.share) expect(starsOf(again(input, found, less / STEPS))).toBeLessThanOrEqual(stars);
        } else {
          expect(found.stars).toBeLessThan(stars);
          if (less / STEPS > found.share) expect(starsOf(again(input, found, less / STEPS))).toBe(stars);
        }
      }),
      { numRuns: numRuns * 2, examples: [[FALLING], [RISING]] },
    );
    expect(Math.min(met.falls, met.rises)).toBeGreaterThan(0);
  });

  it('of a share is the smallest of all: no other value of any share is nearer and enough', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
        (input, parts) => {
          const stars = starsOf(input);
          if (stars === 5) return;
          const { share: found } = leastChanges(input, rules, stars);
          const least = found === null ? Infinity : amountOf(input, found, found.share - found.to);
          for (const name of namesOf(input)) {
            const value = shareIn(input, name);
            for (const part of parts) {
              const step = Math.floor(value * part * STEPS);
              const amount = amountOf(input, name, value - step / STEPS);
              if (step / STEPS >= value || amount >= least * (1 - 1e-9)) continue;
              expect(
                starsOf(again(input, name, step / STEPS)),
                `${JSON.stringify(name)} at ${step}`,
              ).toBeLessThanOrEqual(stars);
            }
          }
        },
      ),
      { numRuns },
    );
  });

  it('of a path is the smallest path whose share, were it ordinary, is enough', () => {
    let met = 0;
    fc.assert(
      fc.property(fc.oneof(inputs, inputsOfOnePath), (input) => {
        const stars = starsOf(input);
        if (stars === 5) return;
        const { path: found } = leastChanges(input, rules, stars);
        met += found === null ? 0 : 1;
        let smallest = Infinity;
        let enough: readonly Stars[] = [];
        for (const direction of ['bwd', 'fwd'] as const) {
          const exposure = input[SIDES[direction]];
          for (const row of exposure.rows) {
            for (const path of row.paths) {
              const rows = exposure.rows.map((one) => (one === row ? scaled(one, 1 - path.share / one.share) : one));
              const known = { ...row, ...explainedBy(path.share) };
              const changed = { ...input, [SIDES[direction]]: { ...exposure, rows: [...rows, known] } };
              const then = starsOf(changed);
              const amount = amountOf(input, { direction }, path.share);
              if (then <= stars || amount > smallest) continue;
              // Of equal ones, which may give different stars, the method page says which counts.
              enough = amount === smallest ? [...enough, then] : [then];
              smallest = amount;
            }
          }
        }
        expect(found === null ? Infinity : amountOf(input, found, found.share)).toBe(smallest);
        if (found !== null) expect(enough).toContain(found.stars);
      }),
      { numRuns: numRuns * 2, examples: [[FALLING]] },
    );
    expect(met).toBeGreaterThan(0);
  });
});
