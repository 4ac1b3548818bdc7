import type { ApiMode, ApiScope } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { wireApiKeys } from '../../src/modules/api/open/public-api.ts';
import { testApp } from '../../src/modules/checks/checks/test/check-fixture.ts';
import type { Pool } from '../../src/platform/db/index.ts';
import { SharedLimiter } from '../../src/platform/http/limits/shared-limiter.ts';
import { postgresLimitCounts } from '../../src/platform/limits/limit-counts.store.ts';
import { type TestDatabase, testDatabase } from './database.ts';

const SECRET = new Uint8Array(32).fill(5);

interface ServerPair {
  readonly apps: readonly [FastifyInstance, FastifyInstance];
  close(): Promise<void>;
}

/** Two servers of one installation, which count limits together in the database. */
async function serverPair(pool: Pool): Promise<ServerPair> {
  const started = () =>
    testApp(pool, {}, { limiter: new SharedLimiter({ counts: postgresLimitCounts(pool), secret: SECRET }) });
  const [one, other] = [await started(), await started()];
  return {
    apps: [one.app, other.app],
    async close() {
      await one.close();
      await other.close();
    },
  };
}

/** A database and two servers on it, for all tests of a file. */
export function useServerPair() {
  let database: TestDatabase;
  let servers: ServerPair;
  beforeAll(async () => {
    database = await testDatabase();
    servers = await serverPair(database.pool);
  });
  afterAll(async () => {
    await servers.close();
    await database.drop();
  });
  return {
    get pool() {
      return database.pool;
    },
    get apps() {
      return servers.apps;
    },
  };
}

/** The text of a new API key of a workspace. */
export async function keyText(
  pool: Pool,
  workspace: string,
  { mode = 'live', scopes }: { readonly mode?: ApiMode; readonly scopes: readonly ApiScope[] },
): Promise<string> {
  const wish = { name: 'K', mode, scopes, addressRanges: [], monthlyLimit: null, expiresInDays: null };
  return (await wireApiKeys(pool).create({ workspace, sub: null }, wish)).secret;
}
