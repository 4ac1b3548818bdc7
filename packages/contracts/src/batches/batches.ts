import { z } from 'zod';
import { BATCH_ID, BatchV1, BatchWish, RESULT_FORMATS } from '../v1/batches.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const batchParams = z.object({ id: z.string().regex(BATCH_ID) });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** GET /batches: the newest 50 of the selected workspace. */
export const Batches = {
  method: 'GET',
  path: '/batches',
  summary: 'The batches of the workspace, the newest first',
  tag: 'batches',
  limit: 'reads',
  needs: { permission: 'read' },
  answers: { 200: success(z.object({ batches: z.array(BatchV1) })) },
} as const satisfies Contract;

/** POST /batches: a batch of the rows in the body, as `application/x-ndjson` or `text/csv`, judged after the answer. */
export const CreateBatch = {
  method: 'POST',
  path: '/batches',
  summary: 'Check many addresses',
  description:
    'The body holds the rows, as `application/x-ndjson` or `text/csv`. They are stored before the answer and judged after it.',
  tag: 'batches',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'check' },
  query: BatchWish,
  answers: { 202: success(z.object({ batch: BatchV1 })) },
  errors: ['PayloadTooLarge', 'UnsupportedMediaType', 'NotFound', 'SecretNotAddress', 'TooManyChecks', 'StorageFull'],
} as const satisfies Contract;

/** GET /batches/{id}. */
export const ReadBatch = {
  method: 'GET',
  path: '/batches/:id',
  summary: 'A batch with its progress',
  tag: 'batches',
  limit: 'reads',
  needs: { permission: 'read' },
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /batches/{id}/cancel: nothing else is checked. One that has ended is answered as it is. */
export const CancelBatch = {
  method: 'POST',
  path: '/batches/:id/cancel',
  summary: 'Cancel a batch',
  description: 'Nothing else is checked; what was not rated costs nothing.',
  tag: 'batches',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'check' },
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /batches/{id}/resume: a paused one goes on. Any other is answered as it is. */
export const ResumeBatch = {
  method: 'POST',
  path: '/batches/:id/resume',
  summary: 'Let a paused batch go on',
  tag: 'batches',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'check' },
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** GET /batches/{id}/results: every row in the order of the input, as a file. */
export const BatchResults = {
  method: 'GET',
  path: '/batches/:id/results',
  summary: 'The results of a batch as a file',
  tag: 'batches',
  limit: 'exports',
  needs: { permission: 'export', stepUp: 'always' },
  params: batchParams,
  query: z.object({ format: z.enum(RESULT_FORMATS).default('csv') }),
  contentType: 'text/csv; charset=utf-8',
  errors: ['NotFound'],
} as const satisfies Contract;
