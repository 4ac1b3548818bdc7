import { randomUUID } from 'node:crypto';
import { recogniseTextNow } from '@assay/address/secrets';
import { UNFINISHED_BATCHES } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import { type Audit, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { mayBeSecret } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { ChecksService } from '../../checks/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import type { HoldStores } from '../public-api/held-key.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { recordBatchEvent } from './batch-resource.ts';
import { batchRowsStore } from './batch-rows.store.ts';
import type { BatchMaker, BatchOwner, BatchTestChecks, StoredBatch } from './batches.ports.ts';
import { type BatchPosition, batchesStore } from './batches.store.ts';
import { assertMaker, holdMaker } from './held-maker.ts';
import { batchJudgingStore } from './judge/batch-judging.store.ts';
import { putPart } from './put-part.ts';
import { type BodyFacts, readRows } from './rows/read-rows.ts';
import { type ArrivedRows, onceArrived, type RowsBody } from './rows/rows-body.ts';
import type { RowsOfDay } from './rows/rows-of-day.ts';

export interface BatchesDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly holds: HoldStores;
  readonly rowsOfDay: RowsOfDay;
  readonly catalogue: readonly Asset[];
  readonly checks: Pick<ChecksService, 'cancelCheck'>;
  readonly testChecks: Pick<BatchTestChecks, 'assertKnown' | 'cancel'>;
  readonly clock: Clock;
  readonly audit: Audit;
  /** Work was added: workers look for it at once. */
  readonly wake: () => void;
}

export interface BatchWishes {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly asset: string | null;
  readonly network: string | null;
}

/** Keeps the answer to a new batch in the transaction that accepts it. */
type KeepBatch = (tx: Db, batch: StoredBatch) => Promise<void>;

const ID_DIGITS = 20;
const SECRET_WISH =
  'The name or the metadata of the batch can be a private key or a seed phrase; nothing was stored. If it is one, move the money to a new wallet.';
const NOT_FOUND = 'There is no batch of this id in the workspace.';

export type BatchesService = ReturnType<typeof buildBatchesService>;

/** Making, watching and ending batches of a workspace; all in the scope of that workspace, and in one mode. */
export function buildBatchesService(deps: BatchesDeps) {
  const { db, transaction, rowsOfDay, catalogue, checks, testChecks, clock, audit, wake } = deps;

  async function create(
    { workspace, mode, key, madeBy }: BatchMaker,
    wishes: BatchWishes,
    status: 'receiving' | 'open',
  ): Promise<string> {
    refuseSecretWishes(wishes);
    const id = `bat_${randomDigits(ID_DIGITS)}`;
    await transaction(async (tx) => {
      await holdMaker(deps.holds, tx, { workspace, key, madeBy }, clock.now());
      await batchesStore.lockWorkspace(tx, workspace);
      if ((await batchesStore.countUnfinished(tx, { workspace, mode })) >= UNFINISHED_BATCHES) {
        throw new ProblemError(
          'too_many_batches',
          `A workspace has at most ${UNFINISHED_BATCHES} unfinished batches in each mode. Wait for one to end, or cancel one.`,
          { retryAfterSeconds: 60 },
        );
      }
      const by = { keyId: key?.keyId ?? null, madeBy };
      await batchesStore.insert(tx, { id, workspace, mode, ...by, ...wishes, status, createdAt: clock.now() });
    });
    return id;
  }

  /** Stores the rows of a body under an upload. Returns the names of the other columns. */
  async function storeRows(
    { id, mode, asset, network }: Pick<StoredBatch, 'id' | 'mode' | 'asset' | 'network'>,
    upload: string,
    { format, chunks }: Pick<ArrivedRows, 'format' | 'chunks'>,
  ): Promise<readonly string[]> {
    const facts: BodyFacts = { columns: [] };
    const assertKnown = mode === 'test' ? testChecks.assertKnown : () => undefined;
    let stored = 0;
    for await (const page of readRows({ format, bytes: chunks }, { catalogue, asset, network, assertKnown }, facts)) {
      await batchRowsStore.insert(db, id, upload, stored + 1, page);
      stored += page.length;
    }
    return facts.columns;
  }

  async function found(owner: BatchOwner, id: string): Promise<StoredBatch> {
    const batch = await batchesStore.find(db, owner, id);
    if (batch === null) throw new ProblemError('not_found', NOT_FOUND);
    return batch;
  }

  async function locked(tx: Db, owner: BatchOwner, id: string): Promise<StoredBatch> {
    const batch = await batchesStore.lock(tx, owner, id);
    if (batch === null) throw new ProblemError('not_found', NOT_FOUND);
    return batch;
  }

  /** Who made or changed a batch; test batches cost nothing, and are not recorded. */
  async function note(
    tx: Db,
    { workspace, mode }: BatchOwner,
    id: string,
    action: 'batch.create' | 'batch.cancel' | 'batch.resume',
  ): Promise<void> {
    if (mode === 'test') return;
    await audit(tx, { ...currentAct(), workspace, action, target: { kind: 'batch', id }, text: null });
  }

  async function accept(tx: Db, owner: BatchOwner, id: string): Promise<void> {
    const parts = await batchRowsStore.parts(tx, id);
    const columns = [...new Set(parts.flatMap((part) => part.columns))];
    const at = clock.now();
    const unjudged = await batchesStore.accept(tx, id, columns, at);
    // Without a row that can be checked, it is over at once.
    if (unjudged === 0 && (await batchJudgingStore.finish(tx, id, at))) {
      await recordBatchEvent(tx, batchesStore, 'batch.completed', { owner, id, at });
    }
    await note(tx, owner, id, 'batch.create');
  }

  function assertOpen({ status }: StoredBatch): void {
    if (status !== 'open') throw new ProblemError('batch_not_open', 'The batch was closed. Make another one.');
  }

  return {
    /**
     * A batch of the rows of a body. They count, and are seen, once all are stored.
     *
     * @throws ProblemError too_many_batches, invalid_request, secret_not_address, AppError TooManyRequests, and what
     *   `keep` throws; nothing is stored then
     */
    async make(maker: BatchMaker, wishes: BatchWishes, body: ArrivedRows, keep: KeepBatch): Promise<StoredBatch> {
      const id = await create(maker, wishes, 'receiving');
      let takenOn: string | null = null;
      try {
        takenOn = await rowsOfDay.take(db, maker.workspace, body.rows, clock.now());
        const upload = randomUUID();
        const columns = await storeRows({ id, mode: maker.mode, ...wishes }, upload, body);
        const batch = await transaction(async (tx) => {
          // Storing the rows took its time. Nothing is held: a removal leaves batches as they are.
          await assertMaker(deps.holds, tx, maker, clock.now());
          await locked(tx, maker, id);
          await batchRowsStore.insertPart(tx, id, { ...body, part: 0, upload, columns });
          await accept(tx, maker, id);
          const accepted = await locked(tx, maker, id);
          await keep(tx, accepted);
          return accepted;
        });
        wake();
        return batch;
      } catch (error) {
        await transaction(async (tx) => {
          const isRemoved = await batchesStore.remove(tx, id);
          if (isRemoved && takenOn !== null) await rowsOfDay.giveBack(tx, maker.workspace, body.rows, takenOn);
        });
        throw error;
      }
    },

    /** An empty batch whose rows follow in parts. @throws ProblemError too_many_batches, secret_not_address */
    async open(maker: BatchMaker, wishes: BatchWishes): Promise<StoredBatch> {
      return found(maker, await create(maker, wishes, 'open'));
    },

    /**
     * Stores one part. The same part again is answered like the first time.
     *
     * @throws ProblemError not_found, batch_not_open, part_differs, payload_too_large, invalid_request; AppError
     *   TooManyRequests; nothing is stored then
     */
    async putPart(owner: BatchOwner, id: string, index: number, body: RowsBody): Promise<StoredBatch> {
      const batch = await found(owner, id);
      assertOpen(batch);
      const lockOpen = async (tx: Db) => {
        const one = await locked(tx, owner, id);
        assertOpen(one);
        return one;
      };
      await onceArrived(body, (arrived) => {
        const stored = (upload: string) => storeRows(batch, upload, arrived);
        return putPart({ ...deps, lockOpen, storeRows: stored }, index, arrived);
      });
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
      const page = await batchesStore.page(db, owner, { after, size: limit + 1 });
      const batches = page.slice(0, limit);
      return { batches, next: page.length > limit ? (batches.at(-1) ?? null) : null };
    },

    /** Ends a batch: what was not rated costs nothing. @throws ProblemError not_found, batch_is_over */
    async cancel(owner: BatchOwner, id: string): Promise<StoredBatch> {
      const running = await transaction(async (tx) => {
        assertUnended(await locked(tx, owner, id));
        const at = clock.now();
        if (owner.mode === 'test') await testChecks.cancel(tx, id);
        await batchesStore.cancel(tx, id, at);
        const ended = await batchesStore.runningChecks(tx, id);
        await recordBatchEvent(tx, batchesStore, 'batch.canceled', { owner, id, at });
        await note(tx, owner, id, 'batch.cancel');
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
        if (await batchesStore.resume(tx, id)) await note(tx, owner, id, 'batch.resume');
      });
      wake();
      return found(owner, id);
    },
  };
}

/** @throws ProblemError secret_not_address: in the name, or in the metadata, whose values may name a transaction */
function refuseSecretWishes({ name, metadata }: BatchWishes): void {
  const isRefused =
    [name ?? '', ...Object.keys(metadata)].some(mayBeSecret) ||
    Object.values(metadata).some((text) => recogniseTextNow(text).is === 'secret');
  if (isRefused) throw new ProblemError('secret_not_address', SECRET_WISH);
}

function assertUnended({ status }: StoredBatch): void {
  if (status === 'completed' || status === 'canceled') {
    throw new ProblemError('batch_is_over', `The batch is ${status}. Retrieve its results.`);
  }
}
