import type { z } from 'zod';
import { readShape } from '../../../formats/wire.ts';
import { SourceError } from '../../../sources/sources.ports.ts';

/** The rows of a list that could be read, and what became of the others. */
export interface ReadRows<Row> {
  /** In the provider's order. */
  readonly rows: readonly Row[];
  /** Number of rows that came, of any kind. */
  readonly count: number;
  /** The first wrong field of each row that could not be read, without its place in the list. */
  readonly unreadable: readonly string[];
  /** Rows that came more than once, and are kept once. */
  readonly repeated: number;
}

/**
 * Reads the rows of a list one by one: one that is not as documented is left out and named, and spoils no other.
 *
 * @param identityOf what no two rows of a list share; null where rows have nothing of the kind
 * @param map what a row comes to; this and `identityOf` may throw `malformed`, which makes the row unreadable
 */
export function readRows<Schema extends z.ZodType, Value>(
  raw: readonly unknown[],
  schema: Schema,
  identityOf: (row: z.output<Schema>) => string | null,
  map: (row: z.output<Schema>) => Value,
): ReadRows<Value> {
  const rows: Value[] = [];
  const unreadable: string[] = [];
  const seen = new Set<string>();
  let repeated = 0;
  for (const one of raw) {
    const read = readShape(schema, one);
    if (!read.isRead) {
      unreadable.push(read.path.length === 0 ? 'entry' : read.path.join('.'));
      continue;
    }
    try {
      const identity = identityOf(read.value);
      if (identity !== null && seen.has(identity)) {
        repeated += 1;
        continue;
      }
      const value = map(read.value);
      if (identity !== null) seen.add(identity);
      rows.push(value);
    } catch (error) {
      if (!(error instanceof SourceError) || error.fault.kind !== 'malformed') throw error;
      unreadable.push(error.fault.field);
    }
  }
  return { rows, count: raw.length, unreadable, repeated };
}

/** The error for an answer that does not match the provider's format. */
export function malformed(provider: string, field: string): SourceError {
  return new SourceError({ kind: 'malformed', provider, field });
}
