import { type Contract, ERRORS, type ErrorName, errorsOf, Failure, type LimitName } from '@assay/contracts';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { RateLimits } from './limits/rate-limit.ts';
import {
  admitOwnerAnywhere,
  requireAdmin,
  requireCaller,
  requirePermission,
  requirePerson,
  requireStepUp,
  requireStepUpWithFactor,
} from './who/caller.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

/** The parts of a request that a contract can have schemas of. */
type Parts = Pick<Contract, 'headers' | 'params' | 'query' | 'body'>;

/** What one part of a request holds once it was read by its schema; nothing where the contract has none. */
type Read<C extends Parts, Part extends keyof Parts> = C extends {
  readonly [Name in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** What a handler answers: the data of any of the contract's answers, or the reply through which it sent a file. */
export type Answered<C extends Contract> =
  | (C extends { readonly answers: infer Answers }
      ? { [Status in keyof Answers]: DataOf<Answers[Status]> }[keyof Answers]
      : never)
  | (C extends { readonly contentType: string } ? FastifyReply : never);

type DataOf<Schema> = Schema extends z.ZodType ? (z.input<Schema> extends { data: infer Data } ? Data : never) : never;

/** A request whose parts were read by the contract's schemas. */
export interface Asked<C extends Parts> {
  readonly headers: Read<C, 'headers'>;
  readonly params: Read<C, 'params'>;
  readonly query: Read<C, 'query'>;
  readonly body: Read<C, 'body'>;
  readonly request: FastifyRequest;
  /** For headers, a status other than 200, and files. */
  readonly reply: FastifyReply;
}

/** Requests a minute and network, by the name that contracts use. */
export type Limits = Readonly<Record<`${LimitName}PerMinute`, number>>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The heights of the limits, those that contracts name among them. */
    limits: Limits & RateLimits;
  }
}

/** The longest that a call may ask for with `handlerTimeout`. A connection that is silent for so long is not ended. */
export const LONGEST_CALL_MS = 120_000;

export interface CallOptions {
  /** How requests are counted, where it depends on more than the contract's limit. */
  readonly rateLimit?: RateLimitOptions;
  /** What must hold beside the contract's needs, checked after them and before the body is read. */
  readonly guards?: readonly Guard[];
  /** Bytes of the largest body, where it differs from that of other calls. */
  readonly bodyLimit?: number;
  /** How long the handler may take, in milliseconds, where it may take longer than others. */
  readonly handlerTimeout?: number;
  /** True where nothing is said about storing the answer: it is the same for everybody. */
  readonly isStorable?: true;
}

/**
 * Makes the route of a contract: its method, path, schemas, documents, limit and needs come from there, and what is left
 * is `handle`, which answers the data, or sends a file through the reply. Answers are stored by nobody, unless `handle`
 * says otherwise by a `cache-control` of its own.
 */
export function answerCall<const C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handle: (asked: Asked<C>) => Promise<Answered<C>>,
  { rateLimit, guards = [], isStorable, ...room }: CallOptions = {},
): void {
  const { isChange } = contract;
  app.route({
    method: contract.method,
    url: contract.path,
    schema: { ...schemaOf(contract), response: { ...contract.answers, ...failures(errorsOf(contract)) } },
    ...(isChange === true ? { exposeHeadRoute: false } : {}),
    config: {
      ...(isChange === true ? { isChange } : {}),
      ...countedBy(app.limits, contract.limit, rateLimit),
    },
    preParsing: inOrder([...guardsOf(contract), ...guards]),
    ...room,
    ...(isStorable === true ? {} : { onSend: storedByNobody }),
    handler: async (request, reply) => {
      // Nothing where `handle` returned the reply: it is awaited until the answer was sent, or its client has left.
      const answered = await handle(askedOf<C>(request, reply));
      return answered === undefined ? undefined : { data: answered };
    },
  });
}

/** What the framework and the documents are given of a contract, but its answers. */
export function schemaOf(contract: Parts & Pick<Contract, 'summary' | 'description'> & { readonly tag: string }) {
  const { summary, description, tag, headers, params, query, body } = contract;
  return {
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(headers === undefined ? {} : { headers }),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
  };
}

/** The parts of a request; the schemas of the contract read them before the handler is called. */
export function askedOf<C extends Parts>(request: FastifyRequest, reply: FastifyReply): Asked<C> {
  const { headers, params, query, body }: Readonly<Record<keyof Parts, unknown>> = request;
  return { headers, params, query, body, request, reply } as Asked<C>;
}

/** Hook of answers that nobody stores, unless their handler says otherwise. */
export const storedByNobody: onSendAsyncHookHandler = async (_request, reply) => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
};

/** The part of a route's configuration that says how its requests are counted. */
export function countedBy(
  limits: Limits,
  limit: Contract['limit'],
  by: RateLimitOptions = {},
): { rateLimit?: RateLimitOptions } {
  if (limit === null) return Object.keys(by).length === 0 ? {} : { rateLimit: by };
  return { rateLimit: { max: typeof limit === 'number' ? limit : limits[`${limit}PerMinute`], ...by } };
}

/** One hook of them all: a list would be shared by GET and its HEAD, and plugins that add to it would add twice. */
function inOrder(guards: readonly Guard[]): Guard {
  return async (request) => {
    for (const guard of guards) await guard(request);
  };
}

/** What is checked before the body of a request is read, in order. */
function guardsOf(contract: Contract): Guard[] {
  const { credentials = 'user', needs = {} } = contract;
  const { permission, admin, stepUp, ownerFromAnywhere } = needs;
  return [
    ...(ownerFromAnywhere === true ? [admitOwnerAnywhere] : []),
    ...(credentials === 'user' ? [contract.isOfPerson === true ? requirePerson : requireCaller] : []),
    ...(admin === true ? [requireAdmin] : []),
    ...(permission === undefined ? [] : [requirePermission(permission)]),
    ...(stepUp === undefined ? [] : [stepUp === 'always' ? requireStepUp : requireStepUpWithFactor]),
  ];
}

/**
 * Response schemas of a route's failures, by status. The type is empty on purpose: handlers throw failures, they never
 * send them, so only the answers may be sent from a handler.
 */
function failures(errorNames: readonly ErrorName[]): Record<never, never> {
  return Object.fromEntries(errorNames.map((name) => [ERRORS[name].status, Failure]));
}
