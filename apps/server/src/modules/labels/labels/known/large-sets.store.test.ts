import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { filterOf, filtersRead, type LargeSet } from './large-sets.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A set of one address; `isCurrent` is the first thing a reading asks. */
const setOf = (name: string, isCurrent: LargeSet['isCurrent']): LargeSet => ({
  ...{ name, isCurrent, isIndexed: false },
  count: async () => 1,
  open: (client) =>
    client.query('DECLARE labelled NO SCROLL CURSOR FOR SELECT $1::text AS address', [`address of ${name}`]),
});

it('filters are read one after another, so that they keep one connection of those who check', async () => {
  const { pool } = database;
  let reading = 0;
  const readingAtOnce: number[] = [];
  const isCurrent: LargeSet['isCurrent'] = async (db) => {
    reading += 1;
    readingAtOnce.push(reading);
    await db.query('SELECT pg_sleep(0.05)');
    reading -= 1;
    return true;
  };
  const sets = ['first', 'second', 'third'].map((name) => setOf(name, isCurrent));
  expect(sets.map((set) => filterOf(pool, set))).toEqual([null, null, null]);
  await filtersRead(pool);
  expect(readingAtOnce).toEqual([1, 1, 1]);
  for (const set of sets) expect(filterOf(pool, set)?.mayContain(`address of ${set.name}`)).toBe(true);
});

it('a filter that cannot be read does not stop the next', async () => {
  const { pool } = database;
  const next = setOf('next', async () => true);
  filterOf(
    pool,
    setOf('outdated', async () => false),
  );
  filterOf(pool, next);
  await expect(filtersRead(pool)).rejects.toThrow('The labels have changed meanwhile');
  await filtersRead(pool);
  expect(filterOf(pool, next)?.mayContain('address of next')).toBe(true);
});
