import { createContext, type ReactNode, useContext } from 'react';
import { Badge } from './badge.tsx';

const SpriteContext = createContext('');

/** Where the sheet of asset glyphs is, for every glyph below. */
export function AssetSpriteProvider({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return <SpriteContext value={url}>{children}</SpriteContext>;
}

/** A monochrome disc: colour is kept for risk and stars. */
export function AssetGlyph({ ticker, className }: { ticker: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <use href={`${useContext(SpriteContext)}#${ticker}`} />
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
