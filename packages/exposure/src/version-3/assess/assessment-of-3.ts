import type { NetworkId } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import type { WalkExtent } from '../../walk/exposure.ts';
import type { Usd } from '../rating/bounds/dollars.ts';
import type { PayeeLabel } from '../rating/history/own-history.ts';
import type { HistoryKind } from '../rating/mixtures/known.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { PaymentInput } from '../rating/rate-payment.ts';
import type { WalletInput } from '../rating/rate-wallet.ts';
import type { Rating } from '../rating/rating.ts';
import type { WalkedRow } from '../walk/rows/walked-mixture.ts';
import type { PriceUsed } from './prices-used.ts';

/** A row of a mixture before section 8, with its evidence. */
export interface EvidenceRow extends WalkedRow {
  /** Base units, share of the mixture's amount; rounded down. */
  readonly amount: bigint;
  /** Share of the mixture's dollars. */
  readonly usd: Usd;
}

/** A mixture as it was found, before section 8 (docs/method/3, sections 6 and 15). */
export interface MixtureFound {
  readonly name: MixtureName;
  /** Base units: of all that came in, of the balance after the last net inflow, or of the payment. */
  readonly amount: bigint;
  /** Null without a price. */
  readonly usd: Usd;
  readonly rows: readonly EvidenceRow[];
  readonly unknownOrigin: number;
  readonly notFollowed: number;
  /** How far its walk went. */
  readonly cut: WalkExtent;
  /** How many owners back was read at the most, at least 1. */
  readonly steps: number;
}

/** What one payment sent back of a tainted inflow (section 8). */
export interface ReturnedMoney {
  /** Who paid it and got it back. */
  readonly address: string;
  /** Base units, rounded down. */
  readonly amount: bigint;
  /** Transaction ids. */
  readonly inflow: string;
  readonly payment: string;
}

/** What is left of a tainted inflow and lies untouched (section 8). */
export interface UntouchedMoney {
  readonly inflow: string;
  /** Base units, rounded down. */
  readonly amount: bigint;
}

/** A payment to somebody of tier S, A or B; rows of `rating.paid` name it by `payment` (section 9). */
export interface BadPayment extends PayeeLabel {
  /** As rows of `rating.paid` have it. */
  readonly payment: number;
  readonly address: string;
  readonly transactionId: string;
  /** Unix seconds. */
  readonly time: number;
  /** Base units, rounded down: all of it, what was sent back included. */
  readonly amount: bigint;
}

/** Who a payment came from. */
export interface SenderOfPayment {
  readonly address: string;
  /** Share of the payment, 0..1. */
  readonly share: number;
  /** The label that counts for it; null where its own history was read. */
  readonly label: Label | null;
  /** Null where a label counts. */
  readonly history: HistoryKind | null;
}

/** What the sentence of `none_found` names (section 11). Shares are of *ever*, or of the payment, before section 8. */
export interface NoneFoundFacts {
  /** Base units and dollars that came in; of a payment, what its senders paid so far. */
  readonly amount: bigint;
  readonly usd: Usd;
  /** Unix seconds of the first net inflow; null of a payment. */
  readonly since: number | null;
  /** R. */
  readonly notFollowed: number;
  /** From services that identify their customers, and newly mined. */
  readonly explained: number;
  /** From other named services. */
  readonly otherNamed: number;
  /** Exchanged and not followed. */
  readonly exchanged: number;
  /** How many owners back was read at the most, at least 1. */
  readonly steps: number;
}

/**
 * What a rating was made from, to decide again on changed shares (section 15): `rateWallet` and `ratePayment` take it,
 * with the dollars of `prices`. Places and accounts are numbered as they come in the history.
 */
export type RatedBy3 =
  | {
      readonly kind: 'wallet';
      readonly input: Omit<WalletInput, 'usdAt'>;
      /** Parts of a base unit in which amounts of `input` are counted. */
      readonly unit: bigint;
    }
  | { readonly kind: 'payment'; readonly input: PaymentInput };

/**
 * The answer to one question by version 3 of the method (docs/method/3): pure data, the same for the same records,
 * labels, list, prices, options and cut, whichever store holds the records.
 */
export interface AssessmentOf3 {
  readonly methodVersion: '3';
  readonly of: 'wallet' | 'payment' | 'planned_payment';
  readonly network: NetworkId;
  readonly asset: string;
  /** The wallet, the receiver of a payment, or the sender of a planned one. */
  readonly address: string;
  /** Unix seconds. */
  readonly cutOff: number;
  /** Version of the list of services that identify their customers. */
  readonly reviewedList: string;
  /** Whether the history is whole; of a payment, those of its senders. */
  readonly history: HistoryKind;
  readonly rating: Rating;
  /** *Ever* and *now* where there are such, or that of the payment. */
  readonly mixtures: readonly MixtureFound[];
  /** The address's own label that counts at the cut-off; null of payments, where it decides nothing. */
  readonly ownLabel: Label | null;
  /** Every label of the address but those of its cluster, strongest first. */
  readonly labels: readonly Label[];
  readonly returned: readonly ReturnedMoney[];
  readonly untouched: readonly UntouchedMoney[];
  readonly badPayments: readonly BadPayment[];
  /** Of a payment, by address; empty of a wallet. */
  readonly senders: readonly SenderOfPayment[];
  /** Null unless the finding is `none_found`. */
  readonly noneFound: NoneFoundFacts | null;
  /** By day, each once. */
  readonly prices: readonly PriceUsed[];
  readonly rated: RatedBy3;
}
