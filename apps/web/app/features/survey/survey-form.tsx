import { SURVEY_COMMENT_MAX, SURVEY_FREE_TEXT_MAX } from '@assay/contracts/client';
import { Field } from '@assay/ui';
import { type Dispatch, useId } from 'react';
import { type Draft, type DraftChange, isWordsAsked } from './submission.ts';
import type { Question } from './use-offer.ts';

export interface SurveyFormProps {
  readonly questions: readonly Question[];
  readonly draft: Draft;
  readonly onChange: Dispatch<DraftChange>;
}

/** The questions, one choice each, and a comment. Nothing of it has to be filled in. */
export function SurveyForm({ questions, draft, onChange }: SurveyFormProps) {
  const commentId = useId();
  return (
    <>
      {questions.map((question) => (
        <QuestionFields key={question.id} question={question} draft={draft} onChange={onChange} />
      ))}
      <div className="field">
        <label htmlFor={commentId}>Comment (optional)</label>
        <textarea
          className="input area"
          id={commentId}
          rows={3}
          maxLength={SURVEY_COMMENT_MAX}
          value={draft.comment}
          onChange={(event) => onChange({ type: 'commented', comment: event.target.value })}
        />
      </div>
    </>
  );
}

interface QuestionFieldsProps extends Pick<SurveyFormProps, 'draft' | 'onChange'> {
  readonly question: Question;
}

function QuestionFields({ question, draft, onChange }: QuestionFieldsProps) {
  const name = useId();
  const { id: questionId, title, options } = question;
  return (
    <fieldset className="survey-question">
      <legend>{title}</legend>
      {options.map(({ id, text }) => (
        <label className="choice" key={id}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={draft.chosen.get(questionId) === id}
            onChange={() => onChange({ type: 'chosen', questionId, optionId: id })}
          />
          <span>{text}</span>
        </label>
      ))}
      {isWordsAsked(question, draft) && (
        <Field
          label="In your own words"
          maxLength={SURVEY_FREE_TEXT_MAX}
          autoComplete="off"
          value={draft.words.get(questionId) ?? ''}
          onChange={(event) => onChange({ type: 'worded', questionId, text: event.target.value })}
        />
      )}
    </fieldset>
  );
}
