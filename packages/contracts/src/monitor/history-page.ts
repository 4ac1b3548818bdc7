import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { HistoryItem } from './history-item.ts';

/** Checks on a page by default. */
export const HISTORY_PAGE_SIZE = 15;
/** Most checks on a page. */
export const HISTORY_PAGE_MAX = 200;

export const HistoryPageQuery = z.object({
  /** Page size: the specification's name for it. */
  offset: z.coerce.number().int().min(1).max(HISTORY_PAGE_MAX).default(HISTORY_PAGE_SIZE),
  /** Counts from 1. Beyond the last page `items` is empty. */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** Parts of ticker, name, parent, address, id or date ('12 Mar 2026'); every word must be found. */
  search: z.string().trim().max(120).default(''),
});

export const HistoryPageData = z
  .object({
    items: z.array(HistoryItem),
    meta: z.object({
      /** At least 1, also where nothing was found. */
      totalPages: z.number().int().min(1),
      /** Checks found over all pages. */
      total: z.number().int().nonnegative(),
      page: z.number().int(),
      offset: z.number().int(),
    }),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPageData = z.infer<typeof HistoryPageData>;

/** GET /monitor/history/pagination (row API-12): the caller's finished checks, newest first. */
export const HistoryPage = {
  method: 'GET',
  path: '/monitor/history/pagination',
  summary: 'A page of one’s checks',
  description: 'Newest first. `offset` is the page size, at most 200.',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'read' },
  query: HistoryPageQuery,
  answers: { 200: success(HistoryPageData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;
