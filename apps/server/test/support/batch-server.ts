import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchV1 } from '@assay/contracts/v1';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ShownKey } from '../../src/modules/api/api-keys/api-keys.ports.ts';
import { batchResource } from '../../src/modules/api/batches/batch-resource.ts';
import type { BatchesService } from '../../src/modules/api/batches/batches.service.ts';
import type { BatchWorkStore } from '../../src/modules/api/batches/judge/batch-work.store.ts';
import type { BatchWorkerLimits } from '../../src/modules/api/batches/judge/batch-worker.ts';
import { onceArrived, type RowsBody, rowsBody } from '../../src/modules/api/batches/rows/rows-body.ts';
import { wireBatches } from '../../src/modules/api/open/batches.ts';
import { wirePublicApi } from '../../src/modules/api/open/public-api.ts';
import { checksDeps } from '../../src/modules/checks/checks/test/check-fakes.ts';
import { buildChecksService, type ChecksDeps } from '../../src/modules/checks/index.ts';
import { auditLedger, ledger, type UnchargedAnswers } from '../../src/modules/money/index.ts';
import { type Pool, scopedPool } from '../../src/platform/db/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import type { Clock } from '../../src/platform/kernel/time/clock.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { testWebhooks } from './webhooks.ts';

/** Different addresses of Ethereum, each with records in the fakes. */
export const addressOf = (index: number): string => `0x${(0xabc_0000 + index).toString(16).padStart(40, '0')}`;

export const addresses = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => addressOf(from + index));

export interface BatchServerOptions {
  readonly checks?: Partial<ChecksDeps>;
  readonly limits?: Partial<BatchWorkerLimits>;
  readonly clock?: Clock;
  readonly uncharged?: UnchargedAnswers;
  readonly work?: BatchWorkStore;
}

/** A workspace that can own batches; returns its id. */
export async function newWorkspace(pool: Pool, sub: string, checks: number): Promise<string> {
  await pool.query('INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, $2, $2, now())', [
    sub,
    `${sub}@firm.example`,
  ]);
  await ledger.topUp(pool, sub, checks, new Date());
  return sub;
}

/** A body of JSON Lines. */
export function jsonLines(text: string): RowsBody {
  return rowsBody('jsonl', Readable.from([Buffer.from(text)]), arrived);
}

/** A batch of the rows of a body, without a key by which it would be made once. */
export function makeBatch(
  batches: BatchesService,
  maker: Parameters<BatchesService['make']>[0],
  wishes: Parameters<BatchesService['make']>[1],
  body: RowsBody,
) {
  return onceArrived(body, (rows) => batches.make(maker, wishes, rows, async () => undefined));
}

/** A batch whose rows were read: it is accepted when that is called, and fails otherwise. */
export async function waitingBatch(
  batches: BatchesService,
  maker: Parameters<BatchesService['make']>[0],
  wishes: Parameters<BatchesService['make']>[1],
  text: string,
) {
  const wereRead = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  const body = rowsBody('jsonl', Readable.from([Buffer.from(text)]), async function* (bytes) {
    yield* bytes;
    wereRead.resolve();
    await decided.promise;
  });
  const made = makeBatch(batches, maker, wishes, body);
  await Promise.race([wereRead.promise, made]);
  return {
    accept() {
      decided.resolve();
      return made;
    },
    async fail() {
      decided.reject(new Error('The rows are not all there'));
      await expect(made).rejects.toThrow('The rows are not all there');
    },
  };
}

/** Bytes once all have arrived. */
async function* arrived(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  yield* chunks;
}

/** One server that works on batches, as the product wires it, with fake records and walks. */
export function batchServer(database: { readonly pool: Pool; readonly url: string }, options: BatchServerOptions = {}) {
  const pool = scopedPool(database.pool, database.url, { maxConnections: 5 });
  const checks = buildChecksService(checksDeps(pool, options.checks));
  const publicApi = wirePublicApi(pool, checks, {
    webhooks: testWebhooks(pool),
    publicUrl: 'http://localhost:3000',
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const faults: unknown[] = [];
  const { batches, worker } = wireBatches(pool, {
    checks,
    publicApi,
    spool: (bytes) => bytes,
    log: { error: ({ err }) => faults.push(err) },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.work === undefined ? {} : { work: options.work }),
    ...(options.uncharged === undefined ? {} : { uncharged: options.uncharged }),
  });
  const read = async (workspace: string, id: string): Promise<BatchV1> =>
    batchResource(await inWorkspace(workspace, () => batches.retrieve({ workspace, mode: 'live' }, id)));
  return {
    pool,
    checks,
    batches,
    worker,
    /** What the worker logged as errors. */
    faults,
    read,
    /** Makes a batch of these addresses, all of ETH, by a key or a member. */
    async make(
      workspace: string,
      addresses: readonly string[],
      keyId: string | null = null,
      madeBy: string | null = null,
    ): Promise<string> {
      const body = addresses.map((address) => `${JSON.stringify({ address, asset: 'ETH' })}\n`).join('');
      const wishes = { name: null, metadata: {}, asset: null, network: null };
      return inWorkspace(workspace, async () => {
        const key = keyId === null ? null : await shownKey(pool, workspace, keyId);
        const maker = { workspace, mode: 'live', key, madeBy } as const;
        return (await makeBatch(batches, maker, wishes, jsonLines(body))).id;
      });
    },
    async until(workspace: string, id: string, isWanted: (batch: BatchV1) => boolean): Promise<BatchV1> {
      for (;;) {
        const batch = await read(workspace, id);
        if (isWanted(batch)) return batch;
        await sleep(20);
      }
    },
    async close(): Promise<void> {
      await Promise.all([checks.close(0, 'hand over'), worker.stop()]);
      await pool.end();
    },
  };
}

/** A key as a request shows it by its present secret. */
async function shownKey(pool: Pool, workspace: string, keyId: string): Promise<ShownKey> {
  const { rows } = await pool.query<Pick<ShownKey, 'secretHash' | 'heldBy'>>(
    'SELECT secret_hash AS "secretHash", coalesce(secret_by, created_by) AS "heldBy" FROM api_keys WHERE id = $1',
    [keyId],
  );
  const [secret] = rows;
  if (secret === undefined) throw new Error('There is no such key');
  return { workspace, keyId, ...secret };
}

/** Makes everything that servers are working on work of servers that ended long ago. */
export async function expireBatchLeases(pool: Pool): Promise<void> {
  await pool.query("UPDATE checks SET lease_until = now() - interval '1 second' WHERE status = 'running'");
  await pool.query("UPDATE batch_subjects SET lease_until = now() - interval '1 second' WHERE state = 'running'");
}

/**
 * A database for each test of a file, and servers that work on its batches. After each test no server may have met a
 * fault, and the books must be right.
 */
export function useBatchServers() {
  let database: TestDatabase;
  let servers: ReturnType<typeof batchServer>[] = [];
  beforeEach(async () => {
    database = await testDatabase();
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) {
      await server.close();
      expect(server.faults).toEqual([]);
    }
    expect(await auditLedger(database.pool)).toEqual([]);
    await database.drop();
  });
  return {
    get database() {
      return database;
    },
    server: (options: BatchServerOptions = {}) => {
      const started = batchServer(database, options);
      servers.push(started);
      return started;
    },
    books: async () => {
      const { rows } = await database.pool.query(
        'SELECT left_checks AS left, held_checks AS held, used_checks AS used FROM ledger_tariffs',
      );
      return rows;
    },
  };
}
