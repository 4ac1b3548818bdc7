const DAY_MS = 86_400_000;
/** How early the end of a subscription is announced (row ERR-11). */
const WARNING_DAYS = 7;
/** At most so long after the paid time the checks of a plan lapse. Those days do not count. */
const GRACE_DAYS = 3;

/** Whether a time is within the next seven days. `end` is ISO 8601, null for what has no end. */
export function endsSoon(end: string | null, now: Date): boolean {
  return isWithin(end, now, WARNING_DAYS);
}

/** Whether the paid time of a tariff may end within seven days, or has ended, by the day its checks lapse. */
export function mayEndSoon(lapsesAt: string | null, now: Date): boolean {
  return isWithin(lapsesAt, now, WARNING_DAYS + GRACE_DAYS);
}

function isWithin(end: string | null, now: Date, days: number): boolean {
  if (end === null) return false;
  const leftMs = new Date(end).getTime() - now.getTime();
  return leftMs > 0 && leftMs <= days * DAY_MS;
}
