import path from 'node:path';
import pg from 'pg';
import { quantile } from '../checks/product.ts';
import { reaches, sized } from '../size.ts';
import { auditBooks } from './books.ts';
import { Client, newAddress, postCheck, until } from './client.ts';
import { openCluster } from './cluster.ts';
import { type DrillRun, seconds } from './drill.ts';
import { killableProduct } from './killable-product.ts';
import { killQuietly } from './leftovers.ts';

const RESTARTS = sized(10, 2);
const CHECKS = sized(20, 3);
/** From the new start to the first answer, in milliseconds. */
const MEDIAN_MS = 3_000;
const LONGEST_MS = 6_000;
const ENDED_WITHIN_MS = 30_000;

/**
 * Everything is killed, PostgreSQL included, and started again: how long until the first answer, beside a PostgreSQL
 * alone that is killed after the same number of writes.
 */
export async function restarts(run: DrillRun): Promise<string> {
  const product = killableProduct(run, path.join(run.dir, 'data'));
  const alone = await openCluster(path.join(run.dir, 'alone'));
  try {
    await product.start({});
    const addresses = Array.from({ length: RESTARTS * CHECKS }, () => newAddress(run.random));
    const [user] = await product.prepare(addresses, 1, RESTARTS * CHECKS);
    if (user === undefined) throw new Error('Nobody is signed in');
    const client = new Client(run.fault);
    const peer = new pg.Client({ connectionString: alone.databaseUrl });
    await peer.connect();
    await peer.query('CREATE TABLE written (at int)');
    await peer.end();
    const [ours, its]: [number[], number[]] = [[], []];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      for (const address of addresses.slice(restart * CHECKS, (restart + 1) * CHECKS)) {
        const { status } = await postCheck(client, product.url, user, address, { key: `restart-${address}` });
        if (status !== 200) run.fault(`a check answers ${status}`);
      }
      ours.push(await product.killAndStart(true));
      await product.waitUntilReady();
      its.push(await restartAlone(alone));
    }
    const [median, longest] = [quantile(ours), Math.max(...ours)];
    if (!reaches(median <= MEDIAN_MS && longest <= LONGEST_MS)) {
      run.fault(`${seconds(median)} at the median and ${seconds(longest)} at most until the first answer`);
    }
    const books = await auditBooks(run, await product.databaseUrl());
    return [
      `${RESTARTS} starts after everything was killed: first answer after ${seconds(median)} at the median, ${seconds(longest)} at most`,
      `PostgreSQL alone ${seconds(quantile(its))} and ${seconds(Math.max(...its))}`,
      books,
    ].join('; ');
  } finally {
    await product.close();
    await alone.close();
  }
}

/** Milliseconds from the start of a PostgreSQL that was killed while it wrote to its first answer. */
async function restartAlone(alone: Awaited<ReturnType<typeof openCluster>>): Promise<number> {
  const writer = new pg.Client({ connectionString: alone.databaseUrl });
  // It is killed under this connection.
  writer.on('error', () => undefined);
  await writer.connect();
  for (let at = 0; at < CHECKS; at += 1) await writer.query('INSERT INTO written VALUES ($1)', [at]);
  for (const pid of await alone.processes()) killQuietly(pid);
  if (!(await until(async () => (await alone.processes()).length === 0, ENDED_WITHIN_MS)))
    throw new Error('PostgreSQL survives SIGKILL');
  const startedAt = performance.now();
  await alone.start();
  const reader = new pg.Client({ connectionString: alone.databaseUrl });
  await reader.connect();
  await reader.query('SELECT 1');
  await reader.end();
  return performance.now() - startedAt;
}
