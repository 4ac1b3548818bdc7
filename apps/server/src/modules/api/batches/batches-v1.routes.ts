import { Readable } from 'node:stream';
import {
  BATCH_ID,
  CancelBatchV1,
  CloseBatchV1,
  CreateBatchV1,
  FollowBatchV1,
  ListBatchesV1,
  OpenBatchV1Body,
  PutBatchPartV1,
  ResumeBatchV1,
  RetrieveBatchResultsV1,
  RetrieveBatchV1,
} from '@assay/contracts/v1';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { inPresentScope } from '../../../platform/kernel/scope.ts';
import { answerV1 } from '../public-api/answer-v1.ts';
import { cursorOf, readCursor } from '../public-api/cursor.ts';
import type { IdempotencyPorts } from '../public-api/idempotency.ts';
import { keyOf } from '../public-api/key-gate.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { pathOf, replyOnce, sendJson } from '../public-api/resource-replies.ts';
import { assertRows, rowsOf, STORING_LEASE_MS, STORING_WITHIN_MS, takeRowBodies } from './batch-body.ts';
import { batchResource } from './batch-resource.ts';
import type { StoredBatch } from './batches.ports.ts';
import type { BatchesService, BatchWishes } from './batches.service.ts';
import { BatchLines } from './follow-batch.ts';
import { RESULT_TYPES, type ResultsPorts, resultsOf } from './results/results.ts';
import { onceArrived } from './rows/rows-body.ts';
import type { Spool } from './rows/spooled-body.ts';

export interface BatchRoutesV1Options extends ResultsPorts {
  readonly spool: Spool;
  readonly batches: BatchesService;
  readonly recordDownload: RecordDownload;
  readonly idempotency: IdempotencyPorts;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

/** For calls that store rows. */
const STORES_ROWS = { handlerTimeout: STORING_WITHIN_MS };

/** Batches of the public API. */
export async function batchRoutesV1(app: FastifyInstance, options: BatchRoutesV1Options): Promise<void> {
  const { batches, idempotency } = options;
  const eventLines = new BatchLines(batches, options.closing);
  takeRowBodies(app, options.spool, (request) => keyOf(request).workspace);

  answerV1(
    app,
    CreateBatchV1,
    async ({ query, request, reply }) => {
      const holder = keyOf(request);
      const maker = { workspace: holder.workspace, mode: holder.mode, key: holder, madeBy: null };
      const { path } = CreateBatchV1;
      const rows = rowsOf(request);
      if (rows === null) {
        const wish = openBatchBodyOf(request.body);
        return replyOnce(idempotency, request, reply, { path, body: wish }, async () =>
          batchResource(await batches.open(maker, wishesOf(wish))),
        );
      }
      const wishes = wishesOf(query);
      // Before any limit: what made this very batch may have used it up, and its answer may not have arrived.
      return onceArrived(rows, (arrived) => {
        const body = { query, rows: arrived.sha256.toString('hex') };
        const call = { path, status: 202, body, underWayMs: STORING_LEASE_MS };
        return replyOnce(idempotency, request, reply, call, async (keepIn) =>
          batchResource(await batches.make(maker, wishes, arrived, (tx, batch) => keepIn(tx, batchResource(batch)))),
        );
      });
    },
    STORES_ROWS,
  );

  answerV1(
    app,
    PutBatchPartV1,
    async ({ params, request, reply }) => {
      const rows = assertRows(rowsOf(request));
      return sendBatch(reply, await batches.putPart(keyOf(request), params.id, params.index, rows));
    },
    STORES_ROWS,
  );

  answerV1(
    app,
    CloseBatchV1,
    async ({ params, request, reply }) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
        batchResource(await batches.close(keyOf(request), params.id)),
      ),
    STORES_ROWS,
  );

  answerV1(app, ListBatchesV1, async ({ query, request, reply }) => {
    const { limit, cursor } = query;
    const after = cursor === undefined ? null : readCursor(cursor, BATCH_ID);
    const { batches: page, next } = await batches.list(keyOf(request), { after, limit });
    const list = {
      object: 'list',
      data: page.map(batchResource),
      has_more: next !== null,
      next_cursor: next === null ? null : cursorOf(next),
    };
    return sendJson(reply, { status: 200, body: JSON.stringify(list) });
  });

  answerV1(app, RetrieveBatchV1, async ({ params, request, reply }) =>
    sendBatch(reply, await batches.retrieve(keyOf(request), params.id)),
  );

  answerV1(app, RetrieveBatchResultsV1, async ({ params, query, request, reply }) => {
    const { format } = query;
    const batch = await batches.retrieve(keyOf(request), params.id);
    if (batch.status === 'open') throw new ProblemError('batch_not_closed', 'Close the batch first.');
    await options.recordDownload(batch.workspace, 'batch.export', { kind: 'batch', id: batch.id });
    reply.type(RESULT_TYPES[format]).header('content-disposition', `attachment; filename="${batch.id}.${format}"`);
    return reply.send(Readable.from(inPresentScope(resultsOf(options, batch, format)), { objectMode: false }));
  });

  answerV1(app, FollowBatchV1, async ({ params, request, reply }) =>
    eventLines.send(request, reply, keyOf(request), params.id),
  );

  answerV1(app, CancelBatchV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
      batchResource(await batches.cancel(keyOf(request), params.id)),
    ),
  );

  answerV1(app, ResumeBatchV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
      batchResource(await batches.resume(keyOf(request), params.id)),
    ),
  );
}

function sendBatch(reply: FastifyReply, batch: StoredBatch) {
  return sendJson(reply, { status: 200, body: JSON.stringify(batchResource(batch)) });
}

/** @throws ZodError as of a body, ProblemError unsupported_media_type */
function openBatchBodyOf(body: unknown): OpenBatchV1Body {
  const read = OpenBatchV1Body.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ProblemError('invalid_request', `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'is not valid'}`, {
    pointer: `/${issue?.path.join('/') ?? ''}`,
  });
}

function wishesOf(wish: {
  readonly name?: string | undefined;
  readonly asset?: string | undefined;
  readonly network?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
}): BatchWishes {
  const { name = null, asset = null, network = null, metadata = {} } = wish;
  return { name, asset, network, metadata };
}
