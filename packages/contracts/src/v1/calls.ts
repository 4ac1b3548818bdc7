import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** A call of the public API. */
export interface V1Contract {
  readonly problems: readonly ProblemCode[];
  readonly [key: string]: unknown;
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
