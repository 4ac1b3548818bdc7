import { globSync, readFileSync } from 'node:fs';
import { type ColourToken, DARK, LIGHT } from '@assay/figures';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import { tokenCopies } from './token-copies.ts';

const ROOT = new URL('../../../../', import.meta.url);
/** What people see is made here. */
const SOURCES = [
  'packages/*/{src,tools}/**/*.{ts,tsx,css,svg}',
  'apps/{server,bot}/src/**/*.ts',
  'apps/web/{app,tools,public}/**/*.{ts,tsx,css,svg}',
];
/** A hash with hexadecimal digits, a colour function, or a property with a colour's name. */
const COLOUR =
  /(?<![\w&.#/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w(-])|\b(?:rgb|hsl|oklch|lab|lch)a?\(|\b(?:color|background|fill|stroke)\s*[:=]\s*["']?(?:white|black|gr[ae]y|red|green|blue|orange|yellow|gold|silver)\b/gi;

function coloursIn(text: string): readonly string[] {
  // Comments colour nothing.
  return text.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '').match(COLOUR) ?? [];
}

function isExempt(file: string): boolean {
  return (
    file === 'packages/ui/src/tokens/tokens.ts' ||
    file === 'packages/figures/src/colours.ts' ||
    Object.hasOwn(tokenCopies(), file) ||
    // Made at the build, from files that are read here.
    file.startsWith('apps/web/app/generated/') ||
    file.startsWith('apps/web/public/icons/') ||
    // Pages of other companies, drawn so that nobody takes them for ours.
    /^packages\/(?:testkit|stand-ins)\//.test(file) ||
    /\.test\.tsx?$/.test(file)
  );
}

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

/** Marks, control borders and focus rings on their backgrounds: at least 3. */
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
  it('are the only place that names a colour, but for the files generated from them', () => {
    const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !isExempt(file));
    expect(files.length).toBeGreaterThan(1000);
    const named = files.flatMap((file) =>
      coloursIn(readFileSync(new URL(file, ROOT), 'utf8')).map((one) => `${file}: ${one}`),
    );
    expect(named).toEqual([]);
  });

  it('are found where a text names a colour, and nowhere else', () => {
    for (const text of [
      'color: #14181f',
      "'#FFF'",
      'fill="#a88a4a80"',
      'rgb(20 24 31 / 4%)',
      'oklch(1 0 0)',
      'color:white',
    ]) {
      expect(coloursIn(text), text).toHaveLength(1);
    }
    for (const text of [
      '&#123;',
      'this.#add(one)',
      '#add(one)',
      'href="#faq"',
      '/method#5-labels',
      ' * contrastOf("#000000")',
      'color: var(--ink)',
    ]) {
      expect(coloursIn(text), text).toEqual([]);
    }
  });

  it.each(Object.entries(tokenCopies()))('are what %s says', (file, content) => {
    expect(readFileSync(new URL(file, ROOT), 'utf8')).toBe(content);
  });

  it('measure contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBe(21);
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(() => contrastOf('black', '#FFFFFF')).toThrow(RangeError);
  });
});
