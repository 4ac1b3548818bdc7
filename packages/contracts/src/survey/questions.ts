import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { SurveyQuestion } from './question.ts';

export const SurveyQuestionsData = z.array(SurveyQuestion);

/** GET /survey/questions (row API-25): the active questions, as they are asked. */
export const SurveyQuestions = {
  method: 'GET',
  path: '/survey/questions',
  summary: 'What the survey asks',
  tag: 'survey',
  limit: 'reads',
  answers: { 200: success(SurveyQuestionsData) },
} as const satisfies Contract;

/** GET /survey/admin/questions: the inactive ones too, for the editor. */
export const SurveyAdminQuestions = {
  method: 'GET',
  path: '/survey/admin/questions',
  summary: 'Every question of the survey, inactive ones too',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  answers: { 200: success(SurveyQuestionsData) },
} as const satisfies Contract;
