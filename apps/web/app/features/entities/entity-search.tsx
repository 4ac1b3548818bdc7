import { FieldError, Icon } from '@assay/ui';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';

export interface EntitySearchProps {
  /** What is searched for now. */
  readonly query: string;
  /** Why the text that was sent without a script was refused. */
  readonly failure: string | null;
  /** Of the field, for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  /** Path and query of what is found for a text. */
  readonly pathOf: (text: string) => string;
}

export function EntitySearch({ query, failure, label, placeholder, pathOf }: EntitySearchProps) {
  const navigate = useSiteNavigate();
  const [note, setNote] = useState(failure);
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();

  async function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = field.current;
    if (input === null) return;
    const wanted = input.value.trim();
    const sentence = await sentenceAbout(wanted, true);
    setNote(sentence);
    if (sentence === null) return await navigate(pathOf(wanted));
    input.value = '';
    input.focus();
  }

  return (
    <search>
      <form className="entity-search" method="post" action={pathOf('')} onSubmit={(event) => void search(event)}>
        <div className="with-icon">
          <Icon name="search" />
          <input
            className="input"
            ref={field}
            type="search"
            name="query"
            key={query}
            defaultValue={query}
            aria-label={label}
            aria-invalid={note === null ? undefined : true}
            aria-describedby={note === null ? undefined : noteId}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={120}
            onChange={() => setNote(null)}
          />
        </div>
        <button className="btn btn-quiet" type="submit">
          Search
        </button>
      </form>
      {note !== null && <FieldError id={noteId}>{note}</FieldError>}
    </search>
  );
}
