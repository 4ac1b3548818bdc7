import pg from 'pg';
import { inject } from 'vitest';
import { openEmbedded } from '../../apps/server/src/adapters/postgres/embedded.ts';

/** Whether the harness can reach the database of the product it looks at. */
export function hasDatabase(): boolean {
  return inject('dataDir') !== '';
}

/** Statements on the product's own database: for what takes a person weeks, such as a thousand checks. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const database = await openEmbedded(inject('dataDir'));
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
