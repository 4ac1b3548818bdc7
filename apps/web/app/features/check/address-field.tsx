import { optionId, searchAssets } from '@assay/ui';
import { type Dispatch, type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { loadReading } from './load-reading.ts';
import { type CheckableAsset, isSameAsset, MESSAGES, type SearchAction, type SearchState } from './search-state.ts';
import { useSuggestions } from './use-suggestions.ts';

const SuggestionList = lazy(async () => ({ default: (await loadReading()).AssetSuggestions }));

export interface AddressFieldProps {
  readonly state: SearchState;
  readonly dispatch: Dispatch<SearchAction>;
  /** Id of the message below, where there is one. */
  readonly noteId: string;
  readonly onSubmit: () => void;
  /** After a suggestion was chosen, when the field has lost the focus. */
  readonly onChosen: () => void;
}

/** The address with its suggestions: a combobox that arrow keys, Enter and Escape steer. */
export function AddressField({ state, dispatch, noteId, onSubmit, onChosen }: AddressFieldProps) {
  const { address, asset, isSelected, error, notice } = state;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isAsked = notice !== null && notice.is !== 'remark' && notice.is !== 'secret';
  const suggestions = useSuggestions(isAsked ? '' : address, state.unread === null);
  const [hasFocus, setFocus] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const [active, setActive] = useState(-1);
  const [query, setQuery] = useState('');
  const all = suggestions?.assets ?? [];
  const found = searchAssets(all, query);
  const isOpen = suggestions !== null && hasFocus && !isDismissed;

  // Text that was pasted before the script arrived is in the field, but caused no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== address) dispatch({ type: 'address adopted', address: typed });
    if (document.activeElement === input.current) setFocus(true);
    // Shown before the scripts were loaded, about a form that waited for them.
    input.current?.setCustomValidity('');
  }, []);

  // The field is empty again and its message is read out: the next paste needs no way back to it.
  useEffect(() => {
    if (notice?.is === 'secret') input.current?.focus();
  }, [notice]);

  const foundKey = all.map((entry) => `${entry.ticker}:${entry.parent}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the assets.
  useEffect(() => {
    search('');
    if (all.length > 0) dispatch({ type: 'suggestions found', assets: all });
  }, [foundKey, address, dispatch]);

  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  function search(wanted: string) {
    setQuery(wanted);
    setActive(-1);
  }

  function choose(chosen: CheckableAsset) {
    dispatch({ type: 'suggestion chosen', asset: chosen });
    input.current?.blur();
    setFocus(false);
    onChosen();
  }

  function steer(event: KeyboardEvent) {
    const isSearched = event.target !== input.current;
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = isOpen ? (found[active] ?? (isSearched ? found[0] : undefined)) : undefined;
      if (chosen !== undefined) choose(chosen);
      else if (!isSearched) onSubmit();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      input.current?.focus();
      setDismissed(true);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      setDismissed(false);
      setActive(nextIndex(active, event.key === 'ArrowDown' ? 1 : -1, found.length));
    }
  }

  return (
    <>
      <input
        className={address === '' ? 'search-input' : 'search-input mono'}
        ref={input}
        name="address"
        role="combobox"
        aria-label="Wallet address"
        aria-autocomplete="list"
        aria-expanded={isOpen && suggestions.state === 'found'}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? optionId(listId, active) : undefined}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null && notice === null ? undefined : noteId}
        data-read-first={MESSAGES.notLoaded}
        placeholder="Paste the wallet address here"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        value={address}
        onChange={(event) => {
          setDismissed(false);
          dispatch({ type: 'address typed', address: event.target.value });
        }}
        onFocus={() => {
          setFocus(true);
          setDismissed(false);
        }}
        onBlur={({ relatedTarget: to }) => setFocus(to !== null && to.closest('.suggest') !== null)}
        onKeyDown={steer}
      />
      {isOpen && (
        <Suspense>
          <SuggestionList
            id={listId}
            state={suggestions.state}
            suggestions={found}
            total={all.length}
            query={query}
            onQuery={search}
            isSelected={(entry) => isSelected && isSameAsset(entry, asset)}
            active={active}
            onChoose={choose}
            onKeyDown={steer}
            onLeave={(to) => setFocus(to === input.current)}
          />
        </Suspense>
      )}
    </>
  );
}

function nextIndex(at: number, step: 1 | -1, count: number): number {
  if (at < 0) return step === 1 ? 0 : count - 1;
  return (at + step + count) % count;
}
