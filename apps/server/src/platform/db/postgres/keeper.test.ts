import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../../../../test/support/product.ts';
import { openEmbedded } from './embedded.ts';
import { isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts';

const { dataDir, remove } = await temporaryDataDir();
await mkdir(dataDir);
afterAll(remove);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Recovery may still be under way: PostgreSQL refuses sessions until it ends (SQLSTATE 57P03). */
async function connectOnceRecovered(url: string): Promise<pg.Client> {
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '57P03') throw error;
      await sleep(50);
    }
  }
}

describe('a command that ends while PostgreSQL recovers from a crash', () => {
  it('leaves it running for the server, and the server stops it at its own end', { timeout: 180_000 }, async () => {
    const server = await openEmbedded(dataDir, { isServer: true });
    const command = await openEmbedded(dataDir);
    const file = await readPostmasterFile(path.join(dataDir, 'postgres'));
    const pid = file?.pid ?? 0;
    const [killed, ended] = [await connect(server.url), await connect(server.url)];
    const { rows } = await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const everybodyEnded = new Promise<void>((resolve) => {
      ended.once('end', () => resolve());
    });
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await everybodyEnded;
    await command.close();
    expect(isPostmasterAlive(pid)).toBe(true);
    expect((await readPostmasterFile(path.join(dataDir, 'postgres')))?.pid).toBe(pid);
    const again = await connectOnceRecovered(server.url);
    expect((await again.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await again.end();
    await server.close();
    expect(isPostmasterAlive(pid)).toBe(false);
  });
});

describe('a process that leaves while it connects again', () => {
  it('leaves no session behind that keeps PostgreSQL running', { timeout: 180_000 }, async () => {
    const server = await openEmbedded(dataDir, { isServer: true });
    const pid = (await readPostmasterFile(path.join(dataDir, 'postgres')))?.pid ?? 0;
    const client = await connect(server.url);
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => resolve());
    });
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await ended;
    await server.close();
    expect(isPostmasterAlive(pid)).toBe(false);
  });
});
