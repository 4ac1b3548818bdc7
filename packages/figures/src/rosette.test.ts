import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { layMicroText } from './micro-text.ts';
import { drawRosette, drawRosetteSectors, engraveRosette } from './rosette.ts';
import { planRosette, ROSETTE_VERSION } from './rosette-plan.ts';

function digest(id: string): string {
  const paths = drawRosette(id).bands.flatMap((band) => band.paths);
  return createHash('sha256').update(paths.join('\n')).digest('hex');
}

describe('drawRosette, version 1', () => {
  // A changed digest means that every certificate ever issued would change its face. Add a version instead.
  it.each([
    ['7f3a91c2e4b8', '6186b8154a5b1190cf1d88115957ac9b768fb04fe0246caed9d4387ed6037479'],
    ['c04d18aa72f1', '2c6aef996bb64dc4a0d1f1b79622e4b739333f76ea05163ce467b570b4ae4154'],
    ['33aa0f7c1e62', 'd85753730333722326eae75671e16bf95804f8e891591fbbbb717c1536748e80'],
    ['1b9e6620d3c7', 'a3897ea3d019b5d06e78c5dc729d63f73fd1f69978b438bf23951da381e5b3ad'],
    ['', '67024e079dada49d548ce43cb331881466fb1a52dbab6ffb1df3a4808a67b85d'],
  ])('draws the report %s as it always did', (id, expected) => {
    expect(ROSETTE_VERSION).toBe(1);
    expect(digest(id)).toBe(expected);
  });

  it.each([1, 2, 3, 4] as const)(
    'is the same at stage %d when it is drawn band by band, from the core outwards',
    (stage) => {
      const parts = [...engraveRosette('7f3a91c2e4b8', { stage, withMicroText: true })];
      const whole = drawRosette('7f3a91c2e4b8', { stage, withMicroText: true });
      expect(parts.at(-1)).toEqual(whole);
      expect(parts.map(({ bands }) => bands)).toEqual(whole.bands.map((_, last) => whole.bands.slice(0, last + 1)));
      expect(parts.slice(0, -1).every(({ rings }) => rings.length === 0)).toBe(true);
    },
  );

  it('draws the same for upper and lower case', () => {
    expect(digest('7F3A91C2E4B8')).toBe(digest('7f3a91c2e4b8'));
  });

  it('draws another figure for another id', () => {
    const digests = new Set(Array.from({ length: 200 }, (_, index) => JSON.stringify(planRosette(`report-${index}`))));
    expect(digests.size).toBe(200);
  });

  it('engraves core, lace, rim and rings stage by stage', () => {
    const stages = ([1, 2, 3, 4] as const).map((stage) => drawRosette('7f3a91c2e4b8', { stage }));
    expect(stages.map((drawing) => [drawing.bands.length, drawing.rings.length])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 2],
    ]);
  });

  it('never gives core and lace the same number of lobes', () => {
    for (let index = 0; index < 500; index++) {
      const plan = planRosette(`id-${index}`);
      expect(plan.core.lobes).not.toBe(plan.lace.lobes);
    }
  });

  it('closes the rim with whole repeats of the micro text', () => {
    const line = layMicroText('ASSAY 7f3a91c2e4b8 BTC 2026-11-20');
    expect(line.text).toMatch(/^(ASSAY\u00a07f3a91c2e4b8\u00a0BTC\u00a02026-11-20\u00a0·\u00a0){8}$/);
    expect(line.repeats).toBe(8);
    expect(layMicroText('x'.repeat(400))).toMatchObject({ text: expect.stringMatching(/^.{403}$/), repeats: 1 });
  });

  it.each(['7f3a91c2e4b8', 'c04d18aa72f1', ''])(
    'is its sectors, each turned as often as its band has lobes: %s',
    (id) => {
      const whole = drawRosette(id, { withMicroText: true });
      const parts = drawRosetteSectors(id, { withMicroText: true });
      expect({ ...parts, bands: [] }).toEqual({ ...whole, bands: [] });
      for (const [index, { sectors, paths, turnDegrees }] of parts.bands.entries()) {
        const band = whole.bands[index];
        expect(turnDegrees).toBe(band?.turnDegrees);
        for (const [strand, path] of paths.entries()) {
          const turned = Array.from({ length: sectors }, (_, turn) =>
            turnedPoints(path, (2 * Math.PI * turn) / sectors),
          );
          // The first point of a sector is the last one of the sector before it.
          const points = turned.flatMap((sector, turn) => (turn === 0 ? sector : sector.slice(1)));
          const expected = turnedPoints(band?.paths[strand] ?? '', 0);
          expect(points).toHaveLength(expected.length);
          const distances = points.map(([x, y], at) =>
            Math.hypot(x - (expected[at]?.[0] ?? NaN), y - (expected[at]?.[1] ?? NaN)),
          );
          expect(Math.max(...distances)).toBeLessThan(0.02);
        }
      }
    },
  );
});

function turnedPoints(path: string, angle: number): (readonly [number, number])[] {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Array.from({ length: numbers.length / 2 }, (_, index) => {
    const [x = NaN, y = NaN] = numbers.slice(index * 2, index * 2 + 2);
    return [x * cos - y * sin, x * sin + y * cos] as const;
  });
}
