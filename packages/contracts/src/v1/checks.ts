import { API_MODES, CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { DirectionEvidence } from '../monitor/check-result.ts';
import { ResultLabel } from '../monitor/result-evidence.ts';
import { addressText } from '../wire/address-text.ts';
import { storedText } from '../wire/stored-text.ts';
import {
  IDEMPOTENCY_PROBLEMS,
  idempotencyHeaders,
  pageOf,
  pageQuery,
  SCOPED_PROBLEMS,
  type V1Contract,
} from './calls.ts';
import { CHECK, CHECK_REQUEST } from './examples.ts';
import type { ProblemCode } from './problem.ts';

/** Ids of checks of the public API. */
export const CHECK_ID = /^chk_[0-9A-Za-z]{20}$/;

/** The client's own facts about a check: up to 20 texts, carried along and never read. */
export const Metadata = z
  .record(z.string().regex(/^[\w.-]{1,40}$/), storedText().max(500))
  .refine((values) => Object.keys(values).length <= 20, 'has more than 20 entries');

export const Reference = storedText().trim().min(1).max(200);

/** What may be asked for beside the default fields. */
export const EXPANSIONS = ['evidence'] as const;
export type Expansion = (typeof EXPANSIONS)[number];
export const Expand = z
  .union([z.enum(EXPANSIONS), z.array(z.enum(EXPANSIONS)).max(EXPANSIONS.length)])
  .transform((one) => (typeof one === 'string' ? [one] : one))
  .default([])
  .describe('What the answer holds beside the default fields.');

/** What the request for a check of either kind says beside its subject. */
export const WISH_FIELDS = {
  asset: z.string().trim().min(1).max(32).describe('Ticker of the asset, such as `USDT`.'),
  network: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .nullable()
    .default(null)
    .describe('The network it moves on, such as `TRX`. May be left out where the asset is on one network only.'),
  reference: Reference.nullable()
    .default(null)
    .describe('The client’s own id for it, such as that of a deposit; a list can be asked for it: `?reference=`.'),
  metadata: Metadata.default({}).describe(
    'Your own facts: up to 20 texts of at most 500 characters, carried along and never read.',
  ),
  wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(15)
    .default(15)
    .describe('Most seconds to wait for the result, 0 to 15; what takes longer is answered as `running`.'),
  expand: Expand,
};

export const CreateCheckV1Body = z
  .strictObject({
    address: addressText().describe('The wallet address, in any form its network knows.'),
    ...WISH_FIELDS,
  })
  .meta({
    id: 'CreateCheck',
    examples: [CHECK_REQUEST, { address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96', asset: 'USDT', network: 'ETH' }],
  });

const share = z.number().min(0).max(1.000001);

const Exposure = z.object({
  category: z
    .enum(CATEGORY_IDS)
    .or(z.enum(RESIDUAL_IDS))
    .describe('A category of the method, or a residual such as `unknown_origin`.'),
  title: z.string().describe('Name of the category.'),
  risk: z.enum(['high', 'mid', 'low', 'none']).describe('Risk group of the category; `none` for residuals.'),
  share: share.describe('Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1.'),
  amount_usd: z
    .number()
    .nullable()
    .describe('US dollars at the prices of the days it moved; null where no price is known.'),
});

/** A check of the public API. Fields that the result fills are null until `status` is `completed`. */
export const CheckV1 = z
  .object({
    id: z.string().describe('`chk_` and 20 characters. It opens nothing without a key of the workspace.'),
    object: z.literal('check'),
    mode: z.enum(API_MODES).describe('`test` for a check by a test key: it says nothing about any address.'),
    status: z.enum(['running', 'completed', 'failed']).describe('The last two are final.'),
    created_at: z.iso.datetime().describe('When it was requested.'),
    address: z.string().describe('Canonical form.'),
    asset: z.string().describe('Ticker of the asset.'),
    network: z.string().describe('Id of the network.'),
    api_key: z.string().describe('Id of the key that asked for it.'),
    reference: z.string().nullable().describe('Your own id for it, as it was sent.'),
    metadata: z.record(z.string(), z.string()).describe('Your own facts, as they were sent.'),
    progress: z.number().min(0).max(1).describe('0 to 1 while it runs; 1 afterwards.'),
    charged: z
      .boolean()
      .describe(
        'Whether it costs a check: a repeat within 24 hours, a failed check, one without a rating and a test cost none.',
      ),
    failure: z
      .object({
        code: z.string().describe('Stable; decide by this.'),
        message: z.string().describe('What happened, in words.'),
      })
      .nullable()
      .describe('Why a failed check failed; null for others.'),
    stars: z
      .number()
      .int()
      .min(1)
      .max(5)
      .nullable()
      .describe('1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`.'),
    score: z.number().min(0).max(100).nullable().describe('Risk from 0 to 100; null where not rated.'),
    verdict: z.enum(['low', 'medium', 'high', 'not_rated']).nullable().describe('The risk in a word.'),
    not_rated_reason: z
      .enum(['no_records', 'not_traceable', 'sources_failed', 'too_little_attributed', 'burn_address'])
      .nullable()
      .describe('Why there are no stars; null for a rating.'),
    summary: z
      .object({
        headline: z.string().describe('The result in a sentence.'),
        why: z.string().describe('Which rule decided.'),
        advice: z.string().nullable().describe('What to do, in a line.'),
        would_change: z
          .array(z.string())
          .describe(
            'What would make the result another one. Unless its own label decides, the first says the smallest change of a share, a path or a label that moves the stars.',
          ),
      })
      .nullable()
      .describe('The result in words.'),
    coverage: z
      .object({
        attributed: share.describe('Reaches an address with a label.'),
        clean: share.describe('Of categories of low risk.'),
        not_followed: share.describe('Was not followed to an end.'),
      })
      .nullable()
      .describe('Shares of all value: with a label, clean, and not followed to an end.'),
    confidence: z.enum(['high', 'medium', 'low']).nullable().describe('How sure the result is.'),
    exposures: z
      .object({
        incoming: z.array(Exposure).describe('Where the money came from.'),
        outgoing: z.array(Exposure).describe('Where the money went.'),
      })
      .nullable()
      .describe('Shares of all value by category, in both directions.'),
    labels: z.array(ResultLabel).nullable().describe('The address’s own labels.'),
    notes: z
      .array(
        z.object({
          kind: z.string().describe('What the note is about. New kinds may be added.'),
          text: z.string().describe('The note in words.'),
        }),
      )
      .nullable()
      .describe('What else to know, such as a freeze by the issuer.'),
    history_gaps: z
      .array(z.string())
      .nullable()
      .describe(
        'What the history of the address is known to lack, one sentence each, such as entries that could not be read, or transfers that do not come to the present balance; entries that were listed twice are named too. Empty where nothing is known.',
      ),
    method_version: z.string().nullable().describe('Version of the method that rated it.'),
    label_set_version: z.string().nullable().describe('Version of the labels that were used.'),
    result_url: z
      .string()
      .nullable()
      .describe('The page of the result; its address alone opens it, unless sharing is off.'),
    report_url: z.string().nullable().describe('The signed report, a PDF.'),
    certificate_url: z
      .string()
      .nullable()
      .describe('The signed certificate, JSON that anybody can verify; null in test mode.'),
    evidence: z
      .object({
        incoming: DirectionEvidence.describe('Of the money that came in.'),
        outgoing: DirectionEvidence.describe('Of the money that went out.'),
      })
      .nullable()
      .optional()
      .describe('With `expand=evidence` only: rows, paths and transactions behind the shares.'),
  })
  .meta({ id: 'Check', examples: [CHECK] });
export type CheckV1 = z.infer<typeof CheckV1>;

export const CheckListV1 = pageOf(CheckV1);

/** What the request for a check of either kind can be refused for. */
export const CREATE_PROBLEMS = [
  ...SCOPED_PROBLEMS,
  'malformed_request',
  'invalid_request',
  'insufficient_checks',
  'key_limit_reached',
  ...IDEMPOTENCY_PROBLEMS,
  'payload_too_large',
  'unsupported_media_type',
  'network_required',
  'secret_not_address',
  'unknown_asset',
  'too_many_running_checks',
  'uncharged_limit_reached',
  'labels_not_loaded',
  'storage_full',
] as const satisfies readonly ProblemCode[];

const checkParams = z.object({ id: z.string().regex(CHECK_ID).describe('Id of the check.') });

/**
 * POST /v1/checks: checks an address. `Idempotency-Key` makes a repeat within 24 hours answer what the first request
 * was answered, with the header `Idempotent-Replayed: true`.
 */
export const CreateCheckV1 = {
  method: 'POST',
  path: '/v1/checks',
  summary: 'Create a check',
  description:
    'Checks one address and waits for the result, 15 seconds at most; a check that takes longer is answered as `running`. The same address and asset within 24 hours is free. A check that fails or cannot be rated costs nothing.',
  tag: 'checks',
  scope: 'checks:write',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  body: CreateCheckV1Body,
  answers: { 201: CheckV1 },
  problems: [...CREATE_PROBLEMS, 'invalid_address', 'test_address_required', 'transaction_not_address'],
} as const satisfies V1Contract;

/** GET /v1/checks/{id}. A finished check carries an `ETag`. */
export const RetrieveCheckV1 = {
  method: 'GET',
  path: '/v1/checks/:id',
  summary: 'Retrieve a check',
  description:
    'As it is now. A finished check has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
  tag: 'checks',
  scope: 'checks:read',
  answersTestKeys: true,
  hasETag: true,
  headers: z.object({
    'if-none-match': z.string().optional().describe('The `ETag` of the answer that you have.'),
  }),
  params: checkParams,
  query: z.object({ expand: Expand }),
  answers: { 200: CheckV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/checks: the checks that keys of the workspace made in the mode of this one, the newest first. */
export const ListChecksV1 = {
  method: 'GET',
  path: '/v1/checks',
  summary: 'List checks',
  description: 'Checks that keys of the workspace made in the mode of this one, the newest first.',
  tag: 'checks',
  scope: 'checks:read',
  answersTestKeys: true,
  query: pageQuery.extend({
    reference: Reference.optional().describe('Only those with exactly this reference.'),
  }),
  answers: { 200: CheckListV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request'],
} as const satisfies V1Contract;

/** POST /v1/checks/{id}/cancel: ends a running check; it costs nothing then. */
export const CancelCheckV1 = {
  method: 'POST',
  path: '/v1/checks/:id/cancel',
  summary: 'Cancel a running check',
  description: 'It ends as `failed` and costs nothing.',
  tag: 'checks',
  scope: 'checks:write',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: checkParams,
  answers: { 200: CheckV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found', 'check_is_over', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;
