import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInstallation } from './binaries.ts';
import { initialiseCluster } from './cluster.ts';
import { openEmbedded } from './embedded.ts';

describe('an empty postmaster.pid', { timeout: 120_000 }, () => {
  let dataDir: string;
  let file: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-embedded-'));
    file = path.join(dataDir, 'postgres', 'postmaster.pid');
    await initialiseCluster(await findInstallation(), path.join(dataDir, 'postgres'), { durable: false });
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function opensAndAnswers(): Promise<void> {
    const { url, close } = await openEmbedded(dataDir);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await client.end();
      await close();
    }
  }

  it('left by a crash does not keep the database from starting', async () => {
    await writeFile(file, '');
    const before = new Date(Date.now() - 120_000);
    await utimes(file, before, before);
    await opensAndAnswers();
  });

  it('of a PostgreSQL that is just starting is left alone until it says more', async () => {
    await writeFile(file, '');
    // As the other process ends again without having written to it: rm fails where the file was taken from it.
    const starting = sleep(1_000).then(() => rm(file));
    await opensAndAnswers();
    await starting;
  });
});
