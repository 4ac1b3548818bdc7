import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { SurveyId } from './question.ts';

/** Comments on a page. */
export const COMMENTS_PAGE_SIZE = 15;

export const SurveyResponsesQuery = z.object({
  /** Page of the comments, from 1. */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** How often an option was chosen. */
export const OptionTally = z.object({
  id: SurveyId,
  text: z.string(),
  count: z.number().int().nonnegative(),
  /** Of those who answered the question, 0 to 1; 0 where nobody did. */
  share: z.number().min(0).max(1),
  /** Deleted since it was chosen. */
  isRemoved: z.boolean(),
});

export const QuestionTally = z.object({
  id: SurveyId,
  title: z.string(),
  /** People who answered it. */
  answered: z.number().int().nonnegative(),
  isActive: z.boolean(),
  isRemoved: z.boolean(),
  options: z.array(OptionTally),
});
export type QuestionTally = z.infer<typeof QuestionTally>;

/** What somebody wrote, without saying who. */
export const SurveyComment = z.object({
  id: SurveyId,
  at: z.iso.datetime(),
  comment: z.string().nullable(),
  /** Words behind 'Other'. */
  freeTexts: z.array(z.object({ question: z.string(), text: z.string() })),
});
export type SurveyComment = z.infer<typeof SurveyComment>;

export const SurveyResponsesData = z
  .object({
    /** Submissions so far. */
    total: z.number().int().nonnegative(),
    /** When the first and the last came; null without any. */
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    /** Those asked now, and those that were answered before. */
    questions: z.array(QuestionTally),
    /** Submissions with words of their own, newest first. */
    comments: z.object({
      items: z.array(SurveyComment),
      meta: z.object({
        /** At least 1. */
        totalPages: z.number().int().min(1),
        total: z.number().int().nonnegative(),
        page: z.number().int(),
      }),
    }),
  })
  .meta({ id: 'SurveyResponses' });
export type SurveyResponsesData = z.infer<typeof SurveyResponsesData>;

/** GET /survey/admin/responses: what the Feedback tab shows (GAP-04, GAP-14). */
export const SurveyResponses = {
  method: 'GET',
  path: '/survey/admin/responses',
  summary: 'Counts, shares and comments of the survey',
  tag: 'survey',
  limit: 'reads',
  needs: { admin: true },
  query: SurveyResponsesQuery,
  answers: { 200: success(SurveyResponsesData) },
} as const satisfies Contract;
