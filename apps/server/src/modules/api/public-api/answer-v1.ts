import type { V1Contract } from '@assay/contracts/v1';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type Asked, askedOf, countedBy, schemaOf, storedByNobody } from '../../../platform/http/answer-call.ts';
import { requireScope } from './key-gate.ts';

/** What a handler reads of a request: bodies of other media types are its own affair. */
type ReadOf<C extends V1Contract> = C extends { readonly bodies: object } ? Omit<C, 'body'> : C;

/** What a handler answers: an object of the contract. One that sends text, a file or a stream by the reply returns that. */
type AnsweredV1<C extends V1Contract> = z.input<C['answers'][keyof C['answers'] & number]>;

/**
 * Makes the route of a call of the public API: all but what `handle` does comes from its contract. Answers are stored by
 * nobody, unless `handle` says otherwise by a `cache-control` of its own.
 */
export function answerV1<const C extends V1Contract>(
  app: FastifyInstance,
  contract: C,
  handle: (asked: Asked<ReadOf<C>>) => Promise<AnsweredV1<C>>,
  room: { /** How long it may take, in milliseconds. */ readonly handlerTimeout?: number } = {},
): void {
  const { scope, answersTestKeys, limit, deprecated, bodies, body, ...read }: V1Contract = contract;
  app.route({
    method: contract.method,
    url: contract.path,
    schema: {
      ...schemaOf({ ...read, ...(bodies === undefined && body !== undefined ? { body } : {}) }),
      response: contract.answers,
    },
    config: {
      ...(answersTestKeys === undefined ? {} : { answersTestKeys }),
      ...countedBy(app.limits, limit ?? null),
      ...(deprecated === undefined ? {} : { deprecated }),
    },
    ...(scope === undefined ? {} : { preParsing: requireScope(scope) }),
    ...room,
    onSend: storedByNobody,
    handler: async (request, reply) => handle(askedOf<ReadOf<C>>(request, reply)),
  });
}
