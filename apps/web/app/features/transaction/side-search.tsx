import { FieldError } from '@assay/ui';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { type TransactionView, transactionPath } from '../../shell/navigation/transaction-path.ts';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';

export interface SideSearchProps {
  readonly view: TransactionView;
  /** Why the address that was sent without a script was refused. */
  readonly failure: string | null;
}

/** Finds the reader's own address where a transaction has more sides than a page lists. */
export function SideSearch({ view, failure }: SideSearchProps) {
  const { id, network, ticker, side = '' } = view;
  const navigate = useSiteNavigate();
  const [note, setNote] = useState(failure);
  const field = useRef<HTMLInputElement>(null);
  const [fieldId, noteId] = [useId(), useId()];

  async function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = field.current;
    if (input === null) return;
    const wanted = input.value.trim();
    const sentence = await sentenceAbout(wanted, true);
    setNote(sentence);
    if (sentence === null) {
      return await navigate(transactionPath({ id, network, ticker, side: wanted === '' ? undefined : wanted }));
    }
    input.value = '';
    input.focus();
  }

  return (
    <search>
      <form method="post" onSubmit={(event) => void search(event)}>
        <input type="hidden" name="form" value="side" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="network" value={network ?? ''} />
        <input type="hidden" name="ticker" value={ticker ?? ''} />
        <div className="field">
          <label htmlFor={fieldId}>Find your address among them</label>
          <div className="tx-find">
            <input
              className="input mono"
              ref={field}
              id={fieldId}
              key={side}
              name="side"
              defaultValue={side}
              aria-invalid={note === null ? undefined : true}
              aria-describedby={note === null ? undefined : noteId}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={256}
              onChange={() => setNote(null)}
            />
            <button className="btn btn-line" type="submit">
              Find
            </button>
          </div>
        </div>
        {note !== null && <FieldError id={noteId}>{note}</FieldError>}
      </form>
    </search>
  );
}
