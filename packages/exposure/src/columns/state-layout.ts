/**
 * A state, six doubles of which three are read as words, and what each account was given, four of which two are: a line
 * of the processor's cache or two answers all that is asked of one. Indexes are those of doubles or of words.
 */
export const STATE_DOUBLES = 6;
export const MASS = 0;
/** What the best single path carries. */
export const BEST = 1;
/** Highest position the state may take, counted in the walk's direction. */
export const BOUND = 2;
export const STATE_WORDS = 2 * STATE_DOUBLES;
/** Record the state is at or will be at; 0 for none. */
export const TARGET = 6;
export const TALLY = 7;
export const HOPS = 8;
/** Record the best path came over, and the state it came from and one; 0 for the subject. */
export const VIA_RECORD = 9;
export const VIA_STATE = 10;
/** Next state parked at the same account and one, 0 for the last. */
export const NEXT_PARKED = 11;

export const TALLY_DOUBLES = 4;
/** The mass that ever came to the account, and what of it found no record. */
export const ARRIVED = 0;
export const ENDED = 1;
export const TALLY_WORDS = 2 * TALLY_DOUBLES;
export const ACCOUNT = 4;
/** States parked there and one, 0 for none. */
export const FIRST_PARKED = 5;
export const LAST_PARKED = 6;
