import { Icon } from '@assay/ui';
import { useEffect, useRef, useState } from 'react';

/** Pause after the last change before anything is searched for, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 570;

export interface HistorySearchProps {
  /** What is searched for now. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export function HistorySearch({ search, onSearch }: HistorySearchProps) {
  const [typed, setTyped] = useState(search);

  const sent = useRef(search);

  // Cleared or changed from elsewhere. What was sent from here is old by the time it comes back.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  return (
    <search className="with-icon acc-search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label="Search the history"
        placeholder="By asset, ticker, address, etc"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
