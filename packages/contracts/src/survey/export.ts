import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** One submission as a flat record: every record has the same keys, and they become the columns (row SURV-15). */
export const SurveyExportData = z.array(z.record(z.string(), z.union([z.string(), z.number()])));

/** GET /survey/admin/export (row API-33): every submission, oldest first, without who made it. */
export const SurveyExport = {
  method: 'GET',
  path: '/survey/admin/export',
  summary: 'Every submission as flat records',
  tag: 'survey',
  limit: 'exports',
  needs: { admin: true, stepUp: 'always' },
  answers: { 200: success(SurveyExportData) },
} as const satisfies Contract;
