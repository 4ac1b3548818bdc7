import { totalmem } from 'node:os';

/**
 * The least memory in which the product, with its PostgreSQL, was seen to start, check, sign a report and render 200
 * results in a row: 400 MiB. With 380 MiB the system ended it.
 */
export const LEAST_MEMORY_BYTES = 400 * 2 ** 20;

/** The memory of this machine, or less where a container or a control group limits it; in bytes. */
export function availableMemory(limit = process.constrainedMemory(), machine = totalmem()): number {
  // 0 where the limit is unknown, and a huge number where there is none.
  return limit > 0 ? Math.min(limit, machine) : machine;
}

/** Thrown instead of a start that the system would end at the first work. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** @throws MemoryError where the product may take less memory than it needs */
export function requireEnoughMemory(bytes = availableMemory()): void {
  if (bytes >= LEAST_MEMORY_BYTES) return;
  throw new MemoryError(
    `Assay needs ${inMegabytes(LEAST_MEMORY_BYTES)} MB of memory, and may take ${inMegabytes(bytes)} MB here. Raise the limit of its container or control group; 1000 MB leaves room for work.`,
  );
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
