/** Of what waits, so much is looked ahead of at a time. */
export const SEEDS = 1024;
export const PROBES_PER_YIELD = 256;
/**
 * Several paths often meet, so what one alone carries may be this much below the threshold. Over accounts, looking that
 * far reads 40% more and waits a third less.
 */
export const BELOW = 4;
/** How much more mass must have gathered before a record or a transaction is worth exploring again. */
export const AGAIN = 1.5;
