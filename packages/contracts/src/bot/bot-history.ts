import { z } from 'zod';
import { HistoryPageData } from '../monitor/history-page.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { BotUserParams } from './bot-account.ts';

/** Checks on a page of the chat by default, and at most. */
export const BOT_HISTORY_PAGE_SIZE = 5;
export const BOT_HISTORY_PAGE_MAX = 50;

export const BotHistoryQuery = z.object({
  /** Page size, as in GET /monitor/history/pagination. */
  offset: z.coerce.number().int().min(1).max(BOT_HISTORY_PAGE_MAX).default(BOT_HISTORY_PAGE_SIZE),
  /** Counts from 1. Beyond the last page `items` is empty. */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** GET /bot/users/{user_id}/history: finished checks, newest first: of the joined account, else of the chat. */
export const BotHistory = {
  method: 'GET',
  path: '/bot/users/:user_id/history',
  summary: 'A page of the checks of a chat',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  query: BotHistoryQuery,
  answers: { 200: success(HistoryPageData) },
  errors: ['Overloaded'],
} as const satisfies Contract;
