import type { LeastChanges } from '../change/least-changes.ts';
import type { Mixture } from '../mixture.ts';
import type { Usd } from '../rating/bounds/dollars.ts';
import { NOT_FOLLOWED_ON } from '../rating/contact.ts';
import { isBad, shareOf } from '../rating/floors/risk-row.ts';
import type { HistoryKind } from '../rating/mixtures/known.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Question } from './define.ts';

/** What a mixture before section 8 came from, in shares of it, 0..1. With unknown origin and what is exchanged they sum to 1. */
export interface OriginShares {
  /** Explained, at any number of owners (section 2.4), newly mined coins among them. */
  readonly explained: number;
  /** Some of what is explained is newly mined. */
  readonly isMined: boolean;
  /** From other labels of tier C and D, but for what is exchanged: the rating holds that (section 11). */
  readonly otherNamed: number;
  /** From labels of tier S, A and B. */
  readonly bad: number;
  /** R. */
  readonly notFollowed: number;
}

/** The label of the address that is asked about, as it is cited. */
export interface OwnLabelFacts {
  readonly entity: string;
  readonly source: string;
  /** ISO day of the source's statement; null where it gives none. */
  readonly date: string | null;
  /** 0 to 100. */
  readonly confidence: number;
  /** The government's list it is an entry of, in words; null for any other label. */
  readonly list: string | null;
}

/** What the sentences of a result need and its rating does not hold. */
export interface TextFacts {
  readonly question: Question;
  readonly history: HistoryKind;
  /** Dollars of each mixture before section 8; of a payment, of all its senders paid so far. Null without a price. */
  readonly usd: Readonly<Partial<Record<MixtureName, Usd>>>;
  /** ISO day of the first inflow that is held; null where nothing came in, and of a payment. */
  readonly since: string | null;
  /** Of *ever*, or of the payment; null where nothing came in. */
  readonly origin: OriginShares | null;
  /** How many owners back was read at the most, at least 1. */
  readonly steps: number;
  /** Who states what was received in all, where that is more than the records hold; null where nobody does. */
  readonly statedTotal: { readonly source: string } | null;
  /** What it takes to read more: the same sources can be read on, or records have to be uploaded. */
  readonly more: 'read_on' | 'upload';
  /** The label that counts for the address itself; null without one, and of a payment. */
  readonly ownLabel: OwnLabelFacts | null;
  /** What `leastChanges` found; without it nothing is said of what would change the stars. */
  readonly leastChanges?: LeastChanges | null;
}

/** Reads the shares of a mixture before section 8. */
export function originOf({ rows, notFollowed }: Mixture): OriginShares {
  const explained = rows.filter((row) => row.explained);
  const others = rows.filter((row) => !row.explained && !isBad(row) && !NOT_FOLLOWED_ON.has(row.category));
  return {
    explained: shareOf(explained),
    isMined: explained.some(({ category }) => category === 'miner'),
    otherNamed: shareOf(others),
    bad: shareOf(rows.filter(isBad)),
    notFollowed,
  };
}
