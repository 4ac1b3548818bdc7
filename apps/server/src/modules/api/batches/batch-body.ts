import { BATCH_REQUEST_BYTES, ROW_TYPES } from '@assay/contracts/v1';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LONGEST_CALL_MS } from '../../../platform/http/answer-call.ts';
import { askAgain } from '../../../platform/http/who/ask-again.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { type RowsBody, rowsBody } from './rows/rows-body.ts';
import type { Spool } from './rows/spooled-body.ts';

/** Storing 100,000 rows takes seconds, and many times that on a loaded machine. */
export const STORING_WITHIN_MS = LONGEST_CALL_MS;
/** Longer than that: only a server that ended leaves rows for so long that it was storing. */
export const STORING_LEASE_MS = 1.5 * STORING_WITHIN_MS;

/** Bodies of rows reach their handlers unread. Call it in a plugin of its own: no other call takes them. */
export function takeRowBodies(
  app: FastifyInstance,
  spool: Spool,
  workspaceOf: (request: FastifyRequest) => string,
): void {
  app.addContentTypeParser([...ROW_TYPES], { bodyLimit: BATCH_REQUEST_BYTES }, (request, body, done) => {
    request.asksItself = true;
    const format = mediaType(request) === 'text/csv' ? 'csv' : 'jsonl';
    done(
      null,
      rowsBody(format, body, (bytes) => admittedAgain(request, spool(bytes, workspaceOf(request)))),
    );
  });
}

/** The bytes of a body; none where its sender may not send it any more once it has arrived, which the spool waits for. */
async function* admittedAgain(request: FastifyRequest, bytes: ReturnType<Spool>): AsyncGenerator<Uint8Array> {
  let isAsked = false;
  for await (const chunk of bytes) {
    if (!isAsked) await askAgain(request);
    isAsked = true;
    yield chunk;
  }
}

/** The rows of a request; null where its body is no list of rows. */
export function rowsOf(request: FastifyRequest): RowsBody | null {
  const isRows = (ROW_TYPES as readonly string[]).includes(mediaType(request));
  return isRows ? (request.body as RowsBody) : null;
}

function mediaType(request: FastifyRequest): string {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim();
}

/** @throws ProblemError unsupported_media_type */
export function assertRows(rows: RowsBody | null): RowsBody {
  if (rows !== null) return rows;
  throw new ProblemError('unsupported_media_type', `Send the rows as ${ROW_TYPES.join(', ')}.`);
}
