import { STREAM_KEYS } from '@assay/exposure';
import type { Manifest } from '../files/manifest.ts';

/** Sizes of the parts in which a pass runs, so that each fits into memory. */
export interface PassPlan {
  /** Most accounts and most records of a window. */
  readonly windowAccounts: number;
  readonly windowRecords: number;
  /** Ranges of account ids that are sorted on their own. */
  readonly partitions: number;
  /** Bytes that the buffers of all files that grow may take together. */
  readonly bufferBytes: number;
}

/** The memory allowed is too little for any plan. */
export class PassMemoryError extends Error {}

/** What the process takes before it reads anything, and what a decoded group of a file takes. */
export const OWN_BYTES = 360e6;
/** Mixes, sums, totals, links, labels and the id of an account of a window. */
const ACCOUNT_BYTES = 16 * STREAM_KEYS.length + 4 * 8 + 12 + 8 + 8 + 16;
/** A record of a window, in the form of the pass and as it is read from its file. */
const RECORD_BYTES = 64 + 36;
/** What sorting takes of an account of a partition: links, or the shares of both directions and its address. */
const SORTED_BYTES = 600;
const LEAST_BYTES = OWN_BYTES + 100e6;

/**
 * Divides memory among windows, partitions and buffers.
 *
 * @param bytes that the process may take, resident
 * @throws PassMemoryError below 460 MB
 */
export function planPass(bytes: number, { accounts }: Pick<Manifest, 'accounts'>): PassPlan {
  if (bytes < LEAST_BYTES) {
    throw new PassMemoryError(
      `The pass needs ${LEAST_BYTES / 1e6} MB at least; ${Math.floor(bytes / 1e6)} are allowed`,
    );
  }
  const usable = bytes - OWN_BYTES;
  return {
    windowAccounts: Math.floor((0.45 * usable) / ACCOUNT_BYTES),
    windowRecords: Math.floor((0.2 * usable) / RECORD_BYTES),
    partitions: partitionsOf(accounts, usable),
    bufferBytes: Math.floor(0.15 * usable),
  };
}

/**
 * Ranges of ids of which each can be sorted in a fourteenth of this memory: what windows took, and the range before, may
 * not be freed by then.
 */
export function partitionsOf(accounts: number, usable: number): number {
  return Math.max(1, Math.ceil((accounts * SORTED_BYTES) / (0.07 * usable)));
}

const LEAST_BUFFER = 4_096;
const MOST_BUFFER = 256 * 1024;

/** Bytes of the buffer of one of so many files. */
export function bufferOf({ bufferBytes }: Pick<PassPlan, 'bufferBytes'>, files: number): number {
  const each = Math.floor(bufferBytes / Math.max(1, files) / 8) * 8;
  return Math.max(LEAST_BUFFER, Math.min(MOST_BUFFER, each));
}
