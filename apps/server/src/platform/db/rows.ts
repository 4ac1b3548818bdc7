import type pg from 'pg';

/**
 * The row of each statement, by its text. Each module adds those of its stores in `rows.generated.ts`, which
 * `npm run rows` makes of the migrated database.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Rows {}

/** The row of each statement whose rows are read as lists. */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface RowLists {}

/** The text of a statement that is known with its row. */
export type Known = keyof Rows;

/** A statement with its values, whose rows are objects. */
interface Sent<T extends string> {
  readonly text: T;
  readonly name?: string;
  readonly values?: unknown[];
  readonly rowMode?: never;
}

/** A statement with its values, whose rows are lists. */
interface SentForLists<T extends string> extends Omit<Sent<T>, 'rowMode'> {
  readonly rowMode: 'array';
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
  query<const T extends keyof RowLists>(statement: SentForLists<T>): Promise<Answer<RowLists[T]>>;
  /**
   * Asserts the row: for tests. Sources may not (test/system/rows.test.ts), and the type of what takes the answer says
   * nothing about it.
   */
  query<R = unknown>(text: string | pg.QueryConfig, values?: readonly unknown[]): Promise<Answer<NoInfer<R>>>;
  query<S extends pg.Submittable>(stream: S): S;
}

/** A connection of its own, beside the pools. */
export interface Connection extends Omit<pg.Client, 'query'>, Queries {}
