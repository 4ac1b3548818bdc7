import { hkdfSync } from 'node:crypto';
import { openPool } from '../db/index.ts';
import type { Limiter } from '../http/limits/limiter.ts';
import { SharedLimiter, type SharedLimiterOptions } from '../http/limits/shared-limiter.ts';
import { everyWhile } from '../kernel/time/timing.ts';
import { postgresLimitCounts } from './limit-counts.store.ts';

const PRUNE_EVERY_MS = 60_000;
const KEY_BYTES = 32;

export interface OpenLimits {
  readonly limiter: Limiter;
  readonly close: () => Promise<void>;
}

/**
 * Limits that all servers of a database count together, over a separate connection: a busy pool must not delay what
 * refuses a flood. Servers that share sessions share `secret`, and so the names their keys are kept under.
 */
export function openLimits(
  databaseUrl: string,
  secret: Uint8Array,
  log: NonNullable<SharedLimiterOptions['log']>,
): OpenLimits {
  const pool = openPool(databaseUrl, { maxConnections: 1, pipeline: true });
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'assay rate limits', KEY_BYTES));
  const limiter = new SharedLimiter({ counts: postgresLimitCounts(pool), secret: key, log });
  const pruning = everyWhile(PRUNE_EVERY_MS, new AbortController().signal, () => limiter.prune());
  return {
    limiter,
    close: async () => {
      await pruning.stop();
      await limiter.close();
      await pool.end();
    },
  };
}
