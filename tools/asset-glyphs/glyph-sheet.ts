import { ASSETS } from '@assay/domain';
import { type AssetGlyph, glyphOf } from './glyph-of.ts';

/** The committed sheet, which the site and the report are drawn from. */
export const SHEET = new URL('../../packages/figures/assets/asset-glyphs.svg', import.meta.url);

const NOTICE = `<!-- Written by npm run glyphs. Drawings: cryptocurrency-icons (CC0-1.0), @web3icons/core (MIT, (c) 0xa3k5), and letters of our own; see LICENSES.md beside this file. -->`;

/** The sheet that the icon packages give for the catalogue: one symbol a ticker, each on a line. */
export async function glyphSheet(): Promise<string> {
  const symbols: string[] = [];
  for (const ticker of new Set(ASSETS.map((asset) => asset.ticker)))
    symbols.push(symbolOf(ticker, await glyphOf(ticker)));
  return `${NOTICE}\n<svg xmlns="http://www.w3.org/2000/svg"><title>Asset glyphs</title>\n${symbols.join('\n')}</svg>\n`;
}

function symbolOf(ticker: string, { source, markup }: AssetGlyph): string {
  return `<symbol id="${ticker}" viewBox="0 0 32 32" data-source="${source}">${markup}</symbol>`;
}
