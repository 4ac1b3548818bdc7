import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { storedText } from '../wire/stored-text.ts';
import { pageOf } from './calls.ts';
import { Metadata } from './checks.ts';
import { BATCH } from './examples.ts';

/** Ids of batches. */
export const BATCH_ID = /^bat_[0-9A-Za-z]{20}$/;

/** Most rows of a batch, those that cannot be read included. */
export const BATCH_ROWS = 100_000;
/** Most bytes of one request with rows, and of all parts of a batch. */
export const BATCH_REQUEST_BYTES = 32 * 1024 * 1024;
export const BATCH_BYTES = 64 * 1024 * 1024;
/** Most bytes of one row; a longer one is a row that could not be read. */
export const BATCH_ROW_BYTES = 16 * 1024;
/** Most parts of a batch. */
export const BATCH_PARTS = 1_000;
/** Batches of one workspace that are not finished, at a time and in each mode. */
export const UNFINISHED_BATCHES = 10;

/** Media types of rows: one JSON object a line, or CSV with a header. */
export const ROW_TYPES = ['application/x-ndjson', 'application/jsonl', 'text/csv'] as const;
export const RESULT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const PAUSE_REASONS = ['insufficient_checks', 'key_limit_reached', 'uncharged_limit'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const BatchV1 = z
  .object({
    id: z.string().describe('`bat_` and 20 characters.'),
    object: z.literal('batch'),
    mode: z
      .enum(API_MODES)
      .describe('`test` for one of a test key: it cost nothing, and says nothing about any wallet.'),
    status: z
      .enum(['open', 'running', 'paused', 'completed', 'canceled'])
      .describe(
        '`open` waits for parts; `running` is worked; `paused` says why in `pause_reason`. The others are final.',
      ),
    pause_reason: z
      .enum(PAUSE_REASONS)
      .nullable()
      .describe(
        'No check credits left, the key’s month is spent, or the answers without a charge of the day are used up.',
      ),
    api_key: z.string().nullable().describe('Id of the key that made it; null for a member, on the site.'),
    member: z
      .string()
      .nullable()
      .describe('Email of the member who made it; null for a key, and once the account is deleted.'),
    name: z.string().nullable().describe('Yours, for lists.'),
    metadata: z.record(z.string(), z.string()).describe('Your own facts, as they were sent.'),
    asset: z.string().nullable().describe('For rows that name no asset.'),
    network: z.string().nullable().describe('For rows that name no network.'),
    created_at: z.iso.datetime().describe('When it was created.'),
    accepted_at: z.iso.datetime().nullable().describe('When all its rows were stored; null while it is open.'),
    ended_at: z.iso.datetime().nullable().describe('When its last row ended, or when it was cancelled.'),
    rows: z
      .object({
        total: z.number().int().describe('All rows.'),
        waiting: z.number().int().describe('Not ended yet.'),
        rated: z.number().int().describe('With stars.'),
        not_rated: z.number().int().describe('Checked, without stars.'),
        invalid: z.number().int().describe('Could not be read or name no address of an asset: never checked.'),
        failed: z.number().int().describe('Their check failed three times; in test mode, once.'),
        canceled: z.number().int().describe('Not checked, since the batch was cancelled.'),
      })
      .describe('Rows by outcome: they sum to `total`.'),
    progress: z.number().min(0).max(1).describe('Rows that have ended, 0 to 1.'),
    checks_charged: z.number().int().describe('Check credits that its checks cost so far. Equal rows share one check.'),
    parts: z.array(z.number().int()).describe('Parts that arrived, by index.'),
  })
  .meta({ id: 'Batch', examples: [BATCH] });
export type BatchV1 = z.infer<typeof BatchV1>;

export const BatchListV1 = pageOf(BatchV1);

/** One row of the results, in the order of the input. */
export const BatchResultV1 = z
  .object({
    row: z.number().int().describe('From 1, over all parts.'),
    line: z.number().int().describe('Line of its part, from 1.'),
    mode: z.enum(API_MODES).describe('That of its batch.'),
    status: z.enum(['waiting', 'rated', 'not_rated', 'invalid', 'failed', 'canceled']),
    address: z
      .string()
      .describe('Canonical form; of an invalid row as it was sent, or empty where it may not be repeated.'),
    asset: z.string(),
    network: z.string(),
    reference: z.string().nullable(),
    error: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .describe('Why there is no result: a code of the problems, and what to do.'),
    stars: z.number().int().min(1).max(5).nullable(),
    score: z.number().nullable(),
    verdict: z.string().nullable(),
    not_rated_reason: z.string().nullable(),
    headline: z.string().nullable(),
    confidence: z.string().nullable(),
    incoming: z.string().nullable(),
    outgoing: z.string().nullable(),
    labels: z.string().nullable(),
    method_version: z.string().nullable(),
    label_set_version: z.string().nullable(),
    charged: z
      .boolean()
      .describe('Whether the row cost a credit; of equal rows, which share one check, only the first can say so.'),
    check: z.string().nullable().describe('Retrieves the whole check; null in a batch of the site.'),
    result_url: z.string().nullable().describe('Null in test mode.'),
    input: z.record(z.string(), z.json()).describe('The other columns, as they were sent.'),
  })
  .meta({ id: 'BatchResult' });
export type BatchResultV1 = z.infer<typeof BatchResultV1>;

const text = (most: number) => storedText().trim().min(1).max(most);

/** What a batch is created with: in the query beside rows, in the body where parts follow. */
const wish = {
  /** For lists and for you. */
  name: text(200).optional().describe('For lists and for you.'),
  /** Asset of rows that name none. */
  asset: text(32).optional().describe('Asset of rows that name none.'),
  /** Network of rows that name no asset. */
  network: text(32).optional().describe('Network of rows that name none.'),
};
export const BatchWish = z.strictObject(wish);

export const OpenBatchV1Body = z
  .strictObject({
    ...wish,
    metadata: Metadata.default({}).describe(
      'Your own facts: up to 20 texts of at most 500 characters, carried along and never read.',
    ),
  })
  .meta({ id: 'OpenBatch', examples: [{ name: 'Deposits of May', asset: 'BTC' }] });
export type OpenBatchV1Body = z.infer<typeof OpenBatchV1Body>;
