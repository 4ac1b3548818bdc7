import { type DirectionExposure, walk } from '@assay/exposure';
import { labelsBy } from '../../modules/checks/checks/compute/label-states.ts';
import { CANCELLED, ROUND, STATES, type WalkJob } from '../../modules/checks/outside/engine/walk-job.ts';
import { openTransferStore } from '../../modules/records/transfers/open-store.ts';
import { openPool } from '../../platform/db/index.ts';
import { inSnapshotOf } from '../../platform/db/transactions.ts';

/** Runs one walk on a connection of its own, which reads the same state of the database as the one that asked. */
export default async function runWalk(job: WalkJob): Promise<DirectionExposure> {
  const { network, ticker, version, subject, direction } = job;
  const words = new Int32Array(job.shared);
  const options = {
    ...job.cut,
    signal: {
      get aborted() {
        return Atomics.load(words, CANCELLED) !== 0;
      },
    },
    onProgress: ({ round, states }: { readonly round: number; readonly states: number }) => {
      Atomics.store(words, ROUND, round);
      Atomics.store(words, STATES, states);
    },
  };
  const pool = openPool(job.databaseUrl, { maxConnections: 1 });
  try {
    return await inSnapshotOf(pool, job.snapshot, async (client) => {
      const labels = {
        labelsOf: (place: string, addresses: readonly string[]) => labelsBy(version)(client, place, addresses, ticker),
      };
      const held = await openTransferStore(client, labels, network, ticker);
      if (held === null) throw new Error(`The records of ${ticker} on ${network} are gone`);
      return walk(held.store, subject, direction, options);
    });
  } finally {
    await pool.end();
  }
}
