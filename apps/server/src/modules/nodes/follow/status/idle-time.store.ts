import type { PoolClient } from '../../../../platform/db/index.ts';

const MOST_IDLE_MS = 15_000;

/** A process that stops in the middle of a transaction would keep its locks for as long as its machine runs. */
export async function limitIdleTime(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MOST_IDLE_MS}`);
}
