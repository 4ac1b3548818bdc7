import { z } from 'zod';
import { User } from '../user/user.ts';
import { addressText } from '../wire/address-text.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckChanges } from './check-changes.ts';
import { HistoryItem } from './history-item.ts';

export const CheckRequest = z
  .object({
    address: addressText(),
    ticker: z.string().trim().min(1).max(32),
    parent: z.string().trim().max(32).nullable().default(null),
    subticker: z.string().trim().max(32).nullable().default(null),
    /** Name of the asset as the visitor saw it; the catalogue's own name is what is stored. */
    name: z.string().max(200).nullable().default(null),
  })
  .meta({
    id: 'CheckRequest',
    examples: [
      { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ticker: 'BTC', parent: null },
      { address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96', ticker: 'USDT', parent: 'ETH', name: 'Tether' },
    ],
  });
export type CheckRequest = z.input<typeof CheckRequest>;

/** Optional. The same key with the same request answers the check it started first, and spends nothing again. */
export const CheckHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional(),
  /** `wait=1`: answer within so many whole seconds, at most 15; `respond-async`: at once (RFC 7240). */
  prefer: z.string().max(256).optional(),
});

/** The check that was started, without its result. */
export const StartedCheck = HistoryItem.extend({
  /** 1 to 5 stars, 0 is N/A; null while the check runs. */
  riskscore: HistoryItem.shape.riskscore.nullable(),
}).meta({ id: 'StartedCheck' });

export const CheckData = z
  .object({
    user: User,
    asset: StartedCheck,
    status: z.enum(['done', 'running']),
    /** Whether this check was taken from the balance; a running one is reserved and may still be given back. */
    charged: z.boolean(),
    /** What is different from the same user's last result for this address and asset; null without one. */
    changes: CheckChanges.nullable().optional(),
  })
  .meta({ id: 'CheckData' });
export type CheckData = z.infer<typeof CheckData>;

/**
 * POST /monitor/check (row API-09): checks one address. Answers within 15 s: 200 with the finished check, or 202 with
 * its `sub_id` and status `running`, to be followed at GET /monitor/check/{sub_id}.
 */
export const Check = {
  method: 'POST',
  path: '/monitor/check',
  summary: 'Check an address',
  description:
    'Answers within 15 s: 200 with the finished check, or 202 while it runs. The same address and asset within 24 hours is free; a check that fails or ends without a rating is given back.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'check' },
  headers: CheckHeaders,
  body: CheckRequest,
  answers: { 200: success(CheckData), 202: success(CheckData) },
  errors: [
    'NotEnoughChecks',
    'CheckCancelled',
    'IdempotencyKeyReused',
    'InvalidAddress',
    'SecretNotAddress',
    'TransactionNotAddress',
    'UnknownAsset',
    'TooManyChecks',
    'UnchargedLimitReached',
    'CheckFailed',
    'LabelsNotLoaded',
    'Overloaded',
  ],
} as const satisfies Contract;
