import { z } from 'zod';
import { BATCH_ID, BatchV1, BatchWish, RESULT_FORMATS } from '../v1/batches.ts';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

const batchParams = z.object({ id: z.string().regex(BATCH_ID) });
const READ_ERRORS = ['ValidationError', 'Unauthorized', 'RoleNotAllowed', 'TooManyRequests'] as const;

/** GET /batches: the newest 50 of the selected workspace. */
export const Batches = {
  method: 'GET',
  path: '/batches',
  answers: { 200: success(z.object({ batches: z.array(BatchV1) })) },
  errors: ['Unauthorized', 'RoleNotAllowed', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** POST /batches: a batch of the rows in the body, as `application/x-ndjson` or `text/csv`, judged after the answer. */
export const CreateBatch = {
  method: 'POST',
  path: '/batches',
  query: BatchWish,
  answers: { 202: success(z.object({ batch: BatchV1 })) },
  errors: [
    'ValidationError',
    'Unauthorized',
    'RoleNotAllowed',
    'CrossSiteRequest',
    'NotFound',
    'PayloadTooLarge',
    'UnsupportedMediaType',
    'SecretNotAddress',
    'TooManyChecks',
    'TooManyRequests',
    'StorageFull',
  ],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** GET /batches/{id}. */
export const ReadBatch = {
  method: 'GET',
  path: '/batches/:id',
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: [...READ_ERRORS, 'NotFound'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

const CHANGE_ERRORS = [...READ_ERRORS, 'CrossSiteRequest', 'NotFound'] as const;

/** POST /batches/{id}/cancel: nothing else is checked. One that has ended is answered as it is. */
export const CancelBatch = {
  method: 'POST',
  path: '/batches/:id/cancel',
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: CHANGE_ERRORS,
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** POST /batches/{id}/resume: a paused one goes on. Any other is answered as it is. */
export const ResumeBatch = {
  method: 'POST',
  path: '/batches/:id/resume',
  params: batchParams,
  answers: { 200: success(z.object({ batch: BatchV1 })) },
  errors: CHANGE_ERRORS,
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** GET /batches/{id}/results: every row in the order of the input, as a file. */
export const BatchResults = {
  method: 'GET',
  path: '/batches/:id/results',
  params: batchParams,
  query: z.object({ format: z.enum(RESULT_FORMATS).default('csv') }),
  contentType: 'text/csv; charset=utf-8',
  errors: [...READ_ERRORS, 'StepUpRequired', 'NotFound'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
