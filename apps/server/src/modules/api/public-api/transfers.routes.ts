import { CancelTransferV1, CreateTransferV1, ListTransfersV1, RetrieveTransferV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerV1 } from './answer-v1.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import type { TransferCalls } from './check-calls.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { keyOf } from './key-gate.ts';
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

/** Checks of transactions in the public API. */
export async function transferRoutes(app: FastifyInstance, options: TransferRoutesOptions): Promise<void> {
  const { apiChecks, testTransfers, idempotency, catalogue, publicUrl } = options;
  const callsOf: Readonly<Record<ApiMode, TransferCalls>> = {
    live: liveTransfers(apiChecks, publicUrl),
    test: testTransfers,
  };
  const transfersOf = (request: FastifyRequest) => callsOf[keyOf(request).mode];

  answerV1(app, CreateTransferV1, async ({ body, request, reply }) => {
    const { wait_seconds, reference, metadata, expand, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateTransferV1.path }, async () => {
      const made = await transfersOf(request).create(keyOf(request), {
        request: paymentRequestOf(catalogue, wanted),
        reference,
        metadata,
        waitMs: wait_seconds * 1000,
      });
      return made.resource(expand);
    });
  });

  answerV1(app, ListTransfersV1, async ({ query, request, reply }) => {
    const { limit, cursor = null, reference = null } = query;
    return replyPage(reply, await transfersOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
  });

  answerV1(app, RetrieveTransferV1, async ({ params, query, request, reply }) => {
    const found = await transfersOf(request).retrieve(keyOf(request).workspace, params.id);
    return replyFound(request, reply, found, query.expand);
  });

  answerV1(app, CancelTransferV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () => {
      const cancelled = await transfersOf(request).cancel(keyOf(request).workspace, params.id);
      return cancelled.resource([]);
    }),
  );
}
