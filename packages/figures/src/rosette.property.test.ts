import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layMicroText } from './micro-text.ts';
import { drawRosette } from './rosette.ts';
import { planRosette, ROSETTE_VERSION } from './rosette-plan.ts';

const checkId = fc.stringMatching(/^[0-9a-f]{32}$/);
const anyId = fc.oneof(checkId, fc.string({ maxLength: 60 }));
const RUNS = { numRuns: 60 };

/** End points of the curves of a path. */
function pointsOf(path: string): { x: number; y: number }[] {
  const numbers = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [x = Number.NaN, y = Number.NaN, ...curves] = numbers;
  const ends = [{ x, y }];
  for (let at = 4; at + 1 < curves.length; at += 6) {
    ends.push({ x: curves[at] ?? Number.NaN, y: curves[at + 1] ?? Number.NaN });
  }
  return ends;
}

describe('the rosette of any id', () => {
  it('is the same whenever and however often it is drawn, in either case', () => {
    fc.assert(
      fc.property(checkId, (id) => {
        const drawn = (given: string, version?: number) =>
          JSON.stringify(drawRosette(given, version === undefined ? {} : { version }));
        const drawing = drawn(id);
        expect(drawn(id) === drawing).toBe(true);
        expect(drawn(id.toUpperCase()) === drawing).toBe(true);
        expect(drawn(id, ROSETTE_VERSION) === drawing).toBe(true);
        expect(drawRosette(id).version).toBe(ROSETTE_VERSION);
      }),
      { numRuns: 8 },
    );
  });

  it('differs from that of another id', () => {
    fc.assert(
      fc.property(checkId, checkId, (one, other) => {
        fc.pre(one !== other);
        expect(planRosette(one)).not.toEqual(planRosette(other));
      }),
      RUNS,
    );
  });

  it('is closed, finite, and stays inside its rings', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const { bands, rings } = drawRosette(id);
        const inner = Math.min(...rings.map((ring) => ring.radius));
        for (const path of bands.flatMap((band) => band.paths)) {
          expect(path.startsWith('M') && path.endsWith('Z')).toBe(true);
          // NaN is beyond every ring, too.
          const beyond = pointsOf(path).find(({ x, y }) => !(Math.hypot(x, y) <= inner));
          expect(beyond).toBeUndefined();
        }
      }),
      { numRuns: 8 },
    );
  });

  it('is mirror symmetric, its bands seated one on the other', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const { core, lace, rim } = planRosette(id);
        for (const band of [core, lace, rim]) {
          expect([0, Math.PI]).toContain(band.lag);
          expect(band.waves % band.lobes).toBe(0);
        }
        expect(core.radius).toBeGreaterThan(0);
        expect(core.radius).toBeLessThan(lace.radius);
        expect(lace.radius).toBeLessThan(rim.radius);
        expect(core.lobes).not.toBe(lace.lobes);
      }),
      RUNS,
    );
  });

  it('engraves stage by stage what the last stage shows', () => {
    fc.assert(
      fc.property(checkId, fc.constantFrom(1, 2, 3, 4), (id, stage) => {
        const whole = drawRosette(id);
        const part = drawRosette(id, { stage });
        expect(JSON.stringify(part.bands) === JSON.stringify(whole.bands.slice(0, Math.min(stage, 3)))).toBe(true);
        expect(part.rings).toEqual(stage === 4 ? whole.rings : []);
      }),
      { numRuns: 8 },
    );
  });

  it('closes its rim with whole repeats of the text', () => {
    fc.assert(
      fc.property(checkId, (id) => {
        const line = `ASSAY ${id} BTC 2026-11-20`;
        const { text, lengthUnits } = layMicroText(line);
        const unit = `${line} · `.replaceAll(' ', '\u00a0');
        expect(text).toBe(unit.repeat(text.length / unit.length));
        expect(lengthUnits).toBeLessThan(2 * Math.PI * 199);
      }),
      RUNS,
    );
  });

  it('knows no version that never was', () => {
    for (const version of [0, 2, 1.5, Number.NaN]) {
      expect(() => drawRosette('a', { version })).toThrow(RangeError);
    }
  });
});
