import { z } from 'zod';
import { AMOUNT_TEXT } from '../monitor/check-planned.ts';
import { addressText } from '../wire/address-text.ts';
import { idempotencyHeaders, pageOf, pageQuery, SCOPED_PROBLEMS, type V1Contract } from './calls.ts';
import { CHECK_ID, CheckV1, CREATE_PROBLEMS, Reference, WISH_FIELDS } from './checks.ts';
import { WITHDRAWAL_ATTEMPT, WITHDRAWAL_REQUEST } from './withdrawal-examples.ts';

/** Ids of withdrawal attempts of the public API. */
export const WITHDRAWAL_ATTEMPT_ID = /^wat_[0-9A-Za-z]{20}$/;

const { asset, network, reference, metadata } = WISH_FIELDS;
const address = addressText();

export const CreateWithdrawalAttemptV1Body = z
  .strictObject({
    address: address.describe('Where the money would go, in any form its network knows.'),
    amount: z
      .string()
      .trim()
      .regex(/^\d{1,30}(?:\.\d{1,30})?$/)
      // In two steps: what makes requests of the document reads no pattern that looks ahead.
      .refine((text) => AMOUNT_TEXT.test(text), 'has to be more than zero')
      .describe('What would be paid, in whole units of the asset, such as `250.5`; more than zero.'),
    from: address
      .nullable()
      .default(null)
      .describe('Your wallet that would pay; with it, its stars before and after the payment are answered.'),
    ...{ asset, network, reference, metadata },
  })
  .meta({ id: 'CreateWithdrawalAttempt', examples: [WITHDRAWAL_REQUEST] });

const check = CheckV1.shape;
const RATING = { stars: check.stars, score: check.score, not_rated_reason: check.not_rated_reason };
const verdict = check.verdict.unwrap().describe('The risk in a word.');

const WalletStars = z.object({ ...RATING, verdict });

/** A payment before it happens: what the address that it would pay is rated, and what it would do to the own wallet. */
export const WithdrawalAttemptV1 = z
  .object({
    id: z.string().describe('`wat_` and 20 characters. It opens nothing without a key of the workspace.'),
    object: z.literal('withdrawal_attempt'),
    mode: check.mode,
    created_at: check.created_at,
    address: z.string().describe('Where the money would go, in canonical form.'),
    from: z.string().nullable().describe('Your wallet, in canonical form; null where none was named.'),
    asset: check.asset,
    network: check.network,
    amount: z.string().describe('In whole units of the asset, as it was sent.'),
    amount_base_units: z.string().regex(/^\d+$/).describe('The same in base units of the asset.'),
    api_key: check.api_key,
    reference: check.reference,
    metadata: check.metadata,
    ...RATING,
    verdict,
    headline: z.string().describe('The rating in a sentence.'),
    coverage: check.coverage.unwrap().describe('Shares of all value: with a label, clean, and not followed to an end.'),
    confidence: check.confidence.unwrap().describe('How sure the rating is.'),
    exposures: check.exposures
      .unwrap()
      .describe('Shares of all value of `address` by category, in both directions; amounts are null.'),
    labels: check.labels.unwrap().describe('Labels of `address` itself.'),
    before: WalletStars.nullable().describe('Stars of your wallet as it is; null where none was named.'),
    after: WalletStars.nullable().describe('Its stars with this payment among its records; null where none was named.'),
    method_version: z.string().describe('Version of the method that rated it.'),
    label_set_version: z.string().describe('Version of the labels that were used.'),
    checks: z
      .array(z.string().regex(CHECK_ID))
      .describe('Ids of the checks of `address` and of `from`, in this order; none in test mode.'),
    checks_charged: z
      .number()
      .int()
      .min(0)
      .describe('How many of them cost a check: a repeat within 24 hours and one without a rating cost none.'),
  })
  .meta({ id: 'WithdrawalAttempt', examples: [WITHDRAWAL_ATTEMPT] });
export type WithdrawalAttemptV1 = z.infer<typeof WithdrawalAttemptV1>;

const WithdrawalAttemptListV1 = pageOf(WithdrawalAttemptV1);

/**
 * POST /v1/withdrawal_attempts: rates a payment before it happens (docs/method/transactions, section 9). It costs a
 * check of each address that is named.
 */
export const CreateWithdrawalAttemptV1 = {
  method: 'POST',
  path: '/v1/withdrawal_attempts',
  summary: 'Create a withdrawal attempt',
  description:
    'Rates a payment before it happens: the address that it would pay, and what it would do to the wallet that would pay it. Each of the two is a check: the same address within 24 hours is free, and one that cannot be rated costs nothing. Nothing is sent to any chain.',
  tag: 'withdrawals',
  scope: 'checks:write',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  body: CreateWithdrawalAttemptV1Body,
  answers: { 201: WithdrawalAttemptV1 },
  problems: [
    ...CREATE_PROBLEMS,
    'amount_too_fine',
    'burn_address',
    'invalid_address',
    'records_missing',
    'same_address',
    'test_address_required',
    'too_many_coins',
    'transaction_not_address',
  ],
} as const satisfies V1Contract;

/** GET /v1/withdrawal_attempts/{id}: what was answered then, and what its checks cost by now. */
export const RetrieveWithdrawalAttemptV1 = {
  method: 'GET',
  path: '/v1/withdrawal_attempts/:id',
  summary: 'Retrieve a withdrawal attempt',
  description:
    'As it was answered when it was made; only what its checks cost is of now. Once they have ended it has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
  tag: 'withdrawals',
  scope: 'checks:read',
  answersTestKeys: true,
  hasETag: true,
  headers: z.object({
    'if-none-match': z.string().optional().describe('The `ETag` of the answer that you have.'),
  }),
  params: z.object({ id: z.string().regex(WITHDRAWAL_ATTEMPT_ID).describe('Id of the withdrawal attempt.') }),
  answers: { 200: WithdrawalAttemptV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/withdrawal_attempts: those that keys of the workspace made in the mode of this one, the newest first. */
export const ListWithdrawalAttemptsV1 = {
  method: 'GET',
  path: '/v1/withdrawal_attempts',
  summary: 'List withdrawal attempts',
  description: 'Withdrawal attempts that keys of the workspace made in the mode of this one, the newest first.',
  tag: 'withdrawals',
  scope: 'checks:read',
  answersTestKeys: true,
  query: pageQuery.extend({
    reference: Reference.optional().describe('Only those with exactly this reference.'),
  }),
  answers: { 200: WithdrawalAttemptListV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request'],
} as const satisfies V1Contract;
