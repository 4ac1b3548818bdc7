import { Icon, Segmented } from '@assay/ui';
import { nameTicker } from '@assay/wording';
import { useId } from 'react';
import { assetKey, assetOfKey } from '../model/view.ts';
import type { Explorer } from '../state/use-explorer.ts';

/** What is shown: graph or list, filters, search, steps back and forth, and saving. */
export function Toolbar({ explorer }: { readonly explorer: Explorer }) {
  const { view, steps, look, merged, own } = explorer;
  const { filter } = view;
  const id = useId();
  const held = [...merged.edges.values()].map(({ asset }) => assetKey(asset));
  // A link may name an asset that is not in the reader's graph: it has to be there to be taken back.
  const assets = [...new Set(filter.asset === null ? held : [...held, filter.asset])];
  const set = (change: Partial<typeof filter>) => steps((now) => ({ ...now, filter: { ...now.filter, ...change } }));
  return (
    <div className="explorer-bar">
      <Segmented
        label="View"
        value={view.show}
        choices={[
          { value: 'graph', label: 'Graph' },
          { value: 'list', label: 'List' },
        ]}
        onChange={(show) => look((now) => ({ ...now, show }))}
      />
      <div className="explorer-acts">
        <button className="btn btn-line btn-sm" type="button" disabled={!explorer.canUndo} onClick={explorer.undo}>
          Undo
        </button>
        <button className="btn btn-line btn-sm" type="button" disabled={!explorer.canRedo} onClick={explorer.redo}>
          Redo
        </button>
        {own?.may_change === true && (
          <button className="btn btn-line btn-sm" type="button" onClick={() => void explorer.saveView()}>
            Save view
          </button>
        )}
      </div>
      <label className="explorer-field explorer-search" htmlFor={`${id}q`}>
        <span>
          <Icon name="search" small /> Search
        </span>
        <input
          className="input"
          id={`${id}q`}
          type="search"
          placeholder="Address or entity"
          value={filter.search}
          onChange={(event) => {
            const search = event.currentTarget.value;
            look((now) => ({ ...now, filter: { ...now.filter, search } }));
          }}
        />
      </label>
      <details className="explorer-filters">
        <summary>Filters</summary>
        <div className="explorer-fields">
          {assets.length > 1 && (
            <label className="explorer-field" htmlFor={`${id}a`}>
              <span>Asset</span>
              <select
                className="input"
                id={`${id}a`}
                value={filter.asset ?? ''}
                onChange={(event) =>
                  set({ asset: event.currentTarget.value === '' ? null : event.currentTarget.value })
                }
              >
                <option value="">All</option>
                {assets.map((asset) => (
                  <option key={asset} value={asset}>
                    {nameTicker(assetOfKey(asset))}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label className="explorer-field" htmlFor={`${id}f`}>
            <span>From day (UTC)</span>
            <input
              className="input"
              id={`${id}f`}
              type="date"
              value={filter.from ?? ''}
              onChange={(event) => set({ from: event.currentTarget.value || null })}
            />
          </label>
          <label className="explorer-field" htmlFor={`${id}t`}>
            <span>To day (UTC)</span>
            <input
              className="input"
              id={`${id}t`}
              type="date"
              value={filter.to ?? ''}
              onChange={(event) => set({ to: event.currentTarget.value || null })}
            />
          </label>
          <label className="explorer-field" htmlFor={`${id}l`}>
            <span>Smallest amount</span>
            <input
              className="input"
              id={`${id}l`}
              type="number"
              min={0}
              step="any"
              value={filter.least ?? ''}
              onChange={(event) =>
                set({ least: event.currentTarget.valueAsNumber > 0 ? event.currentTarget.valueAsNumber : null })
              }
            />
          </label>
          <label className="explorer-check">
            <input
              type="checkbox"
              checked={filter.hidesSmall}
              onChange={(event) => set({ hidesSmall: event.currentTarget.checked })}
            />
            Hide small (under 1% of the largest)
          </label>
        </div>
      </details>
    </div>
  );
}
