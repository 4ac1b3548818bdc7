import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../controls/icon.tsx';
import { Spinner } from '../controls/spinner.tsx';
import { AssetName, GlyphSheet } from '../marks/asset.tsx';
import { type AssetFacts, filterAssets } from './asset-facts.ts';

export interface AssetPickerProps<Asset extends AssetFacts> {
  /** Asked for once somebody turns to the picker: the list is long, and most visitors take the asset that is set. */
  readonly loadAssets: () => Promise<readonly Asset[]>;
  readonly selected: AssetFacts;
  readonly onSelect: (asset: Asset) => void;
}

/** Under this width the open picker covers the page and holds its scrolling, in px. */
const LOCK_WIDTH_PX = 460;

/** A button that shows the asset, and a dropdown to choose another by ticker or name. */
export function AssetPicker<Asset extends AssetFacts>({ loadAssets, selected, onSelect }: AssetPickerProps<Asset>) {
  const [open, setOpen] = useState(false);
  const [assets, setAssets] = useState<readonly Asset[] | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  useScrollLock(open);

  function load() {
    // Where the list cannot be had, the asset that is set stays; the next turn to the picker asks again.
    if (assets === null) loadAssets().then(setAssets, () => undefined);
  }

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div className="picker-root" ref={root}>
      <button
        className="search-asset"
        type="button"
        ref={button}
        aria-haspopup="listbox"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load();
          setOpen(!open);
        }}
      >
        <span className="sr">Select an asset, </span>
        <AssetName ticker={selected.ticker} parent={selected.parent} />
        <span className="sr"> selected</span>
        <Icon name="down" />
      </button>
      {open && (
        <PickerPanel
          assets={assets}
          selected={selected}
          onClose={close}
          onSelect={(asset) => {
            onSelect(asset);
            close();
          }}
        />
      )}
    </div>
  );
}

interface PickerPanelProps<Asset extends AssetFacts> {
  /** Null while they are being fetched. */
  readonly assets: readonly Asset[] | null;
  readonly selected: AssetFacts;
  readonly onSelect: (asset: Asset) => void;
  readonly onClose: () => void;
}

function PickerPanel<Asset extends AssetFacts>({ assets, selected, onSelect, onClose }: PickerPanelProps<Asset>) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = filterAssets(assets ?? [], query);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  });

  function steer(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const asset = found[active] ?? (found.length === 1 ? found[0] : undefined);
      if (asset !== undefined) onSelect(asset);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <div className="picker">
      <div className="picker-head">
        <p className="picker-title">Select an asset</p>
        <div className="with-icon">
          <Icon name="search" />
          <input
            className="input"
            ref={input}
            role="combobox"
            placeholder="Type an asset"
            aria-label="Type an asset"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
            aria-autocomplete="list"
            autoComplete="off"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(-1);
            }}
            onKeyDown={steer}
          />
        </div>
      </div>
      {assets === null && (
        <p className="suggest-state">
          <Spinner />
        </p>
      )}
      {assets !== null && found.length === 0 && (
        <p className="suggest-state" role="status">
          Nothing found yet
        </p>
      )}
      <div id={listId} role="listbox" aria-label="Select an asset" ref={list} hidden={found.length === 0}>
        <GlyphSheet>
          {found.map((asset, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read by the combobox that owns this list.
            <div
              key={`${asset.ticker}:${asset.parent}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isSame(asset, selected)}
              data-active={index === active ? '' : undefined}
              onClick={() => onSelect(asset)}
            >
              <AssetName ticker={asset.ticker} parent={asset.parent} name={asset.name} />
              {isSame(asset, selected) && <Icon name="check" />}
            </div>
          ))}
        </GlyphSheet>
      </div>
    </div>
  );
}

function isSame(one: AssetFacts, other: AssetFacts): boolean {
  return one.ticker === other.ticker && one.parent === other.parent;
}

function useScrollLock(open: boolean) {
  useEffect(() => {
    if (!open || !matchMedia(`(max-width: ${LOCK_WIDTH_PX}px)`).matches) return;
    document.documentElement.classList.add('is-locked');
    return () => document.documentElement.classList.remove('is-locked');
  }, [open]);
}
