import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

export const SurveyStatusData = z.object({ completed: z.boolean() }).meta({ id: 'SurveyStatus' });
export type SurveyStatusData = z.infer<typeof SurveyStatusData>;

/** GET /survey/status (row API-26): whether the caller has taken the survey. */
export const SurveyStatus = {
  method: 'GET',
  path: '/survey/status',
  answers: { 200: success(SurveyStatusData) },
  errors: ['Unauthorized', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
