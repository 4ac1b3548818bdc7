import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import { LedgerUnavailableError, labelsLate } from './in-ledger.ts';

const LOOK_EVERY_MS = 100;
const LONGEST_WAIT_MS = 60_000;

/**
 * Returns when every ledger server has the labels that the main database has now: what is derived there is then derived
 * from them.
 *
 * @param versionOf of everything that is replicated and derived from, in one state of a database
 * @throws LedgerUnavailableError where they do not arrive
 */
export async function awaitLabels(
  pool: Pool,
  versionOf: (client: PoolClient) => Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  const [, ...others] = pool.ledgers?.servers ?? [];
  if (others.length === 0) return;
  const wanted = await inSnapshot(pool, versionOf);
  const placed = new Set((await pool.ledgers?.placed())?.values());
  const end = Date.now() + LONGEST_WAIT_MS;
  for (const { name, pool: server } of others) {
    // A server without ledgers derives nothing.
    while (placed.has(name) && (await inSnapshot(server, versionOf)) !== wanted) {
      signal.throwIfAborted();
      if (Date.now() > end) throw new LedgerUnavailableError(labelsLate(name));
      await sleep(LOOK_EVERY_MS);
    }
  }
}
