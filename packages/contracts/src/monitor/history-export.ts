import type { ErrorName } from '../wire/errors.ts';

/**
 * GET /monitor/history/export: every finished check of the caller as CSV (RFC 4180, UTF-8), newest first. Text that a
 * spreadsheet would run as a formula is prefixed with an apostrophe. Answers a file, not the data envelope: link to it.
 */
export const HistoryExport = {
  method: 'GET',
  path: '/monitor/history/export',
  contentType: 'text/csv; charset=utf-8',
  errors: ['Unauthorized', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
