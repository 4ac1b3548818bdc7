import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fileFor } from '../src/fonts/faces.ts';
import { widthOf, wrapText } from '../src/fonts/measure.ts';
import { printable } from '../src/fonts/printable.ts';
import { renderReport } from '../src/index.ts';
import { previewSvg } from '../src/preview/preview-svg.ts';
import { STYLE } from '../src/styles.ts';
import { hasPoppler, textOf } from './poppler.ts';
import { directionOf, inputOf, resultOf, rowOf } from './report-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const HOSTILE = [
  ['right to left', 'שלום עולם', '[U+05E9 U+05DC'],
  ['a direction override', 'safe\u202eexe.fdp', 'safe[U+202E]exe.fdp'],
  ['emoji with joiners', 'Exchange 👩‍👩‍👧', 'Exchange [U+1F469 U+200D'],
  ['control characters', 'a\u0000b\u0007c', 'a[U+0000]b[U+0007]c'],
  ['a line separator', 'a\u2028b', 'a[U+2028]b'],
  ['stacked marks', `z${'\u0336'.repeat(3)}`, 'z[U+0336 U+0336 U+0336]'],
  ['a lone surrogate', 'a\ud800b', 'a[U+D800]b'],
  ['Chinese', '币安', '[U+5E01 U+5B89]'],
  ['our own arrow', 'a → b', 'a [U+2192] b'],
  ['a zero-width space', 'Bin\u200bance', 'Bin[U+200B]ance'],
] as const;

describe('text of anybody', () => {
  it.each(HOSTILE)('%s is shown for what it is', (_name, text, shown) => {
    expect(printable(text, 'sans')).toContain(shown);
  });

  it.each([
    ['Söhne & Łódź Ąžūolas', 'Söhne & Łódź Ąžūolas'],
    ['Биржа', 'Биржа'],
    ['line\nbreak\ttab', 'line break tab'],
    ['', ''],
  ])('%j needs no codes', (text, shown) => {
    expect(printable(text, 'sans')).toBe(shown);
  });

  it('says how much of a very long text it leaves out', () => {
    expect(printable('x'.repeat(300), 'sans', 240)).toBe(`${'x'.repeat(240)}… (60 more)`);
    expect(printable('\u{1f600}'.repeat(300), 'sans', 240)).toMatch(/^\[U\+1F600.*\]… \(\d+ more\)$/);
  });

  it('holds only what a font draws, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const shown = printable(text, 'mono');
        expect(shown).not.toMatch(/[\p{C}\p{M}\u2028\u2029]/u);
        expect(Array.from(shown).filter((character) => fileFor('mono', character) === null)).toEqual([]);
      }),
    );
  });

  it('is broken into lines that fit, and loses nothing but spaces at their ends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
        const shown = printable(text, 'sans');
        const lines = wrapText(shown, STYLE.cell, width);
        for (const line of lines) expect(widthOf(line, STYLE.cell)).toBeLessThanOrEqual(width + 0.01);
        expect(lines.join('').replaceAll(' ', '')).toBe(shown.replaceAll(' ', ''));
      }),
    );
  });
});

describe.skipIf(!hasPoppler)('a report full of hostile names', () => {
  const rows = HOSTILE.map(([, text], index) => rowOf('scam', 0.1, 2, `${index} ${text}`));
  const result = resultOf({
    incoming: directionOf([...rows, rowOf('mixer', 0.001, 2, 'W'.repeat(300))]),
    address: `\u202e${'A'.repeat(300)}`,
    issuer: { product: 'Ассай\u202e 💥', url: 'https://assay.example.org' },
    texts: { ...resultOf().texts, headline: '👾. \u202e!', text: 'x'.repeat(2_000) },
    asset: { ...resultOf().asset, ticker: 'A\u0000"/>', name: '</svg>'.repeat(30), parent: '\u202e'.repeat(9) },
  });

  it('is laid out, and none of them reorders or hides anything in it', () => {
    const text = textOf(renderReport(inputOf(result)).pdf);
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain('U+202E');
    expect(text).toContain('Why this score');
  });

  it('makes no picture that carries any of it as markup', () => {
    const svg = previewSvg(result);
    expect(svg).not.toContain('</svg></svg>');
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    expect(svg).not.toMatch(/<(text|script|image|use|foreignObject)/);
  });
});
