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
