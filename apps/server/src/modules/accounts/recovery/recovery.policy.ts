const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How long a recovery waits for the owner to object, unless a setting says otherwise. */
export const RECOVERY_WAIT_HOURS = 72;
/** After the waiting period it can be completed for this long. */
export const COMPLETE_WITHIN_MS = 7 * DAY_MS;
/** While it waits, a mail is sent this often. */
export const REMIND_EVERY_MS = DAY_MS;
/** After one has ended, however it did, the next can be begun this much later. */
export const NEXT_AFTER_MS = 7 * DAY_MS;
/** Recoveries of one account. */
export const RECOVERIES_AT_MOST = { most: 3, withinMs: 90 * DAY_MS } as const;
/** Ended ones are kept for the limits above. */
export const RECOVERIES_KEPT_MS = 400 * DAY_MS;
