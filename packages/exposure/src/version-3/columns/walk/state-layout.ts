/**
 * A state in typed arrays, one line of the processor's cache: two doubles, and words. Lanes and states are named by
 * numbers from 1, 0 for none.
 */
export const STATE_DOUBLES = 8;
export const TOTAL = 0;
/** Key up to which the state may be. */
export const BOUND = 1;
export const STATE_WORDS = 2 * STATE_DOUBLES;
/** Line that the state is or will be at; 0 where no flow into its account is left. */
export const TARGET = 4;
export const TALLY = 5;
/** Owners that a label which is found next has at the most, six and more counted on. */
export const DEPTH = 6;
/** Lanes: mass that nothing is before; behind an exchange; the same by owners there; and where only bad counts. */
export const PLAIN = 7;
export const EXCHANGED = 8;
export const AT_EXCHANGE = 9;
export const ONLY_BAD = 10;
/** Next state parked at the same account. */
export const NEXT_PARKED = 11;
/** The state that took its mass in. */
export const JOINED = 12;
/** First of its moves, and how many there are, where that is kept. */
export const FIRST_MOVE = 13;
export const MOVES = 14;
/** The state that what stayed with its account came to. */
export const REST = 15;

export const TALLY_DOUBLES = 4;
/** All mass that ever came to the account. */
export const ARRIVED = 0;
export const TALLY_WORDS = 2 * TALLY_DOUBLES;
export const ACCOUNT = 2;
export const FIRST_PARKED = 3;
export const LAST_PARKED = 4;
/** The state before the first flow into it. */
export const END = 5;
