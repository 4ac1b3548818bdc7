import { createHash } from 'node:crypto';
import { CancelCheckV1, CreateCheckV1, ListChecksV1, RetrieveCheckV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isHeldAlready } from '../../http/if-none-match.ts';
import type { ApiChecksService } from './api-checks.service.ts';
import type { CheckCalls } from './check-calls.ts';
import { liveChecks } from './check-resource.ts';
import { answerOnce, type IdempotencyPorts } from './idempotency.ts';
import { keyOf, requireScope } from './key-gate.ts';
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
      const key = keyOf(request);
      const { wait_seconds, reference, metadata, expand, ...wanted } = request.body;
      const create = async () => {
        const made = await checksOf(request).create(key, {
          request: checkRequestOf(catalogue, wanted),
          reference,
          metadata,
          waitMs: wait_seconds * 1000,
        });
        return { status: 201, body: JSON.stringify(made.resource(expand)) };
      };
      const idempotencyKey = request.headers['idempotency-key'];
      if (idempotencyKey === undefined) return sendJson(reply, await create());
      const answer = await answerOnce(
        idempotency,
        { holder: key, key: idempotencyKey, method: 'POST', path: '/v1/checks', body: request.body },
        create,
      );
      if (answer.isReplayed) reply.header('idempotent-replayed', 'true');
      return sendJson(reply, answer);
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
      const { checks, nextCursor } = await checksOf(request).list(keyOf(request).workspace, {
        limit,
        cursor,
        reference,
      });
      const data = checks.map((one) => one.resource([]));
      const list = { object: 'list', data, has_more: nextCursor !== null, next_cursor: nextCursor };
      return sendJson(reply, { status: 200, body: JSON.stringify(list) });
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
      const body = JSON.stringify(found.resource(request.query.expand));
      if (found.isRunning) return sendJson(reply, { status: 200, body });
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (isHeldAlready(request, etag)) return reply.code(304).send();
      return sendJson(reply, { status: 200, body });
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
        params: CancelCheckV1.params,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) => {
      const cancelled = await checksOf(request).cancel(keyOf(request).workspace, request.params.id);
      return sendJson(reply, { status: 200, body: JSON.stringify(cancelled.resource([])) });
    },
  );
};

/** The text as it is: a replayed answer is the first one byte for byte. */
function sendJson(reply: FastifyReply, { status, body }: { readonly status: number; readonly body: string }) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body);
}
