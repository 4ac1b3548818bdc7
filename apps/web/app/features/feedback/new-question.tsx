import { SURVEY_TITLE_MAX } from '@assay/contracts/client';
import { Field } from '@assay/ui';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../shell/data/use-action.ts';
import { call } from '../../shell/session/browser-client.ts';
import type { Editor } from './use-editor.ts';

export interface NewQuestionProps {
  /** How many questions there are. */
  readonly sortOrder: number;
  readonly onChange: Editor['change'];
}

/** Adds a question at the end, active; without words it adds nothing (row SURV-13). */
export function NewQuestion({ sortOrder, onChange }: NewQuestionProps) {
  const [title, setTitle] = useState('');

  // A second press adds no second question.
  const { run } = useAction();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const words = title.trim();
    if (words === '') return;
    await run(async () => {
      const body = { title: words, sortOrder, isActive: true };
      const isAdded = await onChange(() => call('POST /survey/admin/question/upsert', { body }), {
        done: 'The question was added.',
      });
      if (isAdded) setTitle('');
    });
  }

  return (
    <section className="fb-question" aria-labelledby="new-question">
      <h2 id="new-question">New question</h2>
      <form className="fb-new" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Question"
          maxLength={SURVEY_TITLE_MAX}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <button className="btn btn-line" type="submit">
          Add question
        </button>
      </form>
    </section>
  );
}
