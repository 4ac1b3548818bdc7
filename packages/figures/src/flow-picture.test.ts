import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FlowBand, type FlowPictureCategory, type FlowPictureSizes, layFlowPicture } from './flow-picture.ts';

const SIZES: FlowPictureSizes = { width: 860, height: 240, line: 18, gap: 10, bar: 8, label: 260, wallet: 'left' };

const shareOf = fc.double({ min: 1e-6, max: 1, noNaN: true });
const categories: fc.Arbitrary<readonly FlowPictureCategory[]> = fc
  .array(
    fc.record({
      group: fc.constantFrom('high', 'mid', 'low', 'none'),
      parts: fc.array(shareOf, { maxLength: 4 }),
      alone: shareOf,
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((all) =>
    all.map(({ group, parts, alone }, index) => ({
      id: `category-${index}`,
      group,
      share: parts.length === 0 ? alone : parts.reduce((sum, part) => sum + part, 0),
      entities: parts.map((share, at) => ({ id: `entity-${at}`, share })),
    })),
  );
const walletSides = fc.constantFrom('left' as const, 'right' as const);

/** Pieces of a column from the top: each ends before the next one begins. */
function expectApart(pieces: readonly (readonly [top: number, bottom: number])[]): void {
  for (const [index, [top]] of pieces.entries()) {
    if (index > 0) expect(top).toBeGreaterThanOrEqual((pieces[index - 1]?.[1] ?? 0) - 1e-6);
  }
}

/** The upper edge of a band at its two ends, as its path says. */
function edgesOf(path: string): readonly [number, number, number, number] {
  const [x0 = 0, y0 = 0, , , , , x1 = 0, y1 = 0] = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return [x0, y0, x1, y1];
}

describe('layFlowPicture', () => {
  it('draws bands of a level that add up to the whole, as thick as their share at both ends', () => {
    fc.assert(
      fc.property(categories, walletSides, (given, wallet) => {
        const { bands } = layFlowPicture(given, { ...SIZES, wallet });
        for (const level of levelsOf(bands)) {
          expect(level.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
          expect(level.reduce((sum, { thickness }) => sum + thickness, 0)).toBeCloseTo(SIZES.height, 6);
          for (const { share, thickness } of level) expect(thickness).toBeCloseTo(share * SIZES.height, 6);
        }
      }),
    );
  });

  it('lets no two bars and no two lines of text of a column overlap, and nothing leave the drawing', () => {
    fc.assert(
      fc.property(categories, walletSides, (given, wallet) => {
        const picture = layFlowPicture(given, { ...SIZES, wallet });
        for (const kind of ['wallet', 'category', 'end'] as const) {
          const column = picture.bars.filter((bar) => bar.kind === kind);
          expectApart(column.map(({ y, height }) => [y, y + height]));
          for (const { x, y, width, height } of column) {
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6);
            expect(x + width).toBeLessThanOrEqual(picture.width + 1e-6);
            expect(y + height).toBeLessThanOrEqual(picture.height + 1e-6);
          }
        }
        expectApart(picture.lines.map(({ y }) => [y - SIZES.line / 2, y + SIZES.line / 2]));
        const ends = picture.bars.filter(({ kind }) => kind === 'end');
        for (const { x, width } of ends) {
          const isOutside = x + width <= picture.text.left || x >= picture.text.right;
          expect(isOutside).toBe(true);
        }
      }),
    );
  });

  it('lets no two bands cross', () => {
    fc.assert(
      fc.property(categories, (given) => {
        const { bands } = layFlowPicture(given, SIZES);
        for (const level of levelsOf(bands)) {
          for (const [index, { path, thickness }] of level.entries()) {
            const next = level[index + 1];
            if (next === undefined) continue;
            // Both edges ease alike, so that what is in order at both ends is in order between them.
            const [own, following] = [edgesOf(path), edgesOf(next.path)];
            expect(own[1] + thickness).toBeLessThanOrEqual(following[1] + 0.02);
            expect(own[3] + thickness).toBeLessThanOrEqual(following[3] + 0.02);
          }
        }
      }),
    );
  });

  it('mirrors the drawing for money that comes', () => {
    const given: readonly FlowPictureCategory[] = [{ id: 'miner', group: 'low', share: 1, entities: [] }];
    const [left, right] = [layFlowPicture(given, SIZES), layFlowPicture(given, { ...SIZES, wallet: 'right' })];
    expect(left.bars[0]).toMatchObject({ kind: 'wallet', x: 0 });
    expect(right.bars[0]).toMatchObject({ kind: 'wallet', x: SIZES.width - SIZES.bar });
    expect(right.text).toEqual({ left: 0, right: SIZES.width - left.text.left });
  });

  it('draws nothing of nothing, and refuses shares that are none', () => {
    expect(layFlowPicture([], SIZES)).toMatchObject({ bars: [], bands: [], lines: [] });
    for (const share of [0, -1, Number.NaN]) {
      expect(() => layFlowPicture([{ id: 'a', group: 'low', share, entities: [] }], SIZES)).toThrow(RangeError);
    }
    const wrong = { id: 'a', group: 'low', share: 1, entities: [{ id: 'b', share: 0.5 }] } as const;
    expect(() => layFlowPicture([wrong], SIZES)).toThrow(/add up to 1, got 0.5/);
  });
});

function levelsOf(bands: readonly FlowBand[]): readonly (readonly FlowBand[])[] {
  return (['category', 'end'] as const).map((level) => bands.filter((band) => band.level === level));
}
