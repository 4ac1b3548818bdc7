const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second … attempt that failed: three days in all. After the last of them a delivery has failed. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];

/** An endpoint all of whose attempts failed for so long, and so often, is disabled. */
export const DISABLED_AFTER_MS = 72 * HOUR;
export const DISABLED_AFTER_FAILURES = 10;

/** The longest wait that a receiver can ask for by `Retry-After`. */
const LONGEST_ASKED_MS = HOUR;

/** Until the next attempt, in milliseconds; null where `tries` attempts were all. */
export function waitAfter(
  tries: number,
  retryAfterSeconds: number | null,
  waitsMs: readonly number[] = RETRY_WAITS_MS,
): number | null {
  const planned = waitsMs[tries - 1];
  if (planned === undefined) return null;
  return Math.max(planned, Math.min((retryAfterSeconds ?? 0) * SECOND, LONGEST_ASKED_MS));
}
