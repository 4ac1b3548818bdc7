/**
 * A state in typed arrays, one line of the processor's cache: three doubles, and words. Lanes and states are named by
 * numbers, 0 for none.
 */
export const STATE_DOUBLES = 8;
export const TOTAL = 0;
/** Key up to which the state may be. */
export const BOUND = 1;
/** What the best single path carries, where all mass is of one number of owners. */
export const BEST = 2;
export const STATE_WORDS = 2 * STATE_DOUBLES;
/** Line that the state is or will be at; 0 where no flow into its account is left. */
export const TARGET = 6;
export const TALLY = 7;
/** Owners that a label which is found next has at the most, six and more counted on. */
export const DEPTH = 8;
/** Last link of the best single path, where all mass is of one number of owners. */
export const LINK = 9;
/**
 * Lanes: mass that nothing is before; behind an exchange; the same by owners there; and where only bad counts. Most states
 * have mass of one number of owners that nothing is before: the first of these is then that number and one.
 */
export const PLAIN = 10;
export const EXCHANGED = 11;
export const AT_EXCHANGE = 12;
export const ONLY_BAD = 13;
/** Numbers of lanes are not below it. */
export const FIRST_LANE = 8;
/** Next state parked at the same account. */
export const NEXT_PARKED = 14;
/** The state that took its mass in. */
export const JOINED = 15;
/** Once it was taken, in place of its lanes: first of its moves, how many there are, and the state of what stayed. */
export const FIRST_MOVE = 10;
export const MOVES = 11;
export const REST = 12;

export const TALLY_DOUBLES = 4;
/** All mass that ever came to the account. */
export const ARRIVED = 0;
export const TALLY_WORDS = 2 * TALLY_DOUBLES;
export const ACCOUNT = 2;
export const FIRST_PARKED = 3;
export const LAST_PARKED = 4;
/** The state before the first flow into it. */
export const END = 5;
