import { CreateWithdrawalAttemptV1, ListWithdrawalAttemptsV1, RetrieveWithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { IdempotencyPorts } from './idempotency.ts';
import { keyOf, requireScope } from './key-gate.ts';
import { replyFound, replyOnce, replyPage } from './resource-replies.ts';
import type { WithdrawalCalls } from './withdrawal-attempts.service.ts';
import { withdrawalQuestionOf } from './withdrawal-question.ts';

export interface WithdrawalRoutesOptions {
  /** The calls of the keys of each mode. */
  readonly withdrawals: Readonly<Record<ApiMode, WithdrawalCalls>>;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
}

const TAGS = ['withdrawals'];

/** Payments before they happen in the public API. */
export const withdrawalRoutes: FastifyPluginAsyncZod<WithdrawalRoutesOptions> = async (app, options) => {
  const { withdrawals, idempotency, catalogue } = options;
  const callsOf = (request: FastifyRequest) => withdrawals[keyOf(request).mode];
  const config = { answersTestKeys: true };

  app.post(
    CreateWithdrawalAttemptV1.path,
    {
      schema: {
        operationId: 'createWithdrawalAttempt',
        summary: 'Create a withdrawal attempt',
        description:
          'Rates a payment before it happens: the address that it would pay, and what it would do to the wallet that would pay it. Each of the two is a check: the same address within 24 hours is free, and one that cannot be rated costs nothing. Nothing is sent to any chain.',
        tags: TAGS,
        headers: CreateWithdrawalAttemptV1.headers,
        body: CreateWithdrawalAttemptV1.body,
      },
      config,
      preParsing: requireScope('checks:write'),
    },
    async (request, reply) => {
      const { reference, metadata, ...wanted } = request.body;
      return replyOnce(idempotency, request, reply, { path: CreateWithdrawalAttemptV1.path }, async () => {
        const question = withdrawalQuestionOf(catalogue, wanted);
        const made = await callsOf(request).create(keyOf(request), {
          request: question,
          reference,
          metadata,
          waitMs: 0,
        });
        return made.resource([]);
      });
    },
  );

  app.get(
    ListWithdrawalAttemptsV1.path,
    {
      schema: {
        operationId: 'listWithdrawalAttempts',
        summary: 'List withdrawal attempts',
        description: 'Withdrawal attempts that keys of the workspace made in the mode of this one, the newest first.',
        tags: TAGS,
        querystring: ListWithdrawalAttemptsV1.query,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const { limit, cursor = null, reference = null } = request.query;
      return replyPage(reply, await callsOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
    },
  );

  app.get(
    RetrieveWithdrawalAttemptV1.path,
    {
      schema: {
        operationId: 'retrieveWithdrawalAttempt',
        summary: 'Retrieve a withdrawal attempt',
        description:
          'As it was answered when it was made; only what its checks cost is of now. Once they have ended it has an `ETag`: with `If-None-Match` it is answered by 304 while it is the same.',
        tags: TAGS,
        params: RetrieveWithdrawalAttemptV1.params,
      },
      config,
      preParsing: requireScope('checks:read'),
    },
    async (request, reply) => {
      const found = await callsOf(request).retrieve(keyOf(request).workspace, request.params.id);
      return replyFound(request, reply, found, []);
    },
  );
};
