import { afterAll, beforeAll } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import type { ChecksDeps } from '../checks.service.ts';
import { type TestApp, testApp } from './check-fixture.ts';

/** One new database and one app for all tests of the calling block; both are removed after the last test. */
export function useTestApp(
  overrides: Partial<ChecksDeps> = {},
): Pick<TestApp, 'app' | 'checks'> & { readonly pool: Pool } {
  let running: { readonly database: TestDatabase; readonly server: TestApp } | undefined;

  beforeAll(async () => {
    const database = await testDatabase();
    running = { database, server: await testApp(database.pool, overrides) };
  });
  afterAll(async () => {
    await running?.server.close();
    await running?.database.drop();
  });

  const started = () => {
    if (running === undefined) throw new Error('The app of this block is not started yet');
    return running;
  };
  return {
    get app() {
      return started().server.app;
    },
    get checks() {
      return started().server.checks;
    },
    get pool() {
      return started().database.pool;
    },
  };
}
