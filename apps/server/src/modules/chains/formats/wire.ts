import { z } from 'zod';
import { SourceError } from '../sources/sources.ports.ts';

/**
 * Reads JSON without rounding: integers beyond 2^53 become bigint, all others are as in JSON.parse.
 *
 * @throws SourceError `malformed` when the text is not JSON, for example a truncated answer
 */
export function parseJson(provider: string, text: string): unknown {
  try {
    // Looking at every value takes several times as long as reading them.
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
  } catch (cause) {
    throw new SourceError({ kind: 'malformed', provider, field: 'the answer is no JSON' }, { cause });
  }
}

/** A number that may be beyond 2^53, which has 16 digits; one in a text is taken for such too. */
const LONG_NUMBER = /(?:^|[:,[\s])\s*-?\d{16}/;

function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/**
 * Checks an answer against what the provider documents.
 *
 * @param prefix path of this part in the whole answer
 * @throws SourceError `malformed` naming the first wrong or missing field
 */
export function readAnswer<Schema extends z.ZodType>(
  provider: string,
  answer: unknown,
  schema: Schema,
  prefix = '',
): z.output<Schema> {
  const read = readShape(schema, answer);
  if (read.isRead) return read.value;
  const path = [...(prefix === '' ? [] : [prefix]), ...read.path];
  const field = path.length === 0 ? 'answer' : path.join('.');
  throw new SourceError({ kind: 'malformed', provider, field }, { cause: read.cause });
}

export type ReadShape<Value> =
  | { readonly isRead: true; readonly value: Value }
  /** `path` of the first wrong or missing field. */
  | { readonly isRead: false; readonly path: readonly string[]; readonly cause: Error };

/** Reads an answer from outside in a shape, whatever it is: also one that is nested deeper than can be read. */
export function readShape<Schema extends z.ZodType>(schema: Schema, answer: unknown): ReadShape<z.output<Schema>> {
  try {
    const read = schema.safeParse(answer);
    if (read.success) return { isRead: true, value: read.data };
    return { isRead: false, path: pathOf(read.error.issues[0]), cause: read.error };
  } catch (error) {
    // The stack is used up by calls within calls, or by a text of many megabytes.
    if (!(error instanceof RangeError)) throw error;
    return { isRead: false, path: [], cause: error };
  }
}

/** Inside a union, the wrong field of the branch that matched furthest. */
function pathOf(issue: z.core.$ZodIssue | undefined): string[] {
  if (issue === undefined) return [];
  const own = issue.path.map(String);
  if (issue.code !== 'invalid_union') return own;
  const inner = issue.errors.map(([first]) => pathOf(first));
  return [...own, ...(inner.toSorted((a, b) => b.length - a.length)[0] ?? [])];
}

/** The error for a cursor that this source did not create. */
export function foreignCursor(provider: string, cause?: unknown): SourceError {
  const what = 'what follows a page of somebody else';
  return new SourceError({ kind: 'not-supported', provider, what }, { cause });
}

/** A cursor that is JSON. */
export function parseCursor(provider: string, cursor: string): unknown {
  try {
    return JSON.parse(cursor);
  } catch (cause) {
    throw foreignCursor(provider, cause);
  }
}

/** A cursor that is the height of the block to continue from. */
export function cursorBlock(provider: string, cursor: string): number {
  if (!/^\d{1,12}$/.test(cursor)) throw foreignCursor(provider);
  return Number(cursor);
}

/** A cursor that is the time to continue from, in milliseconds. */
export function cursorMilliseconds(provider: string, cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw foreignCursor(provider);
  return Number(cursor);
}

const LARGEST_AMOUNT = 2n ** 256n - 1n;

/** An integer of base units as decimal text, of any size possible on a chain; never a fraction. */
export const amountText = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((value) => BigInt(value))
  .refine((value) => value <= LARGEST_AMOUNT);

/** The same as a JSON number. */
export const amountNumber = z
  .union([z.int().nonnegative(), z.bigint().nonnegative()])
  .transform((value) => BigInt(value))
  .refine((value) => value <= LARGEST_AMOUNT);

/** A quantity of an Ethereum node: `0x` and hexadecimal digits. */
export const hexAmount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((value) => BigInt(value));

/** A whole number of at most 2^53 as decimal text. */
export const wholeText = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** The same as a JSON number. */
export const wholeNumber = z.int().nonnegative();

/** A whole number of at most 2^53 as a hexadecimal quantity. */
export const hexWhole = hexAmount.transform(Number).refine(Number.isSafeInteger);

export const evmHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .toLowerCase();

export const evmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase();

/** Unix seconds from an ISO date and time in UTC. */
export const isoTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/)
  .transform((text) => Math.floor(Date.parse(text) / 1000))
  .refine((seconds) => Number.isSafeInteger(seconds) && seconds >= 0);
