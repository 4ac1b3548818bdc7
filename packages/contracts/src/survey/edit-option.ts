import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { ById, Removed } from './edit-question.ts';
import { SortOrder, SurveyId, SurveyOption, words } from './question.ts';
import { SURVEY_OPTION_MAX } from './survey-texts.ts';

export const OptionBody = z
  .object({
    /** Without it a new option. */
    id: SurveyId.optional(),
    questionId: SurveyId,
    text: words(1, SURVEY_OPTION_MAX),
    sortOrder: SortOrder,
  })
  .meta({ examples: [{ questionId: 1, text: 'From a friend', sortOrder: 1 }] });

/** POST /survey/admin/option/upsert (row API-31): answers the stored option. An option stays with its question. */
export const UpsertOption = {
  method: 'POST',
  path: '/survey/admin/option/upsert',
  summary: 'Add or change an option',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  body: OptionBody,
  answers: { 200: success(SurveyOption) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /survey/admin/option/delete (row API-32): it is offered no more; answers that were given stay. */
export const DeleteOption = {
  method: 'POST',
  path: '/survey/admin/option/delete',
  summary: 'Remove an option; answers that were given stay',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  query: ById,
  answers: { 200: success(Removed) },
  errors: ['NotFound'],
} as const satisfies Contract;
