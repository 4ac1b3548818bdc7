import { SURVEY_OPTION_MAX } from '@assay/contracts/client';
import { type FormEvent, useState } from 'react';
import { call } from '../../shell/session/browser-client.ts';
import { DeleteButton } from './delete-button.tsx';
import type { Option } from './survey-admin.ts';
import type { Editor } from './use-editor.ts';
import { ORDER_MAX, readNumber } from './whole-number.ts';

export interface OptionEditorProps {
  readonly option: Option;
  readonly onChange: Editor['change'];
}

/** One option: words, position and delete in a row, and save once something was changed. */
export function OptionEditor({ option, onChange }: OptionEditorProps) {
  const { id, questionId } = option;
  const [text, setText] = useState(option.text);
  const [order, setOrder] = useState(String(option.sortOrder));
  const sortOrder = readNumber(order, ORDER_MAX);
  const isReady = text.trim() !== '' && sortOrder !== null;
  const isChanged = text !== option.text || sortOrder !== option.sortOrder;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || !isChanged) return;
    const body = { id, questionId, text: text.trim(), sortOrder };
    void onChange(() => call('POST /survey/admin/option/upsert', { body }), {
      done: 'The option was saved.',
    });
  }

  return (
    <li>
      <form className="fb-option" noValidate onSubmit={submit}>
        <input
          className="input"
          aria-label={`Option ${option.text}`}
          aria-invalid={text.trim() === '' ? true : undefined}
          maxLength={SURVEY_OPTION_MAX}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <input
          className="input"
          type="number"
          aria-label={`Order of ${option.text}`}
          aria-invalid={sortOrder === null ? true : undefined}
          min={0}
          max={ORDER_MAX}
          value={order}
          onChange={(event) => setOrder(event.target.value)}
        />
        {isChanged && (
          <button className="btn btn-primary btn-sm" type="submit" disabled={!isReady}>
            Save<span className="sr"> option {option.text}</span>
          </button>
        )}
        <DeleteButton
          name={`option ${option.text}`}
          title="Delete this option?"
          description={`“${option.text}” will no longer be offered. Existing answers stay in the responses.`}
          onDelete={() =>
            onChange(() => call('POST /survey/admin/option/delete', { query: { id } }), {
              done: 'The option was deleted.',
            })
          }
        />
      </form>
    </li>
  );
}
