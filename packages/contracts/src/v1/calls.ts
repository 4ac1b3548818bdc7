import { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/** A call of the public API. */
export interface V1Contract {
  readonly problems: readonly ProblemCode[];
  readonly [key: string]: unknown;
}

/** What the key of any call can be refused for, and what any call can meet. */
export const KEY_PROBLEMS = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'unknown_version',
  'address_not_allowed',
  'account_suspended',
  'rate_limited',
  'overloaded',
  'internal_error',
] as const satisfies readonly ProblemCode[];

/** The same for a call that needs a scope. */
export const SCOPED_PROBLEMS = [...KEY_PROBLEMS, 'missing_scope'] as const satisfies readonly ProblemCode[];

/** A page of a list; `next_cursor` is null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });

/** A list that is short enough for one answer. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), data: z.array(item) });

/** Which page of a list is asked for. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  /** `next_cursor` of the page before. */
  cursor: z.string().max(200).optional(),
});
