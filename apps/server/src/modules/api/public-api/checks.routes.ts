import { CancelCheckV1, CreateCheckV1, ListChecksV1, RetrieveCheckV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ApiChecksService } from './api-checks.service.ts';
import type { CheckCalls } from './check-calls.ts';
import { liveChecks } from './check-resource.ts';
import type { IdempotencyPorts } from './idempotency.ts';
import { keyOf, requireScope } from './key-gate.ts';
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

const TAGS = ['checks'];

/** Checks of the public API. */
export const checkRoutes: FastifyPluginAsyncZod<CheckRoutesOptions> = async (app, options) => {
  const { apiChecks, testChecks, idempotency, catalogue, publicUrl } = options;
  const callsOf: Readonly<Record<ApiMode, CheckCalls>> = {
    live: liveChecks(apiChecks, publicUrl),
    test: testChecks,
  };
  const checksOf = (request: FastifyRequest) => callsOf[keyOf(request).mode];
  const config = { answersTestKeys: true };

  app.post(
    CreateCheckV1.path,
    {
      schema: {
        operationId: 'createCheck',
        summary: 'Create a check',
        description:
          'Checks one address and waits for the result, 15 seconds at most; a check that takes longer is answered as `running`. The same address and asset within 24 hours is free. A check that fails or cannot be rated costs nothing.',
        tags: TAGS,
        headers: CreateCheckV1.headers,
        body: CreateCheckV1.body,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) => {
      const { wait_seconds, reference, metadata, expand, ...wanted } = request.body;
      return replyOnce(idempotency, request, reply, { path: CreateCheckV1.path }, async () => {
        const made = await checksOf(request).create(keyOf(request), {
          request: checkRequestOf(catalogue, wanted),
          reference,
          metadata,
          waitMs: wait_seconds * 1000,
        });
        return made.resource(expand);
      });
    },
  );

  app.get(
    ListChecksV1.path,
    {
      schema: {
        operationId: 'listChecks',
        summary: 'List checks',
        description: 'Checks that keys of the workspace made in the mode of this one, the newest first.',
        tags: TAGS,
        querystring: ListChecksV1.query,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const { limit, cursor = null, reference = null } = request.query;
      return replyPage(reply, await checksOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
    },
  );

  app.get(
    RetrieveCheckV1.path,
    {
      schema: {
        operationId: 'retrieveCheck',
        summary: 'Retrieve a check',
        description:
          'As it is now. A finished check has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
        tags: TAGS,
        params: RetrieveCheckV1.params,
        querystring: RetrieveCheckV1.query,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const found = await checksOf(request).retrieve(keyOf(request).workspace, request.params.id);
      return replyFound(request, reply, found, request.query.expand);
    },
  );

  app.post(
    CancelCheckV1.path,
    {
      schema: {
        operationId: 'cancelCheck',
        summary: 'Cancel a running check',
        description: 'It ends as `failed` and costs nothing.',
        tags: TAGS,
        headers: CancelCheckV1.headers,
        params: CancelCheckV1.params,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async () => {
        const cancelled = await checksOf(request).cancel(keyOf(request).workspace, request.params.id);
        return cancelled.resource([]);
      }),
  );
};
