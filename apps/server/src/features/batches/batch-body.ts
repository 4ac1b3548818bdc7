import type { Readable } from 'node:stream';
import { BATCH_REQUEST_BYTES, ROW_TYPES } from '@assay/contracts/v1';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../public-api/index.ts';
import type { RowsBody } from './read-rows.ts';

/** Storing 100,000 rows takes seconds, and many times that on a loaded machine. */
export const STORING_WITHIN_MS = 120_000;

/** Bodies of rows reach their handlers unread. Call it in a plugin of its own: no other call takes them. */
export function takeRowBodies(app: FastifyInstance): void {
  app.addContentTypeParser([...ROW_TYPES], { bodyLimit: BATCH_REQUEST_BYTES }, (_request, body, done) => {
    done(null, body);
  });
}

/** The rows of a request; null where its body is no list of rows. */
export function rowsOf(request: FastifyRequest): RowsBody | null {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const isRows = (ROW_TYPES as readonly string[]).includes(type.trim());
  if (!isRows) return null;
  return { format: type.trim() === 'text/csv' ? 'csv' : 'jsonl', bytes: request.body as Readable };
}

/** @throws ProblemError unsupported_media_type */
export function assertRows(rows: RowsBody | null): RowsBody {
  if (rows !== null) return rows;
  throw new ProblemError('unsupported_media_type', `Send the rows as ${ROW_TYPES.join(', ')}.`);
}
