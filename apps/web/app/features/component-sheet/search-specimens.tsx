import { ASSETS } from '@assay/domain';
import { AssetPicker, FieldError, SuggestionList } from '@assay/ui';
import { type ReactNode, useState } from 'react';
import { Specimen } from './specimen.tsx';

const FOUND = ASSETS.slice(0, 4);

/** `panel` is the search panel itself; below it are its other states. */
export function SearchSpecimens({ panel }: { readonly panel: ReactNode }) {
  const [asset, setAsset] = useState(FOUND[0]);
  if (asset === undefined) return null;
  return (
    <>
      <Specimen title="Search panel">
        {panel}
        <div className="search search-lg">
          <div className="search-box" data-variant="selector" data-invalid="">
            <AssetPicker loadAssets={async () => ASSETS} selected={asset} onSelect={setAsset} />
            <input
              className="search-input mono"
              aria-label="Wallet address"
              defaultValue="TVSFzE26weN53mc81a1ZjgzzBdJvF3fsRX"
            />
            <button className="btn btn-primary" type="button">
              Check
            </button>
          </div>
          <FieldError id="specimen-error">Unknown address format</FieldError>
        </div>
        <div className="search search-sm">
          <div className="search-box">
            <input className="search-input" aria-label="Wallet address" placeholder="Paste the wallet address here" />
            <button className="btn btn-primary" type="button" disabled>
              Check
            </button>
          </div>
        </div>
      </Specimen>
      <Specimen title="Suggestions">
        <div className="specimen-two specimen-static">
          <SuggestionList {...listOf('searching')} />
          <SuggestionList {...listOf('nothing')} />
          <SuggestionList {...listOf('found')} suggestions={FOUND} active={2} />
        </div>
      </Specimen>
    </>
  );
}

function listOf(state: 'searching' | 'found' | 'nothing') {
  return {
    id: `specimen-${state}`,
    state,
    suggestions: [] as typeof FOUND,
    total: FOUND.length,
    query: '',
    onQuery: () => undefined,
    isSelected: (entry: (typeof FOUND)[number]) => entry === FOUND[0],
    active: -1,
    onChoose: () => undefined,
    onKeyDown: () => undefined,
    onLeave: () => undefined,
  };
}
