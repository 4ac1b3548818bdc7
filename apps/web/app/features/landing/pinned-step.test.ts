import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAST_SLIDE_DELAY_MS, PINNED_MEDIA, SLIDE_BREAKPOINTS_PX, slideAt } from './pinned-step.ts';

describe('slideAt', () => {
  const HEIGHT = 3000;
  const WINDOW = 1000;

  it.each([
    [500, 0],
    [0, 0],
    [-499, 0],
    [-500, 1],
    [-999, 1],
    [-1000, 2],
    [-1500, 3],
    [-2000, 3],
    [-9000, 3],
  ])('with the track at %d px shows slide %d', (top, slide) => {
    expect(slideAt({ top, height: HEIGHT }, WINDOW, 4)).toBe(slide);
  });

  it('stays at the first where there is nothing to scroll through', () => {
    expect(slideAt({ top: -50, height: 900 }, WINDOW, 4)).toBe(0);
  });
});

it('[LAND-04] holds the last slide back for 700 ms', () => {
  expect(LAST_SLIDE_DELAY_MS).toBe(700);
});

it('[LAND-05] changes at 1038, 769 and 545 px, in the style sheet too', () => {
  expect(SLIDE_BREAKPOINTS_PX).toEqual([1038, 769, 545]);
  const css = readFileSync(new URL('./how-it-works.css', import.meta.url), 'utf8');
  for (const width of SLIDE_BREAKPOINTS_PX) expect(css).toContain(`(max-width: ${width}px)`);
  expect(PINNED_MEDIA).toContain('(min-width: 770px)');
  expect(css).toContain(`${PINNED_MEDIA} and (scripting: enabled)`);
});
