import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/support/database.ts';
import { inTransaction } from '../transactions.ts';
import { copyBinary } from './copy-binary.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(
    'CREATE TABLE kinds (place int4, small int2, big int8, real float8, flag boolean, words text, amount numeric)',
  );
});
afterAll(() => database.drop());

const AMOUNTS = [
  0n,
  1n,
  9_999n,
  10_000n,
  10_001n,
  100_000_000n,
  2n ** 53n - 1n,
  2n ** 53n,
  10n ** 18n,
  2n ** 128n + 1n,
  10n ** 40n,
];

it('writes every kind of value as PostgreSQL reads it', async () => {
  const rows = AMOUNTS.map((amount, index) => ({
    place: index,
    small: index % 2 === 0 ? -3 : 32_767,
    big: [null, -1, 0, 2 ** 32, 2 ** 53 - 1, -(2 ** 40)][index % 6] ?? null,
    real: [0.1, -2.5e-300, 1 / 3, 0][index % 4] ?? 0,
    flag: index % 2 === 0,
    words: ['', 'plain', 'Zürich\t\\N\n', '木'.repeat(200_000)][index % 4] ?? '',
    amount,
  }));
  const columns = ['place', 'small', 'big', 'real', 'flag', 'words', 'amount'];
  await inTransaction(database.pool, (client) =>
    copyBinary(client, { table: 'kinds', columns }, rows, (to, row) => {
      to.int4(row.place).int2(row.small).int8(row.big).float8(row.real).bool(row.flag).text(row.words);
      to.numeric(row.place === 3 ? Number(row.amount) : row.amount);
    }),
  );
  const found = await database.pool.query('SELECT * FROM kinds ORDER BY place');
  expect(found.rows).toEqual(
    rows.map((row) => ({ ...row, big: row.big === null ? null : String(row.big), amount: String(row.amount) })),
  );
});

it('leaves nothing behind when its rows end in an error', async () => {
  const before = await database.pool.query('SELECT count(*) FROM kinds');
  const broken = function* () {
    yield 1;
    throw new Error('no more');
  };
  const copied = inTransaction(database.pool, (client) =>
    copyBinary(client, { table: 'kinds', columns: ['place'] }, broken(), (to, index) => to.int4(index)),
  );
  await expect(copied).rejects.toThrow('no more');
  expect((await database.pool.query('SELECT count(*) FROM kinds')).rows).toEqual(before.rows);
});

it('refuses a number its column cannot hold, rather than write another one', async () => {
  const copied = inTransaction(database.pool, (client) =>
    copyBinary(client, { table: 'kinds', columns: ['place'] }, [2 ** 31], (to, index) => to.int4(index)),
  );
  await expect(copied).rejects.toThrow(new RangeError('2147483648 is no whole number of 32 bits'));
});
