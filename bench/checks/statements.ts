import { randomBytes } from 'node:crypto';
import { checksStore } from '../../apps/server/src/modules/checks/index.ts';
import { ledger } from '../../apps/server/src/modules/money/index.ts';
import { type Db, inTransaction, type Pool } from '../../apps/server/src/platform/db/index.ts';

/** A result as a check has stored it. */
export interface Sample {
  readonly result: string;
  readonly basis: string;
  readonly methodVersion: string;
  readonly labelSetVersion: string;
}

export async function sampleOf(db: Db): Promise<Sample> {
  const { rows } = await db.query<Sample>(
    `SELECT result, certificate_basis AS basis, method_version AS "methodVersion", label_set_version AS "labelSetVersion"
       FROM checks WHERE status = 'done' LIMIT 1`,
  );
  const [sample] = rows;
  if (sample === undefined) throw new Error('No check was made');
  return sample;
}

/**
 * What one check writes and asks of the database, and nothing else: the same statements by the same stores, no HTTP, no
 * label, no score. One after another over a plain pool; over a pipelined one, in as few round trips as a check.
 */
export async function writeCheck(pool: Pool, sub: string, address: string, sample: Sample): Promise<void> {
  const subId = randomBytes(16).toString('hex');
  const subject = { owner: sub, ticker: 'ETH', parent: null, address, transactionId: null, paymentDirection: null };
  const now = new Date();
  await inTransaction(pool, async (tx) => {
    await checksStore.lockOwner(tx, sub);
    await Promise.all([
      checksStore.hasExpired(tx, sub),
      checksStore.findRunning(tx, subject),
      checksStore.findChargedSince(tx, subject, new Date(now.getTime() - 86_400_000)),
      checksStore.countRunning(tx, sub),
    ]);
    if (!(await ledger.reserve(tx, sub, subId, now))) throw new Error('No check is left');
    await checksStore.insert(tx, {
      ...subject,
      subId,
      subticker: null,
      name: 'Ethereum',
      network: 'ETH',
      charged: true,
      askedBy: null,
      createdAt: now,
      leaseMs: 60_000,
      ofBatch: false,
      runBy: 'load',
    });
  });
  await inTransaction(pool, async (tx) => {
    const finished = {
      ...sample,
      riskscore: 5,
      keepsCharge: true,
      tipBlock: null,
      tipTime: null,
      finishedAt: now,
    } as const;
    const [, stored, isTaken] = await Promise.all([
      checksStore.find(tx, subId),
      checksStore.finish(tx, subId, finished, 'load'),
      ledger.take(tx, subId, now),
    ]);
    if (stored === null || !isTaken) throw new Error(`Check ${subId} was given up`);
  });
}
