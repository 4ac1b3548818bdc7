import { databaseTroubleOf, type LedgerKey, type Pool } from '../../../../platform/db/index.ts';
import { ledgerName } from '../ledger-name.ts';
import { PlacementError } from '../prepare-server.ts';

/** Runs `work` as the only one that moves the ledger. */
export async function claimMove<T>(main: Pool, ledger: LedgerKey, work: () => Promise<T>): Promise<T> {
  const client = await main.connect();
  const claim = `assay move ${ledgerName(ledger)}`;
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS claimed', [claim]);
    if (rows[0]?.claimed !== true) throw new PlacementError(`Another process is moving ${ledgerName(ledger)} now.`);
    try {
      return await work();
    } finally {
      // The lock ends with its connection too, which a failover of the main database breaks.
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [claim]).catch((error: unknown) => {
        if (!isAway(error)) throw error;
      });
    }
  } finally {
    client.release();
  }
}

/** Whether an error says that a server of a move does not answer. */
export function isAway(error: unknown): boolean {
  return databaseTroubleOf(error) === 'away';
}
