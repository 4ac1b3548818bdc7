import { createHash } from 'node:crypto';

const NAME_DIGITS = 16;

const names = new Map<string, string>();

/** What `query` takes of a statement with a name. */
export interface Prepared<T extends string = string> {
  readonly name: string;
  readonly text: T;
  readonly values: unknown[];
}

/**
 * A statement that each connection parses and plans once, instead of at each use. For the statements of a check: under
 * the policies of workspaces (docs/decisions/0082-row-level-security.md), planning one takes longer than running it.
 *
 * @param text never put together from values: a connection keeps each text as long as it lives. Names its columns,
 *   since PostgreSQL refuses a prepared `SELECT *` after a migration has added one.
 */
export function prepared<const T extends string>(text: T, values: unknown[] = []): Prepared<T> {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS);
    names.set(text, name);
  }
  return { name, text, values };
}
