/*
 * Numbers of the rules by which method 2 derives labels (docs/method/2, sections 3.1, 3.2 and 5.3), each once. The page
 * marks some of them as first guesses.
 */

/** Section 5.3: outputs of one value, and distinct input addresses, from which a transaction looks like a coinjoin. */
export const COINJOIN_OUTPUTS = 3;
export const COINJOIN_OWNERS = 3;
/** Addresses of the largest cluster that labels of tier S, A and B are taken in. */
export const LARGEST_RISKY_CLUSTER = 1000;
/** Confidence of a derived label at most. */
export const DERIVED_CONFIDENCE = 40;
/** Confidence from which a service's label refuses joins. */
export const REFUSING_CONFIDENCE = 50;

/** Section 3.1: waiting time of a deposit address' median inflow at most, in seconds. */
export const DEPOSIT_WAIT_SECONDS = 86_400;
/** Percent of what came in since the last outflow that an account which empties itself has left at most. */
export const EMPTIED_PERCENT = 1;
/** Percent of the outflows that empty an account which passes on what it receives, at least. */
export const EMPTYING_PERCENT = 50;

/** Section 3.2: what an unlabelled service has at least; of its accounts on both sides it has more. */
export const SERVICE_PARTIES = { sending: 100, receiving: 100, either: 1000 } as const;
export const SERVICE_TRANSACTIONS = 100;
export const SERVICE_DAYS = 7;
/** A party counts from this part of all that came in, or went out: 0.001%. */
export const COUNTED_PARTS = 100_000;
/** So many of the largest parties hold at most so many percent. */
export const LARGEST_PARTIES = { count: 10, percent: 80 } as const;
