import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One part of an asset's disc, in a 32 unit box. */
export interface AssetPath {
  readonly path: string;
  readonly opacity: number;
}

export interface AssetGlyph {
  /** The disc with the sign cut out of it; empty where the ticker's letters stand in. */
  readonly paths: readonly AssetPath[];
  readonly fillRule: 'evenodd' | 'nonzero';
}

const FOLDER = join(dirname(fileURLToPath(import.meta.resolve('cryptocurrency-icons/package.json'))), 'svg', 'black');
const glyphs = new Map<string, AssetGlyph>();
const NONE: AssetGlyph = { paths: [], fillRule: 'evenodd' };

/** The monochrome disc of a ticker of the catalogue. Colour is kept for risk and stars. */
export function assetGlyph(ticker: string): AssetGlyph {
  const known = glyphs.get(ticker);
  if (known !== undefined) return known;
  if (!/^[A-Z0-9]{1,12}$/.test(ticker)) return NONE;
  const file = join(FOLDER, `${ticker.toLowerCase()}.svg`);
  const glyph = existsSync(file) ? readGlyph(readFileSync(file, 'utf8')) : NONE;
  glyphs.set(ticker, glyph);
  return glyph;
}

function readGlyph(svg: string): AssetGlyph {
  const paths = [...svg.matchAll(/<path ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const path = / ?\bd="([^"]+)"/.exec(attributes)?.[1];
    const opacity = Number(/fill-opacity="([\d.]+)"/.exec(attributes)?.[1] ?? 1);
    return path === undefined ? [] : [{ path, opacity }];
  });
  return { paths, fillRule: svg.includes('evenodd') ? 'evenodd' : 'nonzero' };
}
