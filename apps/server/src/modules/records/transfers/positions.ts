const RANKS_PER_SECOND = 2 ** 21;
/** The last second records can have, in 2106. */
export const LAST_SECOND = 2 ** 32 - 1;

/**
 * Position of the record that is `rank`th (from 0) among its asset's records of one second. Below 2^53 until 2106.
 *
 * @throws RangeError when time or rank cannot be placed.
 */
export function positionAt(time: number, rank: number): number {
  if (!Number.isInteger(time) || time < 0 || time > LAST_SECOND) {
    throw new RangeError(`"time" expected Unix seconds from 0 to ${LAST_SECOND}, got ${time}`);
  }
  if (rank >= RANKS_PER_SECOND) throw new RangeError(`More than ${RANKS_PER_SECOND} records within second ${time}`);
  return time * RANKS_PER_SECOND + rank;
}

export function secondOf(position: number): number {
  return Math.floor(position / RANKS_PER_SECOND);
}
