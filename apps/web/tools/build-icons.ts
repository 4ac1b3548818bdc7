import { mkdir, writeFile } from 'node:fs/promises';
import { ASSETS } from '@assay/domain';
import { type AssetGlyph, glyphOf } from './asset-glyphs.ts';

/**
 * Takes the glyphs of the listed assets, and of no other, out of the icon packages: one file a
 * ticker for the pages that name it, which is the favicon of its asset page too (`public/icons`), and one sheet for the
 * lists of all of them (`app/generated/assets.svg`). Fails when a
 * catalogue entry is left without a glyph.
 */
const tickers = [...new Set(ASSETS.map((asset) => asset.ticker))];
const glyphs = new Map<string, AssetGlyph>();
for (const ticker of tickers) glyphs.set(ticker, await glyphOf(ticker));

const root = new URL('../', import.meta.url);
await mkdir(new URL('app/generated/', root), { recursive: true });
await mkdir(new URL('public/icons/', root), { recursive: true });

const symbols = [...glyphs].map(
  ([ticker, glyph]) => `<symbol id="${ticker}" viewBox="0 0 32 32">${glyph.markup}</symbol>`,
);
const sheet = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`;
await writeFile(new URL('app/generated/assets.svg', root), sheet);

const theme =
  '<style>svg{fill:#14181f;--cut:#fdfcf9}@media (prefers-color-scheme:dark){svg{fill:#efeadf;--cut:#131921}}</style>';
for (const [ticker, glyph] of glyphs) {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${theme}<g id="g">${glyph.markup}</g></svg>\n`;
  await writeFile(new URL(`public/icons/${ticker.toLowerCase()}.svg`, root), file);
}

const missing = ASSETS.filter((asset) => !sheet.includes(`<symbol id="${asset.ticker}"`));
if (missing.length > 0) {
  throw new Error(`Assets without a glyph: ${missing.map((asset) => asset.ticker).join(', ')}`);
}
const letters = [...glyphs].flatMap(([ticker, glyph]) => (glyph.source === 'letters' ? [ticker] : []));
process.stdout.write(
  `${glyphs.size} glyphs for ${ASSETS.length} assets, ${letters.length} of our own letters: ${letters.join(', ')}\n`,
);
