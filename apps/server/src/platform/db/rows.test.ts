import { describe, expect, it } from 'vitest';
import type { Queries } from './rows.ts';

interface Invented {
  readonly invented: string;
}

/** Each statement below would say itself what rows are, if it compiled; none is run. */
async function assertingRows(db: Queries, text: string): Promise<readonly unknown[]> {
  // @ts-expect-error by what takes the answer
  const { rows }: { rows: Invented[] } = await db.query(text);
  // @ts-expect-error by what takes the rows
  const taken: Invented[] = (await db.query({ text, values: [] })).rows;
  // @ts-expect-error by a parameter
  const passed = ((found: { rows: readonly Invented[] }) => found.rows)(await db.query(text));
  // @ts-expect-error by a result
  const answered = (): Promise<{ rows: Invented[] }> => db.query(text);
  // @ts-expect-error of a statement that is known, by another row
  const known: { rows: Invented[] } = await db.query('SELECT pg_advisory_xact_lock($1, $2)', [1, 2]);
  return [rows, taken, passed, answered, known];
}

describe('the rows of a statement', () => {
  it('are said by nothing that takes them: what is annotated does not compile', () => {
    // The compiler is the test; where one of the lines compiled, this file would not.
    expect(assertingRows).toBeTypeOf('function');
  });
});
