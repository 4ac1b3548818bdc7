import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { HistoryPageQuery } from './history-page.ts';

export const HistoryExportQuery = HistoryPageQuery.pick({ search: true }).extend({
  /** IANA name of the zone that dates in the search are of. A link to a file sends no headers. */
  time_zone: z.string().max(64).default('UTC'),
});

/**
 * GET /monitor/history/export: every finished check of the caller, or those a search finds, as
 * CSV (RFC 4180, UTF-8), newest first. Text that a
 * spreadsheet would run as a formula is prefixed with an apostrophe. Answers a file, not the data envelope: link to it.
 */
export const HistoryExport = {
  method: 'GET',
  path: '/monitor/history/export',
  summary: 'One’s checks as CSV, all or those a search finds',
  tag: 'monitor',
  limit: 'exports',
  needs: { permission: 'export', stepUp: 'always' },
  query: HistoryExportQuery,
  contentType: 'text/csv; charset=utf-8',
  errors: ['SecretNotAddress'],
} as const satisfies Contract;
