import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { SurveyId, words } from './question.ts';
import { SurveyStatusData } from './status.ts';
import { SURVEY_COMMENT_MAX, SURVEY_FREE_TEXT_MAX } from './survey-texts.ts';

/** Most answers of one submission. */
const ANSWERS_MAX = 100;

/** What was chosen for one question (row ENT-14). */
export const SurveyAnswer = z.object({
  questionId: SurveyId,
  /** Null leaves the question unanswered. */
  optionId: SurveyId.nullable(),
  /** Only for an option that is 'Other'. */
  freeText: words(0, SURVEY_FREE_TEXT_MAX).nullish(),
});

export const SurveySubmission = z
  .object({
    /** At most one a question; a question may stay unanswered. */
    answers: z
      .array(SurveyAnswer)
      .max(ANSWERS_MAX)
      .refine(
        (answers) => new Set(answers.map(({ questionId }) => questionId)).size === answers.length,
        'answers a question twice',
      ),
    comment: words(0, SURVEY_COMMENT_MAX).optional(),
  })
  .meta({ id: 'SurveySubmission', examples: [{ answers: [{ questionId: 1, optionId: 2 }], comment: 'Clear.' }] });
export type SurveySubmission = z.input<typeof SurveySubmission>;

/**
 * POST /survey/submit (row API-28): keeps the answers and gives the checks, once a person. A second submission changes
 * nothing and is answered as the first one was.
 */
export const SubmitSurvey = {
  method: 'POST',
  path: '/survey/submit',
  summary: 'Take the survey, once',
  description: 'For who has not used a check yet. Again, it changes nothing and is answered the same.',
  tag: 'survey',
  limit: 'surveySubmits',
  body: SurveySubmission,
  answers: { 200: success(SurveyStatusData) },
  errors: ['SurveyNotOffered', 'NoFreeChecksToday', 'SecretNotAddress'],
} as const satisfies Contract;
