import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { HistoryItem } from './history-item.ts';

/** How many GET /monitor/history answers. */
export const HISTORY_NEWEST = 100;

export const HistoryData = z.array(HistoryItem);
export type HistoryData = z.infer<typeof HistoryData>;

/** GET /monitor/history (row API-11): the caller's newest 100 finished checks, newest first. */
export const History = {
  method: 'GET',
  path: '/monitor/history',
  answers: { 200: success(HistoryData) },
  errors: ['Unauthorized', 'RoleNotAllowed', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
