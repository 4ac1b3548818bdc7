import type { Category } from '@assay/domain';

/** Accounts a share passed through, the labelled one included: 1 is direct, 6 means six or more. */
export type Owners = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * Where a share came from, as the score reads it (docs/method/3, section 5). What has no label of its own but a meaning
 * is one of `EXCHANGED`, `MIXED_IN_COINJOIN` and `NEWLY_MINED`.
 */
export interface ShareSource {
  readonly category: Category;
  /** Empty where nobody is named. */
  readonly entity: string;
  /** 0 to 100, of the label that counted; 40 at most where its cluster's did. */
  readonly confidence: number;
  /** The label counted although its listing began later. */
  readonly beforeDesignation: boolean;
  /** By a service on the reviewed list at the time of its payment, or newly mined (section 2.4). */
  readonly explained: boolean;
}

/** A row of a mixture; no two of one mixture have the same source and owners. */
export interface MixtureRow extends ShareSource {
  readonly owners: Owners;
  /** Above 0, at most 1. */
  readonly share: number;
}

/** Shares by what they came from. Rows and the two residuals sum to 1 within 1e-9. */
export interface Mixture {
  readonly rows: readonly MixtureRow[];
  /** What no source could know. */
  readonly unknownOrigin: number;
  /** R: what exists and was not read, or was not followed. */
  readonly notFollowed: number;
}

/** Exchanged for another asset in one transaction, which is not followed (section 5.1). */
export const EXCHANGED = {
  category: 'liquidity_pools',
  entity: 'exchanged',
  confidence: 0,
  beforeDesignation: false,
  explained: false,
} as const satisfies ShareSource;

/** What a coinjoin mixed (section 5.2). */
export const MIXED_IN_COINJOIN = {
  category: 'coinjoin',
  entity: '',
  confidence: 40,
  beforeDesignation: false,
  explained: false,
} as const satisfies ShareSource;

/** Coins that a block made (section 2.4). */
export const NEWLY_MINED = {
  category: 'miner',
  entity: 'Block reward',
  confidence: 100,
  beforeDesignation: false,
  explained: true,
} as const satisfies ShareSource;

/** Whether an entity is on the reviewed list on the day of a payment at that time (Unix seconds). */
export type IsOnReviewedList = (entity: string, time: number) => boolean;
