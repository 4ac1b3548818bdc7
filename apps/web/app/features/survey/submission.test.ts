import { describe, expect, it } from 'vitest';
import { changeDraft, type DraftChange, EMPTY_DRAFT, submissionOf, thanksFor } from './submission.ts';

const option = (id: number, questionId: number, text: string) => ({ id, questionId, text, sortOrder: id });
const QUESTIONS = [
  { id: 1, title: 'Why?', sortOrder: 0, isActive: true, options: [option(10, 1, 'So'), option(11, 1, 'Other')] },
  { id: 2, title: 'How?', sortOrder: 1, isActive: true, options: [option(20, 2, 'Thus')] },
];
const draftOf = (...changes: DraftChange[]) => changes.reduce(changeDraft, EMPTY_DRAFT);

describe('what is sent of a survey', () => {
  it('[SURV-09] is nothing for one that was left as it was: an empty comment is omitted', () => {
    expect(submissionOf(QUESTIONS, EMPTY_DRAFT)).toEqual({ answers: [] });
    expect(submissionOf(QUESTIONS, draftOf({ type: 'commented', comment: '  \n ' }))).toEqual({ answers: [] });
  });

  it('is the last choice of each question, with words only behind Other', () => {
    const other = draftOf(
      { type: 'chosen', questionId: 1, optionId: 10 },
      { type: 'chosen', questionId: 1, optionId: 11 },
      { type: 'worded', questionId: 1, text: ' A bet ' },
      { type: 'commented', comment: ' Fine ' },
    );
    expect(submissionOf(QUESTIONS, other)).toEqual({
      answers: [{ questionId: 1, optionId: 11, freeText: 'A bet' }],
      comment: 'Fine',
    });
    const changed = changeDraft(other, { type: 'chosen', questionId: 1, optionId: 10 });
    expect(submissionOf(QUESTIONS, changed).answers).toEqual([{ questionId: 1, optionId: 10 }]);
  });

  it('leaves empty words out', () => {
    const draft = draftOf(
      { type: 'chosen', questionId: 1, optionId: 11 },
      { type: 'worded', questionId: 1, text: '  ' },
      { type: 'chosen', questionId: 2, optionId: 20 },
    );
    expect(submissionOf(QUESTIONS, draft).answers).toEqual([
      { questionId: 1, optionId: 11 },
      { questionId: 2, optionId: 20 },
    ]);
  });
});

describe('what is said of a survey that was sent', () => {
  it('is that it earned nothing where no question was answered', () => {
    expect(thanksFor({ answers: [{ questionId: 1, optionId: 10 }] }, 3)).toBe('Thank you for your answers.');
    expect(thanksFor({ answers: [] }, 3)).toBe('Sent without answers, so no checks were added.');
    expect(thanksFor({ answers: [], comment: 'Fine' }, 3)).toBe(
      'Thank you for your comment. No question was answered, so no checks were added.',
    );
  });

  it('names no checks where the survey gives none', () => {
    expect(thanksFor({ answers: [], comment: 'Fine' }, 0)).toBe('Thank you for your comment.');
    expect(thanksFor({ answers: [] }, 0)).toBe('Sent without answers.');
  });
});
