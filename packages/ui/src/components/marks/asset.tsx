import { createContext, type ReactNode, useContext } from 'react';
import { Badge } from './badge.tsx';

const SheetContext = createContext('');
const UsesSheetContext = createContext(false);

/** Where the sheet of all asset glyphs is, for every list below. */
export function AssetSpriteProvider({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return <SheetContext value={url}>{children}</SheetContext>;
}

/** Around a list that names many assets: their glyphs come in one sheet, once the list is there. */
export function GlyphSheet({ children }: { readonly children: ReactNode }) {
  return <UsesSheetContext value>{children}</UsesSheetContext>;
}

/**
 * A monochrome disc: colour is kept for risk and stars. Each comes in a file of its own, which is the favicon of its
 * asset page too, so that a page fetches those it names.
 */
export function AssetGlyph({ ticker, className }: { ticker: string; className?: string }) {
  const sheet = useContext(SheetContext);
  const href = useContext(UsesSheetContext) ? `${sheet}#${ticker}` : `/icons/${ticker.toLowerCase()}.svg#g`;
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <use href={href} />
    </svg>
  );
}

export interface AssetNameProps {
  readonly ticker: string;
  readonly parent: string | null;
  readonly name?: string;
}

/** Glyph, ticker, chain badge if any, and name if given. */
export function AssetName({ ticker, parent, name }: AssetNameProps) {
  return (
    <span className="asset">
      <AssetGlyph ticker={ticker} />
      <b>{ticker}</b>
      {parent !== null && <Badge>{parent}</Badge>}
      {name !== undefined && <span className="name">{name}</span>}
    </span>
  );
}
