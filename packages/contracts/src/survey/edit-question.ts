import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { SortOrder, SurveyId, SurveyQuestion, words } from './question.ts';
import { SURVEY_TITLE_MAX } from './survey-texts.ts';

export const QuestionBody = z
  .object({
    /** Without it a new question. */
    id: SurveyId.optional(),
    title: words(1, SURVEY_TITLE_MAX),
    sortOrder: SortOrder,
    isActive: z.boolean(),
  })
  .meta({ examples: [{ title: 'How did you hear of us?', sortOrder: 1, isActive: true }] });

/** POST /survey/admin/question/upsert (row API-29): answers the stored question. */
export const UpsertQuestion = {
  method: 'POST',
  path: '/survey/admin/question/upsert',
  summary: 'Add or change a question',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  body: QuestionBody,
  answers: { 200: success(SurveyQuestion) },
  errors: ['NotFound'],
} as const satisfies Contract;

export const ById = z.object({ id: z.coerce.number().pipe(SurveyId) });

export const Removed = z.object({ removed: z.literal(true) });

/** POST /survey/admin/question/delete (row API-30): it is asked no more; answers that were given stay. */
export const DeleteQuestion = {
  method: 'POST',
  path: '/survey/admin/question/delete',
  summary: 'Remove a question; answers that were given stay',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  query: ById,
  answers: { 200: success(Removed) },
  errors: ['NotFound'],
} as const satisfies Contract;
