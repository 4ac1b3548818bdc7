import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { SurveyQuestion } from './question.ts';

export const SurveyQuestionsData = z.array(SurveyQuestion);
export type SurveyQuestionsData = z.infer<typeof SurveyQuestionsData>;

/** GET /survey/questions (row API-25): the active questions, as they are asked. */
export const SurveyQuestions = {
  method: 'GET',
  path: '/survey/questions',
  answers: { 200: success(SurveyQuestionsData) },
  errors: ['Unauthorized', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** GET /survey/admin/questions: the inactive ones too, for the editor. */
export const SurveyAdminQuestions = {
  method: 'GET',
  path: '/survey/admin/questions',
  answers: { 200: success(SurveyQuestionsData) },
  errors: ['Unauthorized', 'AdminOnly', 'FactorNeeded', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
