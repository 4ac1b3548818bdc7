import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DARK, LIGHT } from '@assay/figures';

/**
 * Cuts the sheet of asset glyphs into one file a ticker (`public/icons`), for the pages that name a few of them; each is
 * the favicon of its asset page too. Lists of all assets use the sheet itself.
 */
const sheet = await readFile(fileURLToPath(import.meta.resolve('@assay/figures/asset-glyphs.svg')), 'utf8');
const folder = new URL('../public/icons/', import.meta.url);
await mkdir(folder, { recursive: true });

const theme = `<style>svg{fill:${LIGHT.ink};--cut:${LIGHT.sheet}}@media (prefers-color-scheme:dark){svg{fill:${DARK.ink};--cut:${DARK.sheet}}}</style>`;
const symbols = [...sheet.matchAll(/<symbol id="(\w+)"[^>]*>(.*)<\/symbol>/g)];
if (symbols.length === 0) throw new Error('The sheet of asset glyphs has no symbols');
for (const [, ticker = '', markup] of symbols) {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${theme}<g id="g">${markup}</g></svg>\n`;
  await writeFile(new URL(`${ticker.toLowerCase()}.svg`, folder), file);
}
