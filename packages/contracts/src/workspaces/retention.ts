import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { lineText } from '../wire/stored-text.ts';
import { RETENTION_DAYS, RETENTION_LAW } from './retention-limits.ts';

export const RetentionWish = z.object({
  /** Checks and planned withdrawals are kept for so many days. */
  days: z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max),
  /** The law that asks for it, with the section. */
  law: lineText().min(RETENTION_LAW.min).max(RETENTION_LAW.max),
});

export const SaveRetentionBody = z
  .object({
    /** Null: as long as this installation keeps everybody's. What is older then is removed within the hour. */
    retention: RetentionWish.nullable(),
  })
  .meta({
    id: 'SaveRetentionBody',
    examples: [{ retention: { days: 1827, law: 'Money Laundering and Terrorist Financing Prevention Act, § 47' } }],
  });

export const RetentionData = z.object({
  retention: RetentionWish.extend({
    /** Email of the member who set it; null once the account was deleted. */
    set_by: z.string().nullable(),
    set_at: z.iso.datetime(),
  }).nullable(),
  /** For how many days this installation keeps everybody's. */
  usual_days: z.int(),
});
export type RetentionData = z.infer<typeof RetentionData>;

/** GET /workspace/retention: for how long the selected company keeps its checks and planned withdrawals. */
export const ReadRetention = {
  method: 'GET',
  path: '/workspace/retention',
  summary: 'For how long the selected workspace keeps its checks',
  tag: 'workspace',
  limit: 'reads',
  needs: { permission: 'settings' },
  answers: { 200: success(RetentionData) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** PUT /workspace/retention: replaces it. What is older than the new time is removed within the hour. */
export const SaveRetention = {
  method: 'PUT',
  path: '/workspace/retention',
  summary: 'Replace for how long the selected workspace keeps its checks',
  tag: 'workspace',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'settings', stepUp: 'always' },
  body: SaveRetentionBody,
  answers: { 200: success(RetentionData) },
  errors: ['NotFound', 'SecretNotAddress'],
} as const satisfies Contract;
