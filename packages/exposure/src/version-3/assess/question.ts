import type { Label } from '../../labels/label.ts';
import type { IsOnReviewedList } from '../mixture.ts';

/** Prices of one asset, as the host has them. */
export interface Prices {
  /** Decimals of the asset: a whole unit is 10 to this power of base units. */
  readonly decimals: number;
  /**
   * Dollars of one whole unit on a day (`YYYY-MM-DD`, UTC); null where no price is known. Asked for days of records and
   * for the cut-off's; it has to answer alike each time.
   */
  readonly usdOn: (day: string) => number | null;
}

/** The list of services that identify their customers (docs/method/3, section 2.4). */
export interface ReviewedList {
  readonly version: string;
  readonly has: IsOnReviewedList;
}

/** What is known of an address that no record names: labels may still speak. */
export interface UnrecordedAddress {
  /** `issuer`: a mint or burn address. */
  readonly role: 'account' | 'issuer';
  readonly labels: readonly Label[];
}

/** What every question to version 3 has (docs/method/3, section 1). */
export interface QuestionOf3 {
  /** Name of the asset, for what is stored with the result. */
  readonly asset: string;
  /** Canonical: the wallet; the receiver of a payment; the sender of a planned one. */
  readonly address: string;
  /** Unix seconds: no record held is later. */
  readonly cutOff: number;
  readonly prices: Prices;
  readonly reviewedList: ReviewedList;
  /** Read where no record names the address; by default it is an account without labels. */
  readonly unrecorded?: UnrecordedAddress;
}

export interface WalletQuestion extends QuestionOf3 {
  /** Base units that a source says the address received in all; null where none does. */
  readonly statedTotal?: bigint | null;
}

export interface PaymentQuestion extends QuestionOf3 {
  /**
   * Which transaction paid the address: on account networks the place of its first record (`Flow.transaction`), on coin
   * networks its node.
   */
  readonly transaction: number;
}

export interface PlannedQuestion extends QuestionOf3 {
  /** Base units, above 0. */
  readonly amount: bigint;
  /** Base units that the address paid to this receiver before. */
  readonly earlier: bigint;
}
