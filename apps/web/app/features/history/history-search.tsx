import { FieldError, Icon } from '@assay/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';

/** Pause after the last change before anything is searched for, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 570;

export interface HistorySearchProps {
  /** What is searched for now. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export function HistorySearch({ search, onSearch }: HistorySearchProps) {
  const [typed, setTyped] = useState(search);
  const [note, setNote] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();

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
    let isLeft = false;
    const send = async () => {
      const sentence = await sentenceAbout(wanted, true);
      if (isLeft) return;
      setNote(sentence);
      if (sentence === null) {
        sent.current = wanted;
        onSearch(wanted);
      } else {
        setTyped(sent.current);
        field.current?.focus();
      }
    };
    const timer = setTimeout(() => void send(), SEARCH_DEBOUNCE_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [typed, onSearch]);

  return (
    <search className="acc-search">
      <div className="with-icon">
        <Icon name="search" />
        <input
          className="input"
          ref={field}
          type="search"
          aria-invalid={note === null ? undefined : true}
          aria-describedby={note === null ? undefined : noteId}
          aria-label="Search the history"
          placeholder="By asset, ticker, address, etc"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={120}
          value={typed}
          onChange={(event) => {
            setNote(null);
            setTyped(event.target.value);
          }}
        />
      </div>
      {note !== null && <FieldError id={noteId}>{note}</FieldError>}
    </search>
  );
}
