import type { SurveySubmission } from '@assay/contracts';
import { isOtherOption } from '@assay/contracts/client';
import type { Question } from './use-offer.ts';

/** What was chosen and written so far. */
export interface Draft {
  /** Option by question. */
  readonly chosen: ReadonlyMap<number, number>;
  /** Words behind 'Other', by question. */
  readonly words: ReadonlyMap<number, string>;
  readonly comment: string;
}

export const EMPTY_DRAFT: Draft = { chosen: new Map(), words: new Map(), comment: '' };

export type DraftChange =
  | { readonly type: 'chosen'; readonly questionId: number; readonly optionId: number }
  | { readonly type: 'worded'; readonly questionId: number; readonly text: string }
  | { readonly type: 'commented'; readonly comment: string };

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case 'chosen':
      return { ...draft, chosen: new Map(draft.chosen).set(change.questionId, change.optionId) };
    case 'worded':
      return { ...draft, words: new Map(draft.words).set(change.questionId, change.text) };
    case 'commented':
      return { ...draft, comment: change.comment };
  }
}

/** Whether the option chosen asks for words of one's own. */
export function isWordsAsked(question: Question, draft: Draft): boolean {
  const chosen = question.options.find(({ id }) => id === draft.chosen.get(question.id));
  return chosen !== undefined && isOtherOption(chosen.text);
}

/** What is sent: only what was answered, words only where they are asked for, no empty comment (row SURV-09). */
export function submissionOf(questions: readonly Question[], draft: Draft): SurveySubmission {
  const answers = questions.flatMap((question) => {
    const optionId = draft.chosen.get(question.id);
    if (optionId === undefined) return [];
    const freeText = isWordsAsked(question, draft) ? (draft.words.get(question.id) ?? '').trim() : '';
    return [{ questionId: question.id, optionId, ...(freeText === '' ? {} : { freeText }) }];
  });
  const comment = draft.comment.trim();
  return { answers, ...(comment === '' ? {} : { comment }) };
}

/** What is said after it was sent: without an answer it earns nothing, and cannot be sent again. */
export function thanksFor({ answers, comment }: SurveySubmission, checksReward: number): string {
  if (answers.length > 0) return 'Thank you for your answers.';
  const isPaid = checksReward > 0;
  if (comment === undefined) return isPaid ? 'Sent without answers, so no checks were added.' : 'Sent without answers.';
  return `Thank you for your comment.${isPaid ? ' No question was answered, so no checks were added.' : ''}`;
}
