import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

export const SurveyStatusData = z.object({ completed: z.boolean() }).meta({ id: 'SurveyStatus' });

/** GET /survey/status (row API-26): whether the caller has taken the survey. */
export const SurveyStatus = {
  method: 'GET',
  path: '/survey/status',
  summary: 'Whether one has taken the survey',
  tag: 'survey',
  limit: 'reads',
  answers: { 200: success(SurveyStatusData) },
} as const satisfies Contract;
