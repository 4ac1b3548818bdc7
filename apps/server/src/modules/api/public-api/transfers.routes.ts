import { CancelTransferV1, CreateTransferV1, ListTransfersV1, RetrieveTransferV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiChecksService } from './api-checks.service.ts';
import type { TransferCalls } from './check-calls.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { keyOf, requireScope } from './key-gate.ts';
import { pathOf, replyFound, replyOnce, replyPage } from './resource-replies.ts';
import { liveTransfers } from './transfer-resource.ts';
import { paymentRequestOf } from './wanted-asset.ts';

export interface TransferRoutesOptions {
  readonly apiChecks: ApiChecksService;
  /** The calls of test keys. */
  readonly testTransfers: TransferCalls;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
  readonly publicUrl: string;
}

const TAGS = ['transfers'];

/** Checks of transactions in the public API. */
export const transferRoutes: FastifyPluginAsyncZod<TransferRoutesOptions> = async (app, options) => {
  const { apiChecks, testTransfers, idempotency, catalogue, publicUrl } = options;
  const callsOf: Readonly<Record<ApiMode, TransferCalls>> = {
    live: liveTransfers(apiChecks, publicUrl),
    test: testTransfers,
  };
  const transfersOf = (request: FastifyRequest) => callsOf[keyOf(request).mode];
  const config = { answersTestKeys: true };

  app.post(
    CreateTransferV1.path,
    {
      schema: {
        operationId: 'createTransfer',
        summary: 'Create a transfer',
        description:
          'Rates one deposit or withdrawal of a transaction and waits for the result, 15 seconds at most; what takes longer is answered as `running`. The same payment within 24 hours is free. One that fails, is refused or cannot be rated costs nothing.',
        tags: TAGS,
        headers: CreateTransferV1.headers,
        body: CreateTransferV1.body,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) => {
      const { wait_seconds, reference, metadata, expand, ...wanted } = request.body;
      return replyOnce(idempotency, request, reply, { path: CreateTransferV1.path }, async () => {
        const made = await transfersOf(request).create(keyOf(request), {
          request: paymentRequestOf(catalogue, wanted),
          reference,
          metadata,
          waitMs: wait_seconds * 1000,
        });
        return made.resource(expand);
      });
    },
  );

  app.get(
    ListTransfersV1.path,
    {
      schema: {
        operationId: 'listTransfers',
        summary: 'List transfers',
        description: 'Transfers that keys of the workspace made in the mode of this one, the newest first.',
        tags: TAGS,
        querystring: ListTransfersV1.query,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const { limit, cursor = null, reference = null } = request.query;
      return replyPage(reply, await transfersOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
    },
  );

  app.get(
    RetrieveTransferV1.path,
    {
      schema: {
        operationId: 'retrieveTransfer',
        summary: 'Retrieve a transfer',
        description:
          'As it is now. A finished transfer has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
        tags: TAGS,
        params: RetrieveTransferV1.params,
        querystring: RetrieveTransferV1.query,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const found = await transfersOf(request).retrieve(keyOf(request).workspace, request.params.id);
      return replyFound(request, reply, found, request.query.expand);
    },
  );

  app.post(
    CancelTransferV1.path,
    {
      schema: {
        operationId: 'cancelTransfer',
        summary: 'Cancel a running transfer',
        description: 'Its check ends as `failed` and costs nothing. The transaction itself is not touched.',
        tags: TAGS,
        headers: CancelTransferV1.headers,
        params: CancelTransferV1.params,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () => {
        const cancelled = await transfersOf(request).cancel(keyOf(request).workspace, request.params.id);
        return cancelled.resource([]);
      }),
  );
};
