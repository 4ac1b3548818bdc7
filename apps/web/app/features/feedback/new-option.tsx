import { SURVEY_OPTION_MAX } from '@assay/contracts/client';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { Editor } from './use-editor.ts';

export interface NewOptionProps {
  readonly questionId: number;
  /** How many options there are. */
  readonly sortOrder: number;
  readonly onChange: Editor['change'];
}

/** Adds an option at the end of its question; without words it adds nothing. */
export function NewOption({ questionId, sortOrder, onChange }: NewOptionProps) {
  const [text, setText] = useState('');

  // A second press adds no second option.
  const { run } = useAction();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    await run(async () => {
      const body = { questionId, text: words, sortOrder };
      const isAdded = await onChange(() => call('POST /survey/admin/option/upsert', { body }), {
        done: 'The option was added.',
      });
      if (isAdded) setText('');
    });
  }

  return (
    <form className="fb-option" noValidate onSubmit={(event) => void submit(event)}>
      <input
        className="input"
        aria-label="New option"
        placeholder="New option"
        maxLength={SURVEY_OPTION_MAX}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button className="btn btn-line btn-sm" type="submit">
        Add option
      </button>
    </form>
  );
}
