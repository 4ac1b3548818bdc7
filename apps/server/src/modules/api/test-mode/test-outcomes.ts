import type { CheckV1, TestOutcome, TestTransactionOutcome } from '@assay/contracts/v1';
import type { Category, Residual } from '@assay/domain';

type Shares = Partial<Readonly<Record<Category | Residual, number>>>;

interface FailedFacts {
  /** What a check of it answers, in one line; published. */
  readonly description: string;
  readonly ends: 'failed';
}

/** What a check ends with that does not fail. */
export interface DoneFacts extends Omit<FailedFacts, 'ends'> {
  readonly ends: 'done';
  /** 0 to 100; null: not rated. */
  readonly score: number | null;
  /** Why it is not rated. */
  readonly reason?: CheckV1['not_rated_reason'];
  /** Shares of each direction sum to 1. */
  readonly incoming: Shares;
  readonly outgoing: Shares;
  /** Category of a label that the address itself has. */
  readonly label?: 'sanctions' | 'issuer_frozen';
}

/** What a test address answers. */
export type OutcomeFacts = FailedFacts | DoneFacts;

const SLOW_MS = 3000;

/** How long a check with an outcome runs. */
export function runsMsOf(outcome: TestOutcome): number {
  return outcome === 'slow' ? SLOW_MS : 0;
}

const TO_EXCHANGES = { exchange_licensed: 0.8, still_held: 0.2 } as const satisfies Shares;

const FIVE_STARS = {
  ends: 'done',
  score: 5,
  incoming: { exchange_licensed: 0.9, miner: 0.05, unknown_origin: 0.05 },
  outgoing: TO_EXCHANGES,
} as const;

const NOT_RATED = { ends: 'done', score: null, incoming: {}, outgoing: {} } as const;

export const OUTCOMES: Readonly<Record<TestOutcome, OutcomeFacts>> = {
  star_1: {
    description: '1 star, high risk: most of the money comes from a dark market.',
    ends: 'done',
    score: 92,
    incoming: { dark_market: 0.85, exchange_licensed: 0.1, unknown_origin: 0.05 },
    outgoing: { mixer: 0.6, still_held: 0.4 },
  },
  star_2: {
    description: '2 stars, high risk: much of the money comes from scams.',
    ends: 'done',
    score: 70,
    incoming: { scam: 0.4, exchange_licensed: 0.5, unknown_origin: 0.1 },
    outgoing: TO_EXCHANGES,
  },
  star_3: {
    description: '3 stars, medium risk: part of the money comes from gambling.',
    ends: 'done',
    score: 50,
    incoming: { gambling: 0.5, exchange_licensed: 0.4, unknown_origin: 0.1 },
    outgoing: TO_EXCHANGES,
  },
  star_4: {
    description: '4 stars, low risk: a little of the money comes from gambling.',
    ends: 'done',
    score: 30,
    incoming: { gambling: 0.15, exchange_licensed: 0.75, unknown_origin: 0.1 },
    outgoing: TO_EXCHANGES,
  },
  star_5: {
    description: '5 stars, low risk: nearly all of the money comes from licensed exchanges.',
    ...FIVE_STARS,
  },
  not_rated: {
    description: 'No stars: no transfers of the address are known (`no_records`).',
    ...NOT_RATED,
    reason: 'no_records',
  },
  sanctioned: {
    description: '1 star, with a label of the category `sanctions` on the address itself.',
    ends: 'done',
    score: 100,
    label: 'sanctions',
    incoming: { exchange_licensed: 0.5, unknown_origin: 0.5 },
    outgoing: { still_held: 1 },
  },
  frozen: {
    description: '1 star, with a label of the category `issuer_frozen` on the address itself.',
    ends: 'done',
    score: 100,
    label: 'issuer_frozen',
    incoming: { exchange_licensed: 0.5, unknown_origin: 0.5 },
    outgoing: { still_held: 1 },
  },
  slow: {
    description: `\`running\` for ${SLOW_MS / 1000} seconds, then 5 stars. It can be cancelled while it runs.`,
    ...FIVE_STARS,
  },
  failing: {
    description: '`failed`, with the failure `check_failed`.',
    ends: 'failed',
  },
  out_of_coverage: {
    description: 'No stars: the money cannot be followed (`not_traceable`).',
    ...NOT_RATED,
    reason: 'not_traceable',
  },
};

/** Where an outcome means something else for a payment than for an address. */
const OF_TRANSFERS: Partial<Readonly<Record<TestTransactionOutcome, OutcomeFacts>>> = {
  sanctioned: {
    description: '1 star: the other end has a label of the category `sanctions`.',
    ends: 'done',
    score: 100,
    incoming: { sanctions: 1 },
    outgoing: { sanctions: 1 },
  },
  not_rated: {
    description: 'No stars: nothing is known of the money (`too_little_attributed`).',
    ...NOT_RATED,
    reason: 'too_little_attributed',
  },
};

/** What a transfer with an outcome answers. */
export function outcomeOfTransfer(outcome: TestTransactionOutcome): OutcomeFacts {
  return OF_TRANSFERS[outcome] ?? OUTCOMES[outcome];
}
