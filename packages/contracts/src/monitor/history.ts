import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { HistoryItem } from './history-item.ts';

/** How many GET /monitor/history answers. */
export const HISTORY_NEWEST = 100;

export const HistoryData = z.array(HistoryItem);

/** GET /monitor/history (row API-11): the caller's newest 100 finished checks, newest first. */
export const History = {
  method: 'GET',
  path: '/monitor/history',
  summary: 'One’s newest 100 checks',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'read' },
  answers: { 200: success(HistoryData) },
} as const satisfies Contract;
