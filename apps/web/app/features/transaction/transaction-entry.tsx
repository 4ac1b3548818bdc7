import { Checkbox, FieldError } from '@assay/ui';
import { useId } from 'react';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { TransactionFormAnswer } from './form-answer.ts';

export interface TransactionEntryProps {
  /** The text that was sent here can be a key: asked again with the question. */
  readonly isKeyPossible: boolean;
  readonly answer: TransactionFormAnswer | null;
}

/** Asks for a transaction by its id or a link to it, without a script too. */
export function TransactionEntry({ isKeyPossible, answer }: TransactionEntryProps) {
  const [fieldId, noteId] = [useId(), useId()];
  const isAsked = isKeyPossible || answer?.isKeyPossible === true;
  const error = answer?.error ?? null;
  return (
    <div className="wrap text-body">
      <h1>Check a transaction</h1>
      <div className="text-lead">
        <p>
          Where the money of one payment comes from, or where it went. Paste the id of the transaction, or the link to
          it in an explorer.
        </p>
      </div>
      <form className="tx-entry" method="post" aria-label="Find a transaction">
        <input type="hidden" name="form" value="find" />
        <div className="field">
          <label htmlFor={fieldId}>Transaction id or link</label>
          <input
            className="input mono"
            id={fieldId}
            name="transaction"
            aria-invalid={error === null ? undefined : true}
            aria-describedby={noteId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={2048}
            required
          />
        </div>
        {isAsked && (
          <Checkbox name="is" value="transaction" required>
            It is a transaction id, and not a private key.
          </Checkbox>
        )}
        {error === null ? (
          <p className="hint" id={noteId}>
            Never paste a private key into a page: anyone who has it can take the money.
          </p>
        ) : (
          <FieldError id={noteId}>{error}</FieldError>
        )}
        <button className="btn btn-primary" type="submit">
          Show what it moved
        </button>
      </form>
      <p>
        Not paid yet? <SiteLink to="/planned">Check a planned payment</SiteLink>.
      </p>
    </div>
  );
}
