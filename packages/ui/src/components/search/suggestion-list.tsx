import type { KeyboardEvent } from 'react';
import { Icon } from '../controls/icon.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { AssetGlyph, GlyphSheet } from '../marks/asset.tsx';
import { Badge } from '../marks/badge.tsx';
import { type AssetFacts, optionId } from './asset-facts.ts';

/** More suggestions than this get a field to search them by. */
const SEARCHED_FROM = 8;

export interface SuggestionListProps<Asset extends AssetFacts> {
  readonly id: string;
  readonly state: 'searching' | 'found' | 'nothing';
  /** Those that match the query. */
  readonly suggestions: readonly Asset[];
  /** The number of suggestions without a query. */
  readonly total: number;
  /** A part of a ticker, a name or a network. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly isSelected: (asset: Asset) => boolean;
  /** Index of the row that the arrow keys selected, -1 for none. */
  readonly active: number;
  readonly onChoose: (asset: Asset) => void;
  /** Keys pressed in the search field: arrows, Enter and Escape work as in the address field. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The focus went from the search field to something else. */
  readonly onLeave: (to: Element | null) => void;
}

/** The dropdown under the address: which assets the address can belong to. */
export function SuggestionList<Asset extends AssetFacts>(props: SuggestionListProps<Asset>) {
  const { id, state, suggestions, total, query, isSelected, active, onChoose } = props;
  return (
    <div
      className="suggest"
      // A press must not take the focus from the address field before the choice is made.
      onPointerDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
      }}
    >
      <div className="suggest-head">
        <p>Available in this blockchains</p>
        {state === 'found' && total > SEARCHED_FROM && (
          <div className="with-icon">
            <Icon name="search" />
            <input
              className="input"
              role="combobox"
              placeholder={`Search ${total} assets`}
              aria-label="Search the assets of this address"
              aria-expanded={suggestions.length > 0}
              aria-controls={id}
              aria-activedescendant={active < 0 ? undefined : optionId(id, active)}
              aria-autocomplete="list"
              autoComplete="off"
              value={query}
              onChange={(event) => props.onQuery(event.target.value)}
              onKeyDown={props.onKeyDown}
              onBlur={(event) => props.onLeave(event.relatedTarget)}
            />
          </div>
        )}
      </div>
      {state === 'searching' && (
        <p className="suggest-state" role="status">
          <Spinner />
          Searching...
        </p>
      )}
      {(state === 'nothing' || (state === 'found' && suggestions.length === 0)) && (
        <p className="suggest-state" role="status">
          Nothing found
        </p>
      )}
      {/* Not reached by Tab, though it scrolls: the list is gone as soon as the field loses the focus. */}
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Available in this blockchains"
        hidden={state !== 'found' || suggestions.length === 0}
      >
        <GlyphSheet>
          {suggestions.map((asset, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read by the combobox that owns this list.
            <div
              key={`${asset.ticker}:${asset.parent}`}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={isSelected(asset)}
              data-active={index === active ? '' : undefined}
              onClick={() => onChoose(asset)}
            >
              <AssetGlyph ticker={asset.ticker} />
              <span className="tick">
                {asset.ticker}
                {asset.parent !== null && <Badge>{asset.parent}</Badge>}
              </span>
              <span className="name">{asset.name}</span>
              {isSelected(asset) ? <Icon name="check" /> : <span />}
            </div>
          ))}
        </GlyphSheet>
      </div>
    </div>
  );
}
