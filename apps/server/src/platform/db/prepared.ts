import { createHash } from 'node:crypto';
import type pg from 'pg';

const NAME_DIGITS = 16;

const names = new Map<string, string>();

/**
 * A statement that each connection parses and plans once, instead of at each use. For the statements of a check: under
 * the policies of workspaces (docs/decisions/0082-row-level-security.md), planning one takes longer than running it.
 *
 * @param text never put together from values: a connection keeps each text as long as it lives. Names its columns,
 *   since PostgreSQL refuses a prepared `SELECT *` after a migration has added one.
 * @returns what `query` takes
 */
export function prepared(text: string, values: unknown[] = []): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS);
    names.set(text, name);
  }
  return { name, text, values };
}
