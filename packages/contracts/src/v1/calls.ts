import type { ApiScope } from '@assay/domain';
import { z } from 'zod';
import type { LimitName } from '../wire/contract.ts';
import type { ProblemCode } from './problem.ts';
import type { V1Tag } from './tags.ts';
import type { Deprecation } from './version.ts';

/**
 * Everything that is true of one call of the public API. Its route, its part of the document and the types of clients
 * are made from it; its name in them is that of the constant, as `retrieveCheck` of `RetrieveCheckV1`.
 */
export interface V1Contract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under the prefix of the API, parameters as `:name`. */
  readonly path: `/v1/${string}`;
  /** One line of the document. */
  readonly summary: string;
  readonly description: string;
  readonly tag: V1Tag;
  /** What the key must allow; left out where every key may. */
  readonly scope?: ApiScope;
  /**
   * That it answers test keys too, and keeps the objects of both modes apart. Refused to them without it: a call that
   * forgets test mode gives nothing of the live one away.
   */
  readonly answersTestKeys?: true;
  /** Requests a minute and network of a call that is open to all. Requests with a key are counted by key. */
  readonly limit?: LimitName | number;
  /** Since when it is announced that the call ends, and when it does. */
  readonly deprecated?: Deprecation;
  readonly headers?: z.ZodType;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON. */
  readonly body?: z.ZodType;
  /** Bodies that are not JSON, by media type, each with an example. With them the handler reads the body itself. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** By status. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** Answers that are files or streams, by media type, each with what it holds. */
  readonly files?: Readonly<Record<string, string>>;
  /** True where an answer that does not change any more has an `ETag`. */
  readonly hasETag?: true;
  /** What it can be refused for, beside what any call can. */
  readonly problems: readonly ProblemCode[];
}

/** What a call that is open to all can meet. */
export const OPEN_PROBLEMS = ['rate_limited', 'overloaded', 'internal_error'] as const satisfies readonly ProblemCode[];

/** What the key of any call can be refused for, and what any call can meet. */
export const KEY_PROBLEMS = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'unknown_version',
  'address_not_allowed',
  'account_suspended',
  ...OPEN_PROBLEMS,
] as const satisfies readonly ProblemCode[];

/** The same for a call that needs a scope. */
export const SCOPED_PROBLEMS = [...KEY_PROBLEMS, 'missing_scope'] as const satisfies readonly ProblemCode[];

/** A page of a list; `next_cursor` is null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item).describe('Of this page.'),
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  });

/** A list that is short enough for one answer. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), data: z.array(item).describe('All of them.') });

/** Which page of a list is asked for. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Most objects of the page.'),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
});

/** Of a call that takes an idempotency key. */
export const IDEMPOTENCY_PROBLEMS = ['idempotency_in_progress', 'idempotency_key_reused'] as const;

/** Header of calls whose repeat is answered with the first answer. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional()
    .describe(
      'Yours, such as the id of a deposit: within 24 hours the same request is answered with the first answer and `Idempotent-Replayed: true`.',
    ),
});
