import type pg from 'pg';

/**
 * The row of each statement, by its text. Each module adds those of its stores in `rows.generated.ts`, which
 * `npm run rows` makes of the migrated database.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Rows {}

/** The text of a statement that is known with its row. */
export type Known = keyof Rows;

/** A statement with its values, whose rows are objects. */
interface Sent<T extends string> {
  readonly text: T;
  readonly name?: string;
  readonly values?: unknown[];
  readonly rowMode?: never;
}

/** What a statement answers. */
export type Answer<R> = Omit<pg.QueryResult, 'rows'> & { rows: R[] };

/**
 * How stores send statements. The row follows from the text: constants may be put into a text, and what else is put into
 * one is the name of a table. A text that is not known (yet, or after it was changed) has rows of which nothing can be
 * read.
 */
export interface Queries {
  query<const T extends Known>(text: T, values?: readonly unknown[]): Promise<Answer<Rows[T]>>;
  query<const T extends Known>(statement: Sent<T>): Promise<Answer<Rows[T]>>;
  /** Asserts the row: for tests. Stores do so no more than test/system/rows.test.ts lists. */
  query<R = unknown>(text: string | pg.QueryConfig, values?: readonly unknown[]): Promise<Answer<R>>;
  query<R extends unknown[]>(text: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<R>>;
  query<S extends pg.Submittable>(stream: S): S;
}

/** A connection of its own, beside the pools. */
export interface Connection extends Omit<pg.Client, 'query'>, Queries {}
