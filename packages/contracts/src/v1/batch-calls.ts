import { z } from 'zod';
import {
  BATCH_ID,
  BATCH_PARTS,
  BatchListV1,
  BatchV1,
  BatchWish,
  OpenBatchV1Body,
  RESULT_FORMATS,
  type ROW_TYPES,
} from './batches.ts';
import { IDEMPOTENCY_PROBLEMS, idempotencyHeaders, pageQuery, SCOPED_PROBLEMS, type V1Contract } from './calls.ts';
import type { ProblemCode } from './problem.ts';

const batchParams = z.object({ id: z.string().regex(BATCH_ID).describe('Id of the batch.') });
const ROWS_PROBLEMS = [
  ...SCOPED_PROBLEMS,
  'malformed_request',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'secret_not_address',
  'storage_full',
] as const satisfies readonly ProblemCode[];
/** Bodies of rows, by media type, each with an example, of published test addresses. */
const JSON_LINES = `{"address":"TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2","asset":"USDT","network":"TRX","reference":"deposit-1"}
{"address":"1HdzHZesLUAWof9oi1XeJdCHmsxXErYRhy","asset":"BTC","customer":"42"}
`;
export const ROWS_EXAMPLES: Readonly<Record<(typeof ROW_TYPES)[number], string>> = {
  'application/x-ndjson': JSON_LINES,
  'application/jsonl': JSON_LINES,
  'text/csv':
    'address,asset,network,reference,customer\nTW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2,USDT,TRX,deposit-1,\n1HdzHZesLUAWof9oi1XeJdCHmsxXErYRhy,BTC,,,42\n',
};

/**
 * POST /v1/batches: a batch of the rows in the body, as JSON Lines or CSV, which are stored before the answer (202) and
 * judged after it; with a JSON object as body, an open batch (201) whose rows follow in parts.
 */
export const CreateBatchV1 = {
  method: 'POST',
  path: '/v1/batches',
  summary: 'Create a batch',
  description:
    'Rows in the body, as JSON Lines or CSV, are stored before the answer, 202, and judged after it. With a JSON object as body the batch is open, 201: upload its rows in parts, then close it. A row that cannot be read is a row of the results with an error.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  query: BatchWish,
  body: OpenBatchV1Body,
  bodies: ROWS_EXAMPLES,
  answers: { 201: BatchV1, 202: BatchV1 },
  problems: [...ROWS_PROBLEMS, 'too_many_batches', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

/** PUT /v1/batches/{id}/parts/{index}: one part of an open batch. The same part again changes nothing. */
export const PutBatchPartV1 = {
  method: 'PUT',
  path: '/v1/batches/:id/parts/:index',
  summary: 'Upload a part of a batch',
  description: 'Parts count from 0 and may arrive in any order. The same part again changes nothing.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  params: batchParams.extend({
    index: z.coerce
      .number()
      .int()
      .min(0)
      .max(BATCH_PARTS - 1)
      .describe('Position of the part, from 0.'),
  }),
  bodies: ROWS_EXAMPLES,
  answers: { 200: BatchV1 },
  problems: [...ROWS_PROBLEMS, 'not_found', 'batch_not_open', 'part_differs'],
} as const satisfies V1Contract;

/** POST /v1/batches/{id}/close: all parts are there; work begins. */
export const CloseBatchV1 = {
  method: 'POST',
  path: '/v1/batches/:id/close',
  summary: 'Close a batch',
  description: 'All parts are there; work begins.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: batchParams,
  answers: { 200: BatchV1 },
  problems: [
    ...SCOPED_PROBLEMS,
    'invalid_request',
    'not_found',
    'batch_not_open',
    'parts_missing',
    'storage_full',
    ...IDEMPOTENCY_PROBLEMS,
  ],
} as const satisfies V1Contract;

/** GET /v1/batches: those of the workspace in the mode of the key, the newest first. */
export const ListBatchesV1 = {
  method: 'GET',
  path: '/v1/batches',
  summary: 'List batches',
  description: 'Batches of the workspace in the mode of this key, the newest first; those of members are live ones.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  query: pageQuery,
  answers: { 200: BatchListV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request'],
} as const satisfies V1Contract;

/** GET /v1/batches/{id}. */
export const RetrieveBatchV1 = {
  method: 'GET',
  path: '/v1/batches/:id',
  summary: 'Retrieve a batch',
  description: 'With its rows by outcome, and how far it is.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  params: batchParams,
  answers: { 200: BatchV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/batches/{id}/events: server-sent events `batch`, each with the batch as JSON; `end` is the last. */
export const FollowBatchV1 = {
  method: 'GET',
  path: '/v1/batches/:id/events',
  summary: 'Follow a batch as server-sent events',
  description:
    'Events `batch` with the batch in `data`, at first and whenever it changed; `end` is the last. Streams are closed after 10 minutes and when a server stops: connect again.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  params: batchParams,
  files: { 'text/event-stream': 'Events `batch` and `end`, each with a `Batch` as JSON in `data`.' },
  answers: {},
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/batches/{id}/results: every row in the order of the input, also while the batch runs. */
export const RetrieveBatchResultsV1 = {
  method: 'GET',
  path: '/v1/batches/:id/results',
  summary: 'Retrieve the results of a batch',
  description:
    'Every row in the order of the input, as JSON Lines, CSV or Parquet. While the batch runs, rows that have not ended are `waiting`.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  params: batchParams,
  query: z.object({ format: z.enum(RESULT_FORMATS).default('jsonl').describe('Form of the file.') }),
  files: {
    'application/x-ndjson':
      'One object a line: `row`, `line`, `status`, `address`, `asset`, `network`, `reference`, `error`, the result, and the other columns in `input`.',
    'text/csv': 'The same as columns, then the other columns of the input.',
    'application/vnd.apache.parquet': 'The same columns.',
  },
  answers: {},
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found', 'batch_not_closed'],
} as const satisfies V1Contract;

/** POST /v1/batches/{id}/cancel: nothing else is checked; what was not rated costs nothing. */
export const CancelBatchV1 = {
  method: 'POST',
  path: '/v1/batches/:id/cancel',
  summary: 'Cancel a batch',
  description: 'Nothing else is checked. Checks of it that run are ended and cost nothing.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: batchParams,
  answers: { 200: BatchV1 },
  problems: [...SCOPED_PROBLEMS, 'invalid_request', 'not_found', 'batch_is_over', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

/** POST /v1/batches/{id}/resume: a paused batch goes on; one that runs is answered as it is. */
export const ResumeBatchV1 = {
  method: 'POST',
  path: '/v1/batches/:id/resume',
  summary: 'Resume a paused batch',
  description: 'It goes on at once, or pauses again where the reason has not passed.',
  tag: 'batches',
  scope: 'batches',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: batchParams,
  answers: { 200: BatchV1 },
  problems: [
    ...SCOPED_PROBLEMS,
    'invalid_request',
    'not_found',
    'batch_is_over',
    'batch_not_closed',
    ...IDEMPOTENCY_PROBLEMS,
  ],
} as const satisfies V1Contract;
