import { Icon } from '../controls/icon.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { AssetGlyph, GlyphSheet } from '../marks/asset.tsx';
import { Badge } from '../marks/badge.tsx';

/** What the panel shows of an asset. Ticker and parent together are its identity. */
export interface AssetFacts {
  readonly ticker: string;
  readonly parent: string | null;
  readonly name: string;
}

export interface SuggestionListProps<Asset extends AssetFacts> {
  readonly id: string;
  readonly state: 'searching' | 'found' | 'nothing';
  readonly suggestions: readonly Asset[];
  readonly isSelected: (asset: Asset) => boolean;
  /** Index of the row that the arrow keys selected, -1 for none. */
  readonly active: number;
  readonly onChoose: (asset: Asset) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The dropdown under the address: which assets the address can belong to. */
export function SuggestionList<Asset extends AssetFacts>(props: SuggestionListProps<Asset>) {
  const { id, state, suggestions, isSelected, active, onChoose } = props;
  return (
    // A press must not take the focus from the address field before the choice is made.
    <div className="suggest" onPointerDown={(event) => event.preventDefault()}>
      <p className="suggest-head">Available in this blockchains</p>
      {state === 'searching' && (
        <p className="suggest-state" role="status">
          <Spinner />
          Searching...
        </p>
      )}
      {state === 'nothing' && (
        <p className="suggest-state" role="status">
          Nothing found
        </p>
      )}
      {/* Not reached by Tab, though it scrolls: the list is gone as soon as the field loses the focus. */}
      <div id={id} role="listbox" tabIndex={-1} aria-label="Available in this blockchains" hidden={state !== 'found'}>
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
