import { API_MODES, CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { DirectionEvidence, ResultLabel } from '../monitor/check-result.ts';
import { storedText } from '../wire/stored-text.ts';
import { pageOf, pageQuery, SCOPED_PROBLEMS, type V1Contract } from './calls.ts';

/** Ids of checks of the public API. */
export const CHECK_ID = /^chk_[0-9A-Za-z]{20}$/;

/** The client's own facts about a check: up to 20 texts, carried along and never read. */
export const Metadata = z
  .record(z.string().regex(/^[\w.-]{1,40}$/), storedText().max(500))
  .refine((values) => Object.keys(values).length <= 20, 'has more than 20 entries');

const reference = storedText().trim().min(1).max(200);

/** What may be asked for beside the default fields. */
export const EXPANSIONS = ['evidence'] as const;
export type Expansion = (typeof EXPANSIONS)[number];
const expand = z
  .union([z.enum(EXPANSIONS), z.array(z.enum(EXPANSIONS)).max(EXPANSIONS.length)])
  .transform((one) => (typeof one === 'string' ? [one] : one))
  .default([]);

/** Of test mode: 5 stars. */
const TEST_ADDRESS = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';

export const CreateCheckV1Body = z
  .strictObject({
    /** The wallet address, in any form its network knows. */
    address: z.string().trim().min(1).max(512),
    /** Ticker of the asset, such as `USDT`. */
    asset: z.string().trim().min(1).max(32),
    /** The network it moves on, such as `TRX`. May be left out where the asset is on one network only. */
    network: z.string().trim().min(1).max(32).nullable().default(null),
    /** The client's own id for it, such as that of a deposit; found again by `GET /checks?reference=`. */
    reference: reference.nullable().default(null),
    metadata: Metadata.default({}),
    /** Most seconds to wait for the result, 0 to 15; a check that takes longer is answered as `running`. */
    wait_seconds: z.number().int().min(0).max(15).default(15),
    expand,
  })
  .meta({
    id: 'CreateCheck',
    examples: [
      {
        address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
        asset: 'USDT',
        network: 'ETH',
        reference: 'deposit-8731',
        metadata: { customer: '42' },
      },
      { address: TEST_ADDRESS, asset: 'USDT', network: 'TRX' },
    ],
  });
export type CreateCheckV1Body = z.input<typeof CreateCheckV1Body>;

const share = z.number().min(0).max(1.000001);

const Exposure = z.object({
  /** A category of the method, or a residual such as `unknown_origin`. */
  category: z.enum(CATEGORY_IDS).or(z.enum(RESIDUAL_IDS)),
  title: z.string(),
  risk: z.enum(['high', 'mid', 'low', 'none']),
  /** Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1. */
  share,
  /** US dollars at the prices of the days it moved; null where no price is known. */
  amount_usd: z.number().nullable(),
});

/** A check of the public API. Fields that the result fills are null until `status` is `completed`. */
export const CheckV1 = z
  .object({
    id: z.string(),
    object: z.literal('check'),
    /** `test` for a check by a test key: it says nothing about any address. */
    mode: z.enum(API_MODES),
    status: z.enum(['running', 'completed', 'failed']),
    created_at: z.iso.datetime(),
    /** Canonical form. */
    address: z.string(),
    asset: z.string(),
    network: z.string(),
    reference: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    /** 0 to 1 while it runs; 1 afterwards. */
    progress: z.number().min(0).max(1),
    /** Whether it costs a check: a repeat within 24 hours, a failed check, one without a rating and a test cost none. */
    charged: z.boolean(),
    /** Why a failed check failed; null for others. */
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** 1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`. */
    stars: z.number().int().min(1).max(5).nullable(),
    /** Risk from 0 to 100; null where not rated. */
    score: z.number().min(0).max(100).nullable(),
    verdict: z.enum(['low', 'medium', 'high', 'not_rated']).nullable(),
    not_rated_reason: z
      .enum(['no_records', 'not_traceable', 'sources_failed', 'too_little_attributed', 'burn_address'])
      .nullable(),
    /** The result in words. */
    summary: z
      .object({
        headline: z.string(),
        why: z.string(),
        advice: z.string().nullable(),
        would_change: z.array(z.string()),
      })
      .nullable(),
    /** Shares of all value: with a label, clean, and not followed to an end. */
    coverage: z.object({ attributed: share, clean: share, not_followed: share }).nullable(),
    confidence: z.enum(['high', 'medium', 'low']).nullable(),
    exposures: z.object({ incoming: z.array(Exposure), outgoing: z.array(Exposure) }).nullable(),
    /** The address's own labels. */
    labels: z.array(ResultLabel).nullable(),
    notes: z.array(z.object({ kind: z.string(), text: z.string() })).nullable(),
    method_version: z.string().nullable(),
    label_set_version: z.string().nullable(),
    /** The page of the result; its address alone opens it, unless sharing is off. */
    result_url: z.string().nullable(),
    report_url: z.string().nullable(),
    certificate_url: z.string().nullable(),
    /** With `expand=evidence` only: rows, paths and transactions behind the shares. */
    evidence: z.object({ incoming: DirectionEvidence, outgoing: DirectionEvidence }).nullable().optional(),
  })
  .meta({ id: 'Check' });
export type CheckV1 = z.infer<typeof CheckV1>;

export const CheckListV1 = pageOf(CheckV1);
export type CheckListV1 = z.infer<typeof CheckListV1>;

const checkParams = z.object({ id: z.string().regex(CHECK_ID) });

/**
 * POST /v1/checks: checks an address. `Idempotency-Key` makes a repeat within 24 hours answer what the first request
 * was answered, with the header `Idempotent-Replayed: true`.
 */
export const CreateCheckV1 = {
  method: 'POST',
  path: '/v1/checks',
  headers: z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/)
      .optional(),
  }),
  body: CreateCheckV1Body,
  answers: { 201: CheckV1 },
  problems: [
    ...SCOPED_PROBLEMS,
    'malformed_request',
    'invalid_request',
    'insufficient_checks',
    'key_limit_reached',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'payload_too_large',
    'unsupported_media_type',
    'invalid_address',
    'network_required',
    'secret_not_address',
    'test_address_required',
    'transaction_not_address',
    'unknown_asset',
    'too_many_running_checks',
    'labels_not_loaded',
    'storage_full',
  ],
} as const satisfies V1Contract;

/** GET /v1/checks/{id}. A finished check carries an `ETag`. */
export const RetrieveCheckV1 = {
  method: 'GET',
  path: '/v1/checks/:id',
  params: checkParams,
  query: z.object({ expand }),
  answers: { 200: CheckV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/checks: the checks that keys of the workspace made in the mode of this one, the newest first. */
export const ListChecksV1 = {
  method: 'GET',
  path: '/v1/checks',
  query: pageQuery.extend({
    /** Only those with exactly this reference. */
    reference: reference.optional(),
  }),
  answers: { 200: CheckListV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request'],
} as const satisfies V1Contract;

/** POST /v1/checks/{id}/cancel: ends a running check; it costs nothing then. */
export const CancelCheckV1 = {
  method: 'POST',
  path: '/v1/checks/:id/cancel',
  params: checkParams,
  answers: { 200: CheckV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found', 'check_is_over'],
} as const satisfies V1Contract;
