import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import { type ColourToken, DARK, LIGHT } from './tokens.ts';
import { tokensCss } from './tokens-css.ts';

const GROUNDS: readonly ColourToken[] = ['paper', 'sheet', 'sunk'];

/** Text on what it is set on: at least 4.5. */
const TEXT: readonly (readonly [ColourToken, readonly ColourToken[]])[] = [
  ['ink', [...GROUNDS, 'select']],
  ['ink-2', [...GROUNDS, 'select']],
  ['ink-3', GROUNDS],
  ['brass-ink', [...GROUNDS, 'brass-wash']],
  ['low-ink', [...GROUNDS, 'low-wash']],
  ['mid-ink', [...GROUNDS, 'mid-wash']],
  ['high-ink', [...GROUNDS, 'high-wash']],
  ['ink', ['low-wash', 'mid-wash', 'high-wash']],
  ['on-action', ['action', 'action-hover']],
  ['on-plate', ['plate']],
  ['on-plate-2', ['plate']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-plate-brass', ['plate-brass']],
  ['plate', ['on-plate']],
  ['slip-ink', ['slip']],
  ['on-solid', ['solid']],
  ['on-tip', ['tip']],
  ['slip-ink-2', ['slip']],
];

/** Marks, control borders and focus rings on what they stand on: at least 3. */
const GRAPHICS: readonly (readonly [ColourToken, readonly ColourToken[]])[] = [
  ['line-strong', GROUNDS],
  ['brass', GROUNDS],
  ['low', GROUNDS],
  ['mid', ['paper', 'sheet']],
  ['high', GROUNDS],
  ['none', GROUNDS],
  ['focus', [...GROUNDS, 'select']],
  ['plate-brass', ['plate']],
  ['slip-line', ['slip']],
  ['slip-brass', ['slip']],
  ['slip-high', ['slip']],
  ['slip-mid', ['slip']],
  ['slip-low', ['slip']],
];

function pairs(list: readonly (readonly [ColourToken, readonly ColourToken[]])[]) {
  return list.flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('tokens, %s', (_theme, colours) => {
  it.each(pairs(TEXT))('set %s on %s readable as text', (front, ground) => {
    expect(contrastOf(colours[front], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(GRAPHICS))('show %s on %s as a shape', (front, ground) => {
    expect(contrastOf(colours[front], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

describe('tokens', () => {
  it('are the only place that names a colour', () => {
    const sheets = ['../styles/', '../../../../apps/web/app/styles/'].flatMap((folder) =>
      readdirSync(new URL(folder, import.meta.url))
        .filter((name) => name.endsWith('.css') && name !== 'tokens.css')
        .map((name) => new URL(folder + name, import.meta.url)),
    );
    expect(sheets.length).toBeGreaterThan(30);
    for (const sheet of sheets) {
      const named = readFileSync(sheet, 'utf8').match(/#[0-9a-f]{3,8}\b(?![^"]*")|\b(?:rgb|hsl|oklch)a?\(/gi);
      expect(named, sheet.pathname).toBeNull();
    }
  });

  it('are what the style sheet says', () => {
    expect(readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')).toBe(tokensCss());
  });

  it('measure contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBe(21);
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(() => contrastOf('black', '#FFFFFF')).toThrow(RangeError);
  });
});
