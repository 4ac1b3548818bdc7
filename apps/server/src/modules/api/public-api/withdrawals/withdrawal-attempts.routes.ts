import { CreateWithdrawalAttemptV1, ListWithdrawalAttemptsV1, RetrieveWithdrawalAttemptV1 } from '@assay/contracts/v1';
import type { ApiMode, Asset } from '@assay/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerV1 } from '../answer-v1.ts';
import type { IdempotencyPorts } from '../idempotency.ts';
import { keyOf } from '../key-gate.ts';
import { replyFound, replyOnce, replyPage } from '../resource-replies.ts';
import type { WithdrawalCalls } from './withdrawal-attempts.service.ts';
import { withdrawalQuestionOf } from './withdrawal-question.ts';

export interface WithdrawalRoutesOptions {
  /** The calls of the keys of each mode. */
  readonly withdrawals: Readonly<Record<ApiMode, WithdrawalCalls>>;
  readonly idempotency: IdempotencyPorts;
  readonly catalogue: readonly Asset[];
}

/** Payments before they happen in the public API. */
export async function withdrawalRoutes(app: FastifyInstance, options: WithdrawalRoutesOptions): Promise<void> {
  const { withdrawals, idempotency, catalogue } = options;
  const callsOf = (request: FastifyRequest) => withdrawals[keyOf(request).mode];

  answerV1(app, CreateWithdrawalAttemptV1, async ({ body, request, reply }) => {
    const { reference, metadata, ...wanted } = body;
    return replyOnce(idempotency, request, reply, { path: CreateWithdrawalAttemptV1.path }, async () => {
      const question = withdrawalQuestionOf(catalogue, wanted);
      const wish = { request: question, reference, metadata, waitMs: 0 };
      return (await callsOf(request).create(keyOf(request), wish)).resource([]);
    });
  });

  answerV1(app, ListWithdrawalAttemptsV1, async ({ query, request, reply }) => {
    const { limit, cursor = null, reference = null } = query;
    return replyPage(reply, await callsOf(request).list(keyOf(request).workspace, { limit, cursor, reference }));
  });

  answerV1(app, RetrieveWithdrawalAttemptV1, async ({ params, request, reply }) => {
    const found = await callsOf(request).retrieve(keyOf(request).workspace, params.id);
    return replyFound(request, reply, found, []);
  });
}
