const DAY_MS = 86_400_000;
/** How early the end of a subscription is announced (row ERR-11). */
const WARNING_DAYS = 7;

/** Whether a tariff lapses within the next seven days. `expiredIn` is ISO 8601, null for one that never lapses. */
export function endsSoon(expiredIn: string | null, now: Date): boolean {
  if (expiredIn === null) return false;
  const leftMs = new Date(expiredIn).getTime() - now.getTime();
  return leftMs > 0 && leftMs <= WARNING_DAYS * DAY_MS;
}
