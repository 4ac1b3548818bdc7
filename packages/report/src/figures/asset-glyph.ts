import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One part of an asset's disc, in a 32 unit box. */
export interface AssetPath {
  readonly path: string;
  readonly opacity: number;
}

export interface AssetGlyph {
  /** The disc with the sign cut out of it; empty where the ticker's letters replace it. */
  readonly paths: readonly AssetPath[];
  readonly fillRule: 'evenodd' | 'nonzero';
}

/** Symbols of the sheet by ticker, those of which the report draws the paths. */
let sheet: ReadonlyMap<string, string> | undefined;
const glyphs = new Map<string, AssetGlyph>();
const NONE: AssetGlyph = { paths: [], fillRule: 'evenodd' };

/** The monochrome disc of a ticker of the catalogue. Colour is kept for risk and stars. */
export function assetGlyph(ticker: string): AssetGlyph {
  const known = glyphs.get(ticker);
  if (known !== undefined) return known;
  sheet ??= readSheet();
  const symbol = sheet.get(ticker);
  if (symbol === undefined) return NONE;
  const glyph = readGlyph(symbol);
  glyphs.set(ticker, glyph);
  return glyph;
}

/** Glyphs of the other sources have strokes and groups, which the report does not draw. */
function readSheet(): ReadonlyMap<string, string> {
  const svg = readFileSync(fileURLToPath(import.meta.resolve('@assay/figures/asset-glyphs.svg')), 'utf8');
  const symbols = svg.matchAll(/<symbol id="(\w+)"[^>]*data-source="cryptocurrency-icons">(.*)<\/symbol>/g);
  return new Map([...symbols].map(([, ticker = '', markup = '']) => [ticker, markup]));
}

function readGlyph(symbol: string): AssetGlyph {
  const paths = [...symbol.matchAll(/<path ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const path = / ?\bd="([^"]+)"/.exec(attributes)?.[1];
    const opacity = Number(/fill-opacity="([\d.]+)"/.exec(attributes)?.[1] ?? 1);
    return path === undefined ? [] : [{ path, opacity }];
  });
  return { paths, fillRule: symbol.includes('evenodd') ? 'evenodd' : 'nonzero' };
}
