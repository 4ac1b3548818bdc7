import { wireFreeGrants } from '../../src/modules/money/open/given.ts';

/** Gives without a limit of the day, for tests of everything else. */
export const NO_LIMITS = { perNetwork: 1_000_000, perDomain: 1_000_000, perDay: 1_000_000 };
export const GENEROUS = wireFreeGrants(NO_LIMITS);
