/*
 * A lease: a row is worked on by one process until a time, and by another one after it where the first has died. That time
 * is set and compared by the clock of the database, since those of the servers may be hours apart, and by what it shows at
 * that moment, since a transaction may have begun long before. A store puts these after the column or before the number:
 *
 *   UPDATE work SET run_by = $2, lease_until = ${LEASE_OF} $3 WHERE id = $1 AND lease_until ${IS_FREE}
 */

/** From now on, for as many milliseconds as the number that follows. */
export const LEASE_OF = "clock_timestamp() + interval '1 millisecond' *";
/** A process works on it. Null is not held. */
export const IS_HELD = '> clock_timestamp()';
/** Its process did not renew it in time. Null: no process had it. */
export const HAS_ENDED = '<= clock_timestamp()';
/** No process works on it. */
export const IS_FREE = '> clock_timestamp() IS NOT TRUE';
