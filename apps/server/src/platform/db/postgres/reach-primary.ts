import { setTimeout as sleep } from 'node:timers/promises';
import { hostUrls } from '../../kernel/database-url.ts';
import { databaseTroubleOf, NoPrimaryError } from '../index.ts';

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
 * Does work on a database that may be repeated; on one of several hosts, again and again while it fails over.
 *
 * @throws why it could not be done, at the latest after a minute; the reason of the signal
 */
export async function onceReachable<T>(
  url: string,
  { name, signal, report }: ReachOptions,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + FAILOVER_MS;
  const canFailOver = hostUrls(url).length > 1;
  let isSaid = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!canFailOver || !isFailover(error) || performance.now() > end) throw error;
      if (!isSaid) report?.(`${name}: ${textOf(error)}; waiting for one that does`);
      isSaid = true;
    }
    await sleep(ASK_AGAIN_MS, undefined, { signal });
  }
}

function isFailover(error: unknown): boolean {
  return error instanceof NoPrimaryError ? error.isPassing : databaseTroubleOf(error) === 'away';
}

/** What PostgreSQL says may repeat the address with its password. */
function textOf(error: unknown): string {
  return error instanceof NoPrimaryError ? error.message : 'no host takes writes';
}
