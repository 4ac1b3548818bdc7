import { SURVEY_TITLE_MAX } from '@assay/contracts/client';
import { Checkbox, Field } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../shell/session/browser-client.ts';
import { DeleteButton } from './delete-button.tsx';
import { NewOption } from './new-option.tsx';
import { OptionEditor } from './option-editor.tsx';
import type { Question } from './survey-admin.ts';
import type { Editor } from './use-editor.ts';
import { ORDER_MAX, readNumber } from './whole-number.ts';

export interface QuestionEditorProps {
  readonly question: Question;
  readonly onChange: Editor['change'];
}

/** One question with its options. */
export function QuestionEditor({ question, onChange }: QuestionEditorProps) {
  const headingId = useId();
  const { id, options } = question;
  return (
    <section className="fb-question" aria-labelledby={headingId}>
      <h2 id={headingId}>{question.title}</h2>
      {/* What was typed and not saved stays, unless the question itself is another now. */}
      <QuestionForm key={formKeyOf(question)} question={question} onChange={onChange} />
      <ul className="fb-options" aria-label="Options">
        {options.map((option) => (
          <OptionEditor key={JSON.stringify(option)} option={option} onChange={onChange} />
        ))}
        <li>
          <NewOption questionId={id} sortOrder={options.length} onChange={onChange} />
        </li>
      </ul>
    </section>
  );
}

function QuestionForm({ question, onChange }: QuestionEditorProps) {
  const { id } = question;
  const [title, setTitle] = useState(question.title);
  const [order, setOrder] = useState(String(question.sortOrder));
  const [isActive, setActive] = useState(question.isActive);
  const sortOrder = readNumber(order, ORDER_MAX);
  const isReady = title.trim() !== '' && sortOrder !== null;
  const isChanged = title !== question.title || sortOrder !== question.sortOrder || isActive !== question.isActive;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || !isChanged) return;
    const body = { id, title: title.trim(), sortOrder, isActive };
    void onChange(() => call('POST /survey/admin/question/upsert', { body }), {
      done: 'The question was saved.',
    });
  }

  return (
    <form className="fb-edit" noValidate onSubmit={submit}>
      <Field
        label="Question"
        maxLength={SURVEY_TITLE_MAX}
        autoComplete="off"
        error={title.trim() === '' ? 'Enter a question' : null}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label="Order"
        type="number"
        min={0}
        max={ORDER_MAX}
        error={sortOrder === null ? 'Enter a number, 0 or more' : null}
        value={order}
        onChange={(event) => setOrder(event.target.value)}
      />
      <div className="fb-acts">
        <Checkbox checked={isActive} onChange={(event) => setActive(event.target.checked)}>
          Active
        </Checkbox>
        {isChanged && (
          <button className="btn btn-primary btn-sm" type="submit" disabled={!isReady}>
            Save<span className="sr"> question {question.title}</span>
          </button>
        )}
        <DeleteButton
          name={`question ${question.title}`}
          title="Delete this question?"
          description="It will no longer be asked. Existing answers stay in the responses."
          onDelete={() =>
            onChange(() => call('POST /survey/admin/question/delete', { query: { id } }), {
              done: 'The question was deleted.',
            })
          }
        />
      </div>
    </form>
  );
}

function formKeyOf({ id, title, sortOrder, isActive }: Question): string {
  return JSON.stringify([id, title, sortOrder, isActive]);
}
