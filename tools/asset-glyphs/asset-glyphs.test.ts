import { readFileSync } from 'node:fs';
import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { glyphSheet, SHEET } from './glyph-sheet.ts';

describe('the committed sheet of asset glyphs', () => {
  const sheet = readFileSync(SHEET, 'utf8');

  it('is what the icon packages give for the catalogue: after a change, run npm run glyphs', async () => {
    expect(sheet).toBe(await glyphSheet());
  });

  it('has one glyph for each ticker of the catalogue', () => {
    const drawn = [...sheet.matchAll(/<symbol id="(\w+)"/g)].map(([, ticker]) => ticker);
    expect(drawn).toEqual([...new Set(ASSETS.map((asset) => asset.ticker))]);
  });
});
