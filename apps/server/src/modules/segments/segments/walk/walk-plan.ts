import { linked } from '@assay/exposure';
import type { Manifest } from '../files/manifest.ts';
import { OWN_BYTES, PassMemoryError, type PassPlan, partitionsOf } from '../pass/pass-plan.ts';

/** Sizes of what is in memory while files for walks are made, and while walks read them. */
export interface WalkPlan {
  /** Records whose rows are linked together. */
  readonly windowRecords: number;
  /** Pages of one thread. */
  readonly pageBytes: number;
  readonly parts: Pick<PassPlan, 'partitions' | 'bufferBytes'>;
}

/** What a thread takes before it reads a page. */
const THREAD_BYTES = 130e6;
const LEAST_PAGE_BYTES = 20e6;

/**
 * Divides memory among sorting, and later among the pages of threads.
 *
 * @param bytes that the process may take, resident
 * @throws PassMemoryError where less than 20 MB are left for the pages of a thread
 */
export function planWalks(bytes: number, { accounts }: Pick<Manifest, 'accounts'>, threads: number): WalkPlan {
  const least = OWN_BYTES + threads * (THREAD_BYTES + LEAST_PAGE_BYTES);
  if (bytes < least) {
    throw new PassMemoryError(
      `Scores by ${threads} threads need ${least / 1e6} MB at least; ${Math.floor(bytes / 1e6)} are allowed`,
    );
  }
  const usable = bytes - OWN_BYTES;
  return {
    windowRecords: Math.floor((0.3 * usable) / linked.LINKED_BYTES),
    pageBytes: Math.floor((bytes - OWN_BYTES - threads * THREAD_BYTES) / threads),
    parts: { partitions: partitionsOf(accounts, usable), bufferBytes: Math.floor(0.15 * usable) },
  };
}
