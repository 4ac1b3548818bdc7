import os from 'node:os';

const MEGABYTE = 1024 ** 2;
const LEAST_MEGABYTES = 128;
/** Beyond, the operating system's own cache serves a check as well: ten million labels and their index are about this. */
const MOST_MEGABYTES = 2_048;
/** Half of what PostgreSQL's manual names for a machine of its own: the product runs beside it. */
const SHARE = 1 / 8;

/**
 * Memory that the embedded PostgreSQL may keep pages in, in whole megabytes. It takes it only as it reads pages.
 *
 * @param memory bytes of the machine, or of the container that limits this process
 */
export function sharedBuffersFor(memory: number = availableMemory()): number {
  const megabytes = Math.floor((memory * SHARE) / MEGABYTE);
  return Math.min(MOST_MEGABYTES, Math.max(LEAST_MEGABYTES, megabytes));
}

/** A container without a limit says 0, or more than there is. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit === 0 ? os.totalmem() : Math.min(limit, os.totalmem());
}
