import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckStateParams } from './check-state.ts';

/** The stars of a finished check by the other version of the method. Never part of the result, nor of its certificate. */
export const VersionComparison = z
  .object({
    /** The version that the result was not made by. */
    method_version: z.enum(['1', '2']),
    /** 1 to 5, 0 for a result without rating; null where it cannot be compared. */
    riskscore: z.int().min(0).max(5).nullable(),
    total: z.number().nullable(),
    /** One sentence: what it was computed from, or why it cannot be compared. */
    note: z.string(),
  })
  .meta({ id: 'VersionComparison' });
export type VersionComparison = z.infer<typeof VersionComparison>;

/** GET: for the owner alone; computed at each call, from the records and lists of the result, and free. */
export const CompareVersions = {
  method: 'GET',
  path: '/monitor/check/:sub_id/by-other-version',
  summary: 'Read the stars of one’s own check by the other version of the method',
  description: 'Computed at each call from the records and lists of the result; free, and never part of it.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'read' },
  params: CheckStateParams,
  answers: { 200: success(VersionComparison) },
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing'],
} as const satisfies Contract;
