import pg from 'pg';
import { openEmbedded } from '../../apps/server/src/platform/db/postgres/embedded.ts';
import { site } from './site.ts';

/** Whether the harness can reach the database of the product under test. */
export function hasDatabase(): boolean {
  return site().dataDir !== '';
}

/** Runs statements on the database of the product, for states that take weeks to reach, such as a thousand checks. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const database = await openEmbedded(site().dataDir);
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}
