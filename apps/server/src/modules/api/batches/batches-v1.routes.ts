import { Readable } from 'node:stream';
import {
  BATCH_ID,
  BatchEventsV1,
  BatchResultsV1,
  CancelBatchV1,
  CloseBatchV1,
  CreateBatchV1,
  ListBatchesV1,
  PutBatchPartV1,
  ResumeBatchV1,
  RetrieveBatchV1,
} from '@assay/contracts/v1';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { inPresentScope } from '../../../platform/kernel/scope.ts';
import {
  cursorOf,
  type IdempotencyPorts,
  keyOf,
  ProblemError,
  pathOf,
  readCursor,
  replyOnce,
  requireScope,
} from '../public-api/index.ts';
import { assertRows, rowsOf, STORING_LEASE_MS, STORING_WITHIN_MS, takeRowBodies } from './batch-body.ts';
import { batchResource } from './batch-resource.ts';
import { openBatchBodyOf, wishesOf } from './batch-wishes.ts';
import type { StoredBatch } from './batches.ports.ts';
import type { BatchesService } from './batches.service.ts';
import { BatchLines } from './follow-batch.ts';
import { RESULT_TYPES, type ResultsPorts, resultsOf } from './results.ts';
import { onceArrived } from './rows-body.ts';
import type { Spool } from './spooled-body.ts';

export interface BatchRoutesV1Options extends ResultsPorts {
  readonly spool: Spool;
  readonly batches: BatchesService;
  readonly recordDownload: RecordDownload;
  readonly idempotency: IdempotencyPorts;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

const TAGS = ['batches'];
const needsScope = { config: { answersTestKeys: true }, preParsing: requireScope('batches') };
const storesRows = { ...needsScope, handlerTimeout: STORING_WITHIN_MS };

/** Batches of the public API. */
export const batchRoutesV1: FastifyPluginAsyncZod<BatchRoutesV1Options> = async (app, options) => {
  const { batches, idempotency } = options;
  const eventLines = new BatchLines(batches, options.closing);
  takeRowBodies(app, options.spool, (request) => keyOf(request).workspace);

  app.post(
    CreateBatchV1.path,
    {
      schema: {
        operationId: 'createBatch',
        summary: 'Create a batch',
        description:
          'Rows in the body, as JSON Lines or CSV, are stored before the answer, 202, and judged after it. With a JSON object as body the batch is open, 201: upload its rows in parts, then close it. A row that cannot be read is a row of the results with an error.',
        tags: TAGS,
        headers: CreateBatchV1.headers,
        querystring: CreateBatchV1.query,
      },
      ...storesRows,
    },
    async (request, reply) => {
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
      const wishes = wishesOf(request.query);
      // Before any limit: what made this very batch may have used it up, and its answer may not have arrived.
      return onceArrived(rows, (arrived) => {
        const body = { query: request.query, rows: arrived.sha256.toString('hex') };
        const call = { path, status: 202, body, underWayMs: STORING_LEASE_MS };
        return replyOnce(idempotency, request, reply, call, async (keepIn) =>
          batchResource(await batches.make(maker, wishes, arrived, (tx, batch) => keepIn(tx, batchResource(batch)))),
        );
      });
    },
  );

  app.put(
    PutBatchPartV1.path,
    {
      schema: {
        operationId: 'putBatchPart',
        summary: 'Upload a part of a batch',
        description: 'Parts count from 0 and may arrive in any order. The same part again changes nothing.',
        tags: TAGS,
        params: PutBatchPartV1.params,
      },
      ...storesRows,
    },
    async (request, reply) => {
      const { id, index } = request.params;
      const rows = assertRows(rowsOf(request));
      return sendBatch(reply, await batches.putPart(keyOf(request), id, index, rows));
    },
  );

  app.post(
    CloseBatchV1.path,
    {
      schema: {
        operationId: 'closeBatch',
        summary: 'Close a batch',
        description: 'All parts are there; work begins.',
        tags: TAGS,
        headers: CloseBatchV1.headers,
        params: CloseBatchV1.params,
      },
      ...storesRows,
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
        batchResource(await batches.close(keyOf(request), request.params.id)),
      ),
  );

  app.get(
    ListBatchesV1.path,
    {
      schema: {
        operationId: 'listBatches',
        summary: 'List batches',
        description:
          'Batches of the workspace in the mode of this key, the newest first; those of members are live ones.',
        tags: TAGS,
        querystring: ListBatchesV1.query,
      },
      ...needsScope,
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const after = cursor === undefined ? null : readCursor(cursor, BATCH_ID);
      const { batches: page, next } = await batches.list(keyOf(request), { after, limit });
      const list = {
        object: 'list',
        data: page.map(batchResource),
        has_more: next !== null,
        next_cursor: next === null ? null : cursorOf(next),
      };
      return sendJson(reply, { status: 200, body: JSON.stringify(list) });
    },
  );

  app.get(
    RetrieveBatchV1.path,
    {
      schema: {
        operationId: 'retrieveBatch',
        summary: 'Retrieve a batch',
        description: 'With its rows by outcome, and how far it is.',
        tags: TAGS,
        params: RetrieveBatchV1.params,
      },
      ...needsScope,
    },
    async (request, reply) => sendBatch(reply, await batches.retrieve(keyOf(request), request.params.id)),
  );

  app.get(
    BatchResultsV1.path,
    {
      schema: {
        operationId: 'retrieveBatchResults',
        summary: 'Retrieve the results of a batch',
        description:
          'Every row in the order of the input, as JSON Lines, CSV or Parquet. While the batch runs, rows that have not ended are `waiting`.',
        tags: TAGS,
        params: BatchResultsV1.params,
        querystring: BatchResultsV1.query,
      },
      ...needsScope,
    },
    async (request, reply) => {
      const { format } = request.query;
      const batch = await batches.retrieve(keyOf(request), request.params.id);
      if (batch.status === 'open') throw new ProblemError('batch_not_closed', 'Close the batch first.');
      await options.recordDownload(batch.workspace, 'batch.export', { kind: 'batch', id: batch.id });
      reply
        .type(RESULT_TYPES[format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${batch.id}.${format}"`);
      return reply.send(Readable.from(inPresentScope(resultsOf(options, batch, format)), { objectMode: false }));
    },
  );

  app.get(
    BatchEventsV1.path,
    {
      schema: {
        operationId: 'followBatch',
        summary: 'Follow a batch as server-sent events',
        description:
          'Events `batch` with the batch in `data`, at first and whenever it changed; `end` is the last. Streams are closed after 10 minutes and when a server stops: connect again.',
        tags: TAGS,
        params: BatchEventsV1.params,
      },
      ...needsScope,
    },
    (request, reply) => eventLines.send(request, reply, keyOf(request), request.params.id),
  );

  app.post(
    CancelBatchV1.path,
    {
      schema: {
        operationId: 'cancelBatch',
        summary: 'Cancel a batch',
        description: 'Nothing else is checked. Checks of it that run are ended and cost nothing.',
        tags: TAGS,
        headers: CancelBatchV1.headers,
        params: CancelBatchV1.params,
      },
      ...needsScope,
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
        batchResource(await batches.cancel(keyOf(request), request.params.id)),
      ),
  );

  app.post(
    ResumeBatchV1.path,
    {
      schema: {
        operationId: 'resumeBatch',
        summary: 'Resume a paused batch',
        description: 'It goes on at once, or pauses again where the reason has not passed.',
        tags: TAGS,
        headers: ResumeBatchV1.headers,
        params: ResumeBatchV1.params,
      },
      ...needsScope,
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () =>
        batchResource(await batches.resume(keyOf(request), request.params.id)),
      ),
  );
};

function sendBatch(reply: FastifyReply, batch: StoredBatch) {
  return sendJson(reply, { status: 200, body: JSON.stringify(batchResource(batch)) });
}

/** The text as it is: a replayed answer is the first one byte for byte. */
function sendJson(reply: FastifyReply, { status, body }: { readonly status: number; readonly body: string }) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(body);
}
