import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { HAS_ENDED, IS_FREE, IS_HELD, LEASE_OF } from './lease.ts';

const SERVER = path.resolve(import.meta.dirname, '../..');

describe('the time of a lease', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query('CREATE TABLE work (id integer, lease_until timestamptz)');
  });
  afterAll(() => database.drop());

  const states = async () => {
    const { rows } = await database.pool.query(
      `SELECT lease_until ${IS_HELD} AS held, lease_until ${IS_FREE} AS free, lease_until ${HAS_ENDED} AS ended
         FROM work ORDER BY id`,
    );
    return rows;
  };

  it('is free before it was ever taken, held while it lasts, and free once it has ended', async () => {
    await database.pool.query(
      `INSERT INTO work VALUES (1, NULL), (2, ${LEASE_OF} $1), (3, ${LEASE_OF} $2)`,
      [60_000, -1],
    );
    expect(await states()).toEqual([
      { held: null, free: true, ended: null },
      { held: true, free: false, ended: false },
      { held: false, free: true, ended: true },
    ]);
  });

  it('goes by the moment of the statement, and not by when its transaction began', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE work SET lease_until = ${LEASE_OF} 20`);
    await sleep(40);
    const { rows } = await client.query(`SELECT DISTINCT lease_until ${IS_HELD} AS held FROM work`);
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([{ held: false }]);
  });
});

/** Statements that set or compare a lease by hand, or renew one by a timer of their own. */
function ownLeases(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [
    ...(code.match(/(?:lease_until|\buntil)\s*(?:=|[<>]=?)\s*(?:now|clock_timestamp)\(\)/g) ?? []),
    ...(code.match(/(?:clock_timestamp|now)\(\)\s*[<>]=?\s*\w*\.?lease_until/g) ?? []),
    ...(code.match(/(?:setInterval|everyWhile)\([^\n]*renewLeases?/g) ?? []),
  ];
}

describe('leases', () => {
  it('are set, compared and kept in one way', () => {
    const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\/|generated/.test(file));
    const own = files.flatMap((file) => {
      const text = readFileSync(path.join(SERVER, file), 'utf8');
      // A legal hold is until a day that a person has said.
      if (file.includes('legal-holds')) return [];
      return ownLeases(text).map((part) => `${file}: ${part}`);
    });
    expect(own).toEqual([]);
  });

  it.each([
    ['`UPDATE work SET lease_until = now() + $1`'],
    ['`SELECT FROM work WHERE d.lease_until < clock_timestamp()`'],
    ['`DELETE FROM claims WHERE held.until <= clock_timestamp()`'],
    ['`SELECT FROM work WHERE now() > lease_until`'],
    ['const renewal = setInterval(() => void renewLease(db), 1_000);'],
  ])('would be found where they are made by hand: %s', (text) => {
    expect(ownLeases(text)).toHaveLength(1);
  });
});
