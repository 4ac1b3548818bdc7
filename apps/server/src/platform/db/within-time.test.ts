import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { AppError } from '../kernel/app-error.ts';
import { inTransaction } from './transactions.ts';
import { withinTime } from './within-time.ts';

const database = await testDatabase();
afterAll(() => database.drop());

it('ends a statement that takes longer as too much work for now, and no other failure', async () => {
  const run = (statement: string) =>
    inTransaction(database.pool, (client) => withinTime(client, 50, () => client.query(statement))).catch(
      (error: unknown) => error,
    );
  const late = await run('SELECT pg_sleep(30)');
  expect(late).toBeInstanceOf(AppError);
  expect(late).toMatchObject({ errorName: 'Overloaded' });
  expect(await run('SELECT nothing')).not.toBeInstanceOf(AppError);
  const { rows } = await database.pool.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
  expect(rows).toEqual([{ limit: '0' }]);
});
