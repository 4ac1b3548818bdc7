import { z } from 'zod';
import { addressText } from '../wire/address-text.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { Check } from './check.ts';
import { FormerResult } from './check-result.ts';

/** An amount in whole units of the asset, such as `1250.5`: more than zero, at most 30 digits before the point. */
export const AMOUNT_TEXT = /^(?=.*[1-9])\d{1,30}(?:\.\d{1,30})?$/;

export const PlannedRequest = z
  .object({
    /** The other end: who would receive a withdrawal, or pay a deposit. */
    address: addressText(),
    ticker: z.string().trim().min(1).max(32),
    parent: z.string().trim().max(32).nullable().default(null),
    amount: z.string().trim().regex(AMOUNT_TEXT),
    direction: z.enum(['deposit', 'withdrawal']),
    /** The own wallet, whose stars before and after are answered; null where none is named. */
    wallet: addressText().nullable().default(null),
  })
  .meta({
    id: 'PlannedRequest',
    examples: [
      {
        ...{ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC', amount: '0.5', direction: 'withdrawal' },
        wallet: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      },
    ],
  });
export type PlannedRequest = z.input<typeof PlannedRequest>;

/** Stars and what is said of them in a line. */
export const PlannedRating = z
  .object({
    /** 1 to 5 stars, 0 is N/A. */
    riskscore: FormerResult.shape.riskscore,
    total: FormerResult.shape.total,
    verdict: FormerResult.shape.verdict,
    texts: z.object({ headline: z.string() }),
    text_set: FormerResult.shape.text_set,
    labels: FormerResult.shape.labels,
    cause: FormerResult.shape.cause,
    coverage: FormerResult.shape.coverage,
    confidence: FormerResult.shape.confidence,
    signals: FormerResult.shape.signals,
  })
  .meta({ id: 'PlannedRating' });
export type PlannedRating = z.infer<typeof PlannedRating>;

/** What a planned payment is rated, and what it would change (docs/method/transactions, section 9). */
export const PlannedResult = z
  .object({
    ticker: z.string(),
    parent: z.string().nullable(),
    decimals: z.number().int().nonnegative(),
    /** Canonical form. */
    address: z.string(),
    direction: PlannedRequest.shape.direction,
    /** Base units. */
    amount: z.string(),
    /** Of the deposit, or of the address that a withdrawal would pay. */
    payment: PlannedRating,
    wallet: z.object({ address: z.string(), before: PlannedRating, after: PlannedRating }).nullable(),
    records_held: z.string(),
    method_version: z.string(),
    label_set_version: z.string(),
  })
  .meta({ id: 'PlannedResult' });
export type PlannedResult = z.infer<typeof PlannedResult>;

/** A check that a planned payment started or found, of one of its addresses. */
const PlannedCheck = z.object({
  sub_id: z.string(),
  address: z.string(),
  /** Whether it is new; else it was running already. */
  is_new: z.boolean(),
});

export const PlannedData = z
  .object({
    result: PlannedResult,
    /** One for each address; each costs a check, unless it is free, and is given back where it has no rating. */
    checks: z.array(PlannedCheck),
  })
  .meta({ id: 'PlannedData' });
export type PlannedData = z.infer<typeof PlannedData>;

/** POST /monitor/check-planned: rates a payment before it happens, and starts a check of each of its addresses. */
export const CheckPlanned = {
  method: 'POST',
  path: '/monitor/check-planned',
  summary: 'Rate a payment before it happens',
  description:
    'Says which stars the own wallet has before and after it, once a check of each address has ended, which costs what a check of that address costs.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'check' },
  body: PlannedRequest,
  answers: { 200: success(PlannedData) },
  errors: [...Check.errors.filter((name) => name !== 'IdempotencyKeyReused'), 'PlannedNotRated'],
} as const satisfies Contract;
