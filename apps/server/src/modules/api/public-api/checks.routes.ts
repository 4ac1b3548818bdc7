import { CancelCheckV1, CreateCheckV1, ListChecksV1, RetrieveCheckV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerV1 } from './answer-v1.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import type { CheckCalls } from './check-calls.ts';
import { liveChecks } from './check-resource.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { keyOf } from './key-gate.ts';
import { pathOf, replyFound, replyOnce, replyPage } from './resource-replies.ts';
import { checkRequestOf } from './wanted-asset.ts';

export interface CheckRoutesOptions {
  readonly apiChecks: ApiChecksService;
  /** The calls of test keys. */
  readonly testChecks: CheckCalls;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
  readonly publicUrl: string;
}

/** Checks of the public API. */
export async function checkRoutes(app: FastifyInstance, options: CheckRoutesOptions): Promise<void> {
  const { apiChecks, testChecks, idempotency, catalogue, publicUrl } = options;
  const callsOf: Readonly<Record<ApiMode, CheckCalls>> = {
    live: liveChecks(apiChecks, publicUrl),
    test: testChecks,
  };
  const checksOf = (request: FastifyRequest) => callsOf[keyOf(request).mode];

  answerV1(app, CreateCheckV1, async ({ body, request, reply }) => {
    const { wait_seconds, reference, metadata, expand, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateCheckV1.path }, async () => {
      const made = await checksOf(request).create(keyOf(request), {
        request: checkRequestOf(catalogue, wanted),
        reference,
        metadata,
        waitMs: wait_seconds * 1000,
      });
      return made.resource(expand);
    });
  });

  answerV1(app, ListChecksV1, async ({ query, request, reply }) => {
    const { limit, cursor = null, reference = null } = query;
    return replyPage(reply, await checksOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
  });

  answerV1(app, RetrieveCheckV1, async ({ params, query, request, reply }) => {
    const found = await checksOf(request).retrieve(keyOf(request).workspace, params.id);
    return replyFound(request, reply, found, query.expand);
  });

  answerV1(app, CancelCheckV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () => {
      const cancelled = await checksOf(request).cancel(keyOf(request).workspace, params.id);
      return cancelled.resource([]);
    }),
  );
}
