import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Inner markup of a 32 unit box: a disc in the current colour, what is cut out of it in `var(--cut)`. */
export interface AssetGlyph {
  readonly source: 'cryptocurrency-icons' | '@web3icons/core' | 'letters';
  readonly markup: string;
}

const coinFolder = join(
  dirname(fileURLToPath(import.meta.resolve('cryptocurrency-icons/package.json'))),
  'svg',
  'black',
);
const webFolder = join(dirname(fileURLToPath(import.meta.resolve('@web3icons/core'))), 'svgs');

/** Native coins that @web3icons/core draws as a network only. */
const NETWORK_MARKS: Readonly<Record<string, string>> = { TON: 'ton' };

/** The disc of a ticker: from the one package, the other, or our own with the ticker's letters. */
export async function glyphOf(ticker: string): Promise<AssetGlyph> {
  const coinFile = join(coinFolder, `${ticker.toLowerCase()}.svg`);
  if (existsSync(coinFile)) {
    return { source: 'cryptocurrency-icons', markup: monochrome(innerOf(readFileSync(coinFile, 'utf8')), 'ink') };
  }
  const network = NETWORK_MARKS[ticker];
  const webFile =
    network === undefined
      ? join(webFolder, 'tokens', 'mono', `${ticker}.svg.js`)
      : join(webFolder, 'networks', 'mono', `${network}.svg.js`);
  if (existsSync(webFile)) {
    const module: { default: string } = await import(webFile);
    const inner = monochrome(innerOf(module.default), 'cut');
    return {
      source: '@web3icons/core',
      markup: `<circle cx="16" cy="16" r="16"/><g transform="translate(6 6)scale(.8334)" fill="var(--cut)">${inner}</g>`,
    };
  }
  return { source: 'letters', markup: letterDisc(ticker) };
}

/** Colours go; what is left takes the one colour of its group. Opacities stay: they model the form. */
function monochrome(markup: string, colour: 'ink' | 'cut'): string {
  const paint = colour === 'ink' ? '' : ' fill="var(--cut)"';
  return markup
    .replace(/ (?:class|id)="[^"]*"/g, '')
    .replace(/ fill="(?!none|url)[^"]*"/g, paint)
    .replace(/ stroke="(?!none|url)[^"]*"/g, ' stroke="var(--cut)"')
    .replace(/\s*\n\s*/g, '');
}

function innerOf(svg: string): string {
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>[\s\S]*$/, '');
}

function letterDisc(ticker: string): string {
  const letters = ticker.slice(0, 4);
  const size = [18, 16, 13, 11, 9][letters.length] ?? 9;
  return `<circle cx="16" cy="16" r="16"/><text x="16" y="${16 + size * 0.36}" text-anchor="middle" font-size="${size}" font-weight="600" letter-spacing="0" fill="var(--cut)">${letters}</text>`;
}
