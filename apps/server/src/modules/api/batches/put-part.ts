import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_BYTES, BATCH_ROWS } from '@assay/contracts/v1';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { STORING_LEASE_MS } from './batch-body.ts';
import { batchRowsStore } from './batch-rows.store.ts';
import type { StoredBatch } from './batches.ports.ts';
import { type ArrivingPart, batchArrivalsStore } from './rows/batch-arrivals.store.ts';
import type { BodySize } from './rows/rows-body.ts';
import type { RowsOfDay } from './rows/rows-of-day.ts';

const RETRY_SECONDS = 5;
/** How often, and after how long, a request looks whether another has stored its part: 15 seconds in all. */
const WAITS = 60;
const WAIT_MS = 250;

export interface PutPartPorts {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly rowsOfDay: RowsOfDay;
  readonly clock: Clock;
  /** Locks the batch. @throws ProblemError not_found, batch_not_open */
  readonly lockOpen: (tx: Db) => Promise<StoredBatch>;
  /** Stores the rows under an upload. Returns the names of the other columns. */
  readonly storeRows: (upload: string) => Promise<readonly string[]>;
}

/**
 * Stores one part, unless it was stored before: its room in the batch and in the day is taken first, so that no row is
 * stored that the batch or its workspace may not have.
 *
 * @throws ProblemError not_found, batch_not_open, part_differs, payload_too_large; AppError TooManyRequests
 */
export async function putPart(ports: PutPartPorts, index: number, size: BodySize): Promise<void> {
  const { db, transaction, rowsOfDay, clock, lockOpen, storeRows } = ports;
  const arriving = { part: index, upload: randomUUID(), rows: size.rows, bytes: size.bytes };
  const { upload } = arriving;
  const takeRoom = () =>
    transaction(async (tx) => {
      const { id, workspace } = await lockOpen(tx);
      if (await isStored(tx, id, index, size)) return 'stored before' as const;
      const others = await batchArrivalsStore.list(tx, id);
      if (others.some(({ part }) => part === index)) return 'under way' as const;
      assertRoom([arriving, ...others, ...(await batchRowsStore.parts(tx, id))]);
      const day = await rowsOfDay.take(tx, workspace, size.rows, clock.now());
      await batchArrivalsStore.begin(tx, id, arriving, STORING_LEASE_MS);
      return { id, workspace, day };
    });
  let taken = await takeRoom();
  // A client that lost its connection sends the part again, mostly: it is answered once the first request has ended.
  for (let waited = 0; taken === 'under way' && waited < WAITS; waited += 1) {
    await sleep(WAIT_MS);
    taken = await takeRoom();
  }
  if (taken === 'under way') throw underWay();
  if (taken === 'stored before') return;
  const { id, workspace, day } = taken;
  let isKept = false;
  try {
    const columns = await storeRows(upload);
    await transaction(async (tx) => {
      await lockOpen(tx);
      if (!(await batchArrivalsStore.end(tx, id, upload))) throw underWay();
      isKept = await batchRowsStore.insertPart(tx, id, { ...arriving, sha256: size.sha256, columns });
    });
  } finally {
    if (!isKept) {
      await batchRowsStore.removeUpload(db, id, upload);
      await transaction(async (tx) => {
        // In the order in which they are taken, so that no two wait for each other.
        await rowsOfDay.giveBack(tx, workspace, size.rows, day);
        await batchArrivalsStore.end(tx, id, upload);
      });
    }
  }
}

/** @throws ProblemError part_differs */
async function isStored(tx: Db, id: string, index: number, { sha256 }: BodySize): Promise<boolean> {
  const same = (await batchRowsStore.parts(tx, id)).find(({ part }) => part === index);
  if (same === undefined) return false;
  if (same.sha256.equals(sha256)) return true;
  throw new ProblemError('part_differs', 'Send the content of the first time, or use another index.');
}

/** @throws ProblemError payload_too_large where parts of one batch, stored or being stored, are too many together */
function assertRoom(all: readonly Pick<ArrivingPart, 'rows' | 'bytes'>[]): void {
  const sum = (read: (one: (typeof all)[number]) => number) => all.reduce((most, one) => most + read(one), 0);
  if (sum((one) => one.rows) <= BATCH_ROWS && sum((one) => one.bytes) <= BATCH_BYTES) return;
  throw new ProblemError(
    'payload_too_large',
    `A batch has at most ${BATCH_ROWS} rows and ${BATCH_BYTES / 1024 / 1024} MiB. Close this one and make another.`,
  );
}

function underWay(): AppError {
  return new AppError('TooManyRequests', {
    retryAfterSeconds: RETRY_SECONDS,
    publicText: 'Another request is storing this part. Send it again once that one has been answered.',
  });
}
