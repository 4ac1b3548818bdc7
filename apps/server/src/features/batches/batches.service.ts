import { randomUUID } from 'node:crypto';
import { BATCH_BYTES, BATCH_ROWS, UNFINISHED_BATCHES } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import { randomDigits } from '../api-keys/index.ts';
import type { ChecksService } from '../checks/index.ts';
import { ProblemError } from '../public-api/index.ts';
import { recordBatchEvent } from './batch-event.ts';
import type { BatchPart, BatchRowsStore } from './batch-rows.store.ts';
import type { BatchMaker, BatchOwner, BatchTestChecks, Clock, StoredBatch, Transaction } from './batches.ports.ts';
import type { BatchesStore, BatchPosition } from './batches.store.ts';
import { type BodyFacts, type RowsBody, readRows } from './read-rows.ts';

export interface BatchesDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly store: BatchesStore;
  readonly rows: BatchRowsStore;
  readonly catalogue: readonly Asset[];
  readonly checks: Pick<ChecksService, 'cancelCheck'>;
  readonly testChecks: Pick<BatchTestChecks, 'assertKnown' | 'cancel'>;
  readonly clock: Clock;
  /** Work was added: workers look for it at once. */
  readonly wake: () => void;
}

export interface BatchWishes {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly asset: string | null;
  readonly network: string | null;
}

/** The rows of a body, stored and not accepted yet. */
export interface ReceivedBatch {
  readonly id: string;
  readonly sha256: Buffer;
  readonly accept: () => Promise<StoredBatch>;
  /** Removes it. */
  readonly discard: () => Promise<void>;
}

const ID_DIGITS = 20;
const NOT_FOUND = 'There is no batch of this id in the workspace.';

export type BatchesService = ReturnType<typeof buildBatchesService>;

/** Making, watching and ending batches of a workspace; all in the scope of that workspace, and in one mode. */
export function buildBatchesService(deps: BatchesDeps) {
  const { db, transaction, store, rows, catalogue, checks, testChecks, clock, wake } = deps;

  async function create(
    { workspace, mode, keyId }: BatchMaker,
    wishes: BatchWishes,
    status: 'receiving' | 'open',
  ): Promise<string> {
    const id = `bat_${randomDigits(ID_DIGITS)}`;
    await transaction(async (tx) => {
      await store.lockWorkspace(tx, workspace);
      if ((await store.countUnfinished(tx, { workspace, mode })) >= UNFINISHED_BATCHES) {
        throw new ProblemError(
          'too_many_batches',
          `A workspace has at most ${UNFINISHED_BATCHES} unfinished batches in each mode. Wait for one to end, or cancel one.`,
          { retryAfterSeconds: 60 },
        );
      }
      await store.insert(tx, { id, workspace, mode, keyId, ...wishes, status, createdAt: clock.now() });
    });
    return id;
  }

  /** Stores the rows of a body under a new upload; removes them again where the body fails. */
  async function receive(
    { id, mode, asset, network }: Pick<StoredBatch, 'id' | 'mode' | 'asset' | 'network'>,
    part: number,
    body: RowsBody,
  ): Promise<BatchPart> {
    const upload = randomUUID();
    const facts: BodyFacts = { rows: 0, bytes: 0, sha256: Buffer.alloc(0), columns: [] };
    const assertKnown = mode === 'test' ? testChecks.assertKnown : () => undefined;
    let stored = 0;
    try {
      for await (const page of readRows(body, { catalogue, asset, network, assertKnown }, facts)) {
        await rows.insert(db, id, upload, stored + 1, page);
        stored += page.length;
      }
      if (stored === 0) throw new ProblemError('invalid_request', 'The body has no rows.');
    } catch (error) {
      await rows.removeUpload(db, id, upload);
      throw error;
    }
    return { part, upload, rows: stored, bytes: facts.bytes, sha256: facts.sha256, columns: facts.columns };
  }

  async function found(owner: BatchOwner, id: string): Promise<StoredBatch> {
    const batch = await store.find(db, owner, id);
    if (batch === null) throw new ProblemError('not_found', NOT_FOUND);
    return batch;
  }

  async function locked(tx: Db, owner: BatchOwner, id: string): Promise<StoredBatch> {
    const batch = await store.lock(tx, owner, id);
    if (batch === null) throw new ProblemError('not_found', NOT_FOUND);
    return batch;
  }

  async function accept(tx: Db, owner: BatchOwner, id: string): Promise<void> {
    const parts = await rows.parts(tx, id);
    const columns = [...new Set(parts.flatMap((part) => part.columns))];
    const at = clock.now();
    // Without a row that can be checked, it is over at once.
    if (await store.accept(tx, id, columns, at))
      await recordBatchEvent(tx, store, 'batch.completed', { owner, id, at });
  }

  function assertOpen({ status }: StoredBatch): void {
    if (status !== 'open') throw new ProblemError('batch_not_open', 'The batch was closed. Make another one.');
  }

  return {
    /**
     * Stores the rows of a body. They count, and are seen, once they are accepted.
     *
     * @throws ProblemError too_many_batches, payload_too_large, invalid_request; nothing is stored then
     */
    async receive(maker: BatchMaker, wishes: BatchWishes, body: RowsBody): Promise<ReceivedBatch> {
      const id = await create(maker, wishes, 'receiving');
      const discard = () => store.remove(db, id);
      try {
        const part = await receive({ id, mode: maker.mode, ...wishes }, 0, body);
        return {
          id,
          sha256: part.sha256,
          discard,
          accept: async () => {
            await transaction(async (tx) => {
              await locked(tx, maker, id);
              await rows.insertPart(tx, id, part);
              await accept(tx, maker, id);
            });
            wake();
            return found(maker, id);
          },
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    /** An empty batch whose rows follow in parts. @throws ProblemError too_many_batches */
    async open(maker: BatchMaker, wishes: BatchWishes): Promise<StoredBatch> {
      return found(maker, await create(maker, wishes, 'open'));
    },

    /**
     * Stores one part. The same part again is answered like the first time.
     *
     * @throws ProblemError not_found, batch_not_open, part_differs, payload_too_large, invalid_request
     */
    async putPart(owner: BatchOwner, id: string, index: number, body: RowsBody): Promise<StoredBatch> {
      const batch = await found(owner, id);
      assertOpen(batch);
      const part = await receive(batch, index, body);
      let isStored = false;
      try {
        await transaction(async (tx) => {
          assertOpen(await locked(tx, owner, id));
          const others = await rows.parts(tx, id);
          const same = others.find((one) => one.part === index);
          if (same !== undefined) {
            if (same.sha256.equals(part.sha256)) return;
            throw new ProblemError('part_differs', 'Send the content of the first time, or use another index.');
          }
          const sum = (read: (one: BatchPart) => number) => others.reduce((all, one) => all + read(one), read(part));
          if (sum((one) => one.rows) > BATCH_ROWS || sum((one) => one.bytes) > BATCH_BYTES) {
            throw new ProblemError(
              'payload_too_large',
              `A batch has at most ${BATCH_ROWS} rows and ${BATCH_BYTES / 1024 / 1024} MiB. Close this one and make another.`,
            );
          }
          isStored = await rows.insertPart(tx, id, part);
        });
      } finally {
        if (!isStored) await rows.removeUpload(db, id, part.upload);
      }
      return found(owner, id);
    },

    /** Accepts the parts. @throws ProblemError not_found, batch_not_open, parts_missing */
    async close(owner: BatchOwner, id: string): Promise<StoredBatch> {
      await transaction(async (tx) => {
        const batch = await locked(tx, owner, id);
        assertOpen(batch);
        const missing = batch.parts.findIndex((part, index) => part !== index);
        if (batch.parts.length === 0 || missing !== -1) {
          throw new ProblemError('parts_missing', `Upload the part ${Math.max(0, missing)}, then close the batch.`);
        }
        await accept(tx, owner, id);
      });
      wake();
      return found(owner, id);
    },

    /** @throws ProblemError not_found */
    retrieve: found,

    /** A page, the newest first, with the position of its last one; null on the last page. */
    async list(
      owner: BatchOwner,
      { after, limit }: { readonly after: BatchPosition | null; readonly limit: number },
    ): Promise<{ readonly batches: readonly StoredBatch[]; readonly next: BatchPosition | null }> {
      const page = await store.page(db, owner, { after, size: limit + 1 });
      const batches = page.slice(0, limit);
      return { batches, next: page.length > limit ? (batches.at(-1) ?? null) : null };
    },

    /** Ends a batch: what was not rated costs nothing. @throws ProblemError not_found, batch_is_over */
    async cancel(owner: BatchOwner, id: string): Promise<StoredBatch> {
      const running = await transaction(async (tx) => {
        assertUnended(await locked(tx, owner, id));
        const at = clock.now();
        await testChecks.cancel(tx, owner.workspace, await store.testChecks(tx, id));
        await store.cancel(tx, id, at);
        const ended = await store.runningChecks(tx, id);
        await recordBatchEvent(tx, store, 'batch.canceled', { owner, id, at });
        return ended;
      });
      for (const subId of running) {
        try {
          await checks.cancelCheck(subId, owner.workspace);
        } catch (error) {
          // Deleted meanwhile, with whatever it held.
          if (!(error instanceof AppError && error.errorName === 'NotFound')) throw error;
        }
      }
      return found(owner, id);
    },

    /** Lets a paused batch go on. @throws ProblemError not_found, batch_is_over, batch_not_closed */
    async resume(owner: BatchOwner, id: string): Promise<StoredBatch> {
      await transaction(async (tx) => {
        const batch = await locked(tx, owner, id);
        assertUnended(batch);
        if (batch.status === 'open') throw new ProblemError('batch_not_closed', 'Close the batch first.');
        await store.resume(tx, id);
      });
      wake();
      return found(owner, id);
    },
  };
}

function assertUnended({ status }: StoredBatch): void {
  if (status === 'completed' || status === 'canceled') {
    throw new ProblemError('batch_is_over', `The batch is ${status}. Retrieve its results.`);
  }
}
