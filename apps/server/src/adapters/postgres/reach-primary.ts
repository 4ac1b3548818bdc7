import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient, NoPrimaryError } from '../../db/index.ts';

export interface ReachOptions {
  /** What the database is called in what is reported. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((text: string) => void) | undefined;
}

/** How long a failover of PostgreSQL is waited for at the start, in milliseconds. */
const FAILOVER_MS = 60_000;
const ASK_AGAIN_MS = 500;

/**
 * Makes sure that a database can be connected to; of one with several hosts of which none takes writes, waits while one
 * answers as a standby.
 *
 * @throws why it cannot; the reason of the signal
 */
export async function reachPrimary(url: string, { name, signal, report }: ReachOptions): Promise<void> {
  const end = performance.now() + FAILOVER_MS;
  let isSaid = false;
  for (;;) {
    const error = await failureOf(url);
    if (error === null) return;
    const isFailover = error instanceof NoPrimaryError && error.hasStandby;
    if (!isFailover || performance.now() > end) throw error;
    if (!isSaid) report?.(`${name}: ${error.message}; waiting for one that does`);
    isSaid = true;
    await sleep(ASK_AGAIN_MS, undefined, { signal });
  }
}

/** Why the database cannot be connected to; null where it can. */
async function failureOf(url: string): Promise<unknown> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error;
  } finally {
    // A client that never connected has nothing to end, and rejects.
    await client.end().catch(() => undefined);
  }
}
