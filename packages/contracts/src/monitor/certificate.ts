import { z } from 'zod';
import type { ErrorName } from '../errors.ts';
import { CheckStateParams } from './check-state.ts';

/**
 * GET /monitor/check/{sub_id}/certificate.json: the canonical result of a finished check, signed. Needs no account: the
 * id opens it. The bytes never change; `@assay/certificate` reads and verifies them.
 */
export const ReadCertificate = {
  method: 'GET',
  path: '/monitor/check/:sub_id/certificate.json',
  params: CheckStateParams,
  answers: { 200: z.any().describe('The certificate') },
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
