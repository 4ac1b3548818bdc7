import type { RiskTier } from '@assay/domain';

/*
 * Every number of the method page (docs/method), each once; a change of any is a new version of the method. The tables
 * of categories, residuals, confidence and stars are in @assay/domain, the table of floors in score/floors.ts.
 * test/method-page.test.ts compares all of them with the page.
 */

// Section 3: exposure.

/** Payments that a deposit address has made at least. */
export const DEPOSIT_PAYMENTS = 2;
/** Percent of its outflow that a deposit address has paid to one service at least. */
export const DEPOSIT_PERCENT = 95;
/** An unlabelled account with more distinct counterparties is an unlabelled service. */
export const SERVICE_COUNTERPARTIES = 1000;
/** Mass below which a state is not followed in the first round; share of the direction. */
export const FIRST_THRESHOLD = 1e-4;
/** What the threshold is divided by for the next round. */
export const THRESHOLD_DIVISOR = 10;
/** R above which another round starts. */
export const TARGET_NOT_FOLLOWED = 0.01;
/** States that all rounds together may take. */
export const MAX_STATES = 100_000;
/** Absorbing records of a row that are shown with their best path. */
export const PATHS_PER_ROW = 3;

// Section 5: labels.

/** Labels below this confidence are shown, but never compete. */
export const COMPETING_CONFIDENCE = 20;
/** Labels from this confidence come before the rest, and alone fill the strong sums of the floors. */
export const STRONG_CONFIDENCE = 50;

// Section 6: score.

/** Scores of an address by its own label; C and D score 100 times their weight and only at strong confidence. */
export const IDENTITY_TOTALS = {
  S: { strong: 100, weak: 80 },
  A: { strong: 95, weak: 75 },
  B: { strong: 60, weak: 40 },
} as const satisfies Partial<Record<RiskTier, { strong: number; weak: number }>>;

/** Weight of what is further away than one hop, and of the residuals; tier S is never discounted. */
export const INDIRECT_FACTOR = 0.6;
/** Where money went says a little less about an address than where it came from. */
export const OUTGOING_FACTOR = 0.8;

/** A category of tier S or A below this many dollars in a direction is too small to count. */
export const TOO_SMALL_USD = 10;
/** The same bound where no price is known: share of the direction. */
export const TOO_SMALL_SHARE = 0.001;
/** The most that what is too small to count weighs, whichever its layer. */
export const TOO_SMALL_WEIGHT = 0.25;

/** Part of a bound that a sum of many fractions may miss and still meet it. */
export const BOUND_TOLERANCE = 1e-9;
/** Decimals that totals are kept to. */
export const TOTAL_DECIMALS = 6;

/** Below this attributed share and with a total of five stars, an address is not rated. */
export const MIN_ATTRIBUTED = 0.1;
/** Clean share that five stars need. */
export const MIN_CLEAN = 0.4;

/** Least attributed share and largest R of the levels of confidence in a result. */
export const CONFIDENCE_LEVELS = {
  high: { attributed: 0.6, notFollowed: 0.02 },
  medium: { attributed: 0.25, notFollowed: 0.1 },
} as const;

// Section 6.8: notes.

/** Days from its first record in which a wallet is new. */
export const NEW_WALLET_DAYS = 30;
/** Hours in which a burst brings more than half of all inflow. */
export const BURST_HOURS = 24;
/** Percent of the inflow that leaves a pass-through wallet within an hour at least. */
export const PASS_THROUGH_PERCENT = 90;
/** Days without a record after which a wallet was dormant: a year. */
export const DORMANT_DAYS = 365;
/** Spends in a row that make a peel chain. */
export const PEEL_SPENDS = 3;
/** Percent of the balance that each of them exceeds. */
export const PEEL_PERCENT = 70;
/** Dollars below which a transfer is dust. */
export const DUST_USD = 1;
/** Where no price is known, dust is under this part of the wallet's largest record. */
export const DUST_PARTS = 1_000_000;
/** Characters at each end of an address that a look-alike shares. */
export const LOOKALIKE_CHARACTERS = 4;
