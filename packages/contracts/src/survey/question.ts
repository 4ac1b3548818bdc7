import { z } from 'zod';

/** Ids of the database: positive, and no larger than PostgreSQL's integer. */
export const SurveyId = z.number().int().min(1).max(2_147_483_647);

/** Position in a list; the lower comes first, and of equals the older. */
export const SortOrder = z.number().int().min(0).max(10_000);

/** One choice of a question (row ENT-13). */
export const SurveyOption = z
  .object({ id: SurveyId, questionId: SurveyId, text: z.string(), sortOrder: SortOrder })
  .meta({ id: 'SurveyOption' });
export type SurveyOption = z.infer<typeof SurveyOption>;

/** A question with its choices, in the order they are shown (row ENT-13). */
export const SurveyQuestion = z
  .object({
    id: SurveyId,
    title: z.string(),
    sortOrder: SortOrder,
    isActive: z.boolean(),
    options: z.array(SurveyOption),
  })
  .meta({ id: 'SurveyQuestion' });
export type SurveyQuestion = z.infer<typeof SurveyQuestion>;

/** Words of a person: trimmed, and nothing PostgreSQL cannot hold. */
export function words(least: number, most: number) {
  return z
    .string()
    .trim()
    .min(least)
    .max(most)
    .refine((text) => !text.includes('\0'), 'must not hold a null character');
}
