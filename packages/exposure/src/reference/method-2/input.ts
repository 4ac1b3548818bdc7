import type { Category } from '@assay/domain';
import type { Fraction } from './fraction.ts';

/** Input of the reference of method version 2, which is in preparation: small histories, spelled out in full. */
export interface Transfer {
  /** Place in the total order of the records; no two transfers share one. */
  readonly position: number;
  readonly transaction: string;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  readonly money: RecordMoney;
}

/** Dollars per coin of a record: its price, else the bounds of its year, else nothing. */
export type RecordMoney =
  | { readonly kind: 'price'; readonly usd: string }
  | { readonly kind: 'bounds'; readonly low: string; readonly high: string }
  | { readonly kind: 'none' };

/** Receiver of fees, and sender of newly mined coins: not addresses. */
export const FEE_SINK = '(fee)';
export const COINBASE = '(coinbase)';

export interface GivenLabel {
  readonly network: string;
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  readonly source: string;
  /** Who listed it. A listing ends by its own authority only, so each label carries its own end. */
  readonly authority: string;
  /** A day (`2024-05-01`) or a moment (`2024-05-01T10:00:00Z`); null is open. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** A statement of the label set that there was code at an address. */
export interface ContractAttribute {
  readonly network: string;
  readonly address: string;
  readonly code: string;
}

export interface AccountFacts {
  readonly address: string;
  /** Known balance before the first record held. */
  readonly opening: bigint;
  /** Records before, or after, those held exist and were not fetched. */
  readonly unreadBefore: boolean;
  readonly unreadAfter: boolean;
}

/** What is known of the completeness of the subject's own history. */
export interface HistoryFacts {
  readonly fromFirstRecord: boolean;
  readonly toTip: boolean;
  readonly bothDirections: boolean;
  /** Of a native asset of an EVM network: whether receipts and traces were read. Null for every other asset. */
  readonly tracesAndReceipts: boolean | null;
  readonly countHeld: number;
  readonly countByProvider: number | null;
}

/** How derived labels come about: from the records given, or fixed from outside (empty where a store has none). */
export type Derivation = { readonly kind: 'from_records' } | { readonly kind: 'fixed'; readonly set: DerivedSet };

export interface DerivedSet {
  readonly deposits: ReadonlyMap<string, DepositLabel>;
  readonly services: ReadonlySet<string>;
  /** Every address of a cluster of two or more points at all members. Only on UTXO networks. */
  readonly clusters: ReadonlyMap<string, readonly string[]>;
}

export interface DepositLabel {
  readonly entity: string;
  readonly category: Category;
}

/** Two parties of one transaction that were not joined: each carries a service's label, of different entities. */
export interface RefusedJoin {
  readonly transaction: string;
  readonly addresses: readonly [string, string];
}

interface QuestionOfAnyNetwork {
  readonly network: string;
  readonly subject: string;
  readonly decimals: number;
  /** Time of the check, milliseconds since 1970. */
  readonly asOf: number;
  readonly traceable: boolean;
  readonly everySourceFailed: boolean;
  readonly labels: readonly GivenLabel[];
  readonly contracts: readonly ContractAttribute[];
  readonly history: HistoryFacts;
  readonly derivation: Derivation;
}

export interface AccountQuestion extends QuestionOfAnyNetwork {
  readonly ledger: 'account';
  readonly transfers: readonly Transfer[];
  readonly accounts: readonly AccountFacts[];
}

export interface CoinOutput {
  readonly id: string;
  readonly owner: string;
  readonly value: bigint;
}

/** An input: an output held in the records, or one whose value nobody stated. */
export interface CoinInput {
  readonly output: string;
  /** Owner, where the records do not hold the output spent. */
  readonly owner: string;
  readonly value: bigint | null;
  /** Signed so that others may add inputs or outputs (ANYONECANPAY, a partial sale). */
  readonly openSignature: boolean;
}

export interface CoinTransaction {
  readonly id: string;
  readonly position: number;
  readonly time: number;
  readonly coinbase: boolean;
  /** Its form is that of a known coinjoin coordinator. */
  readonly coordinatorForm: boolean;
  readonly inputs: readonly CoinInput[];
  readonly outputs: readonly CoinOutput[];
  readonly money: RecordMoney;
}

export interface CoinQuestion extends QuestionOfAnyNetwork {
  readonly ledger: 'utxo';
  readonly transactions: readonly CoinTransaction[];
  /** Transactions older than those held exist and were not fetched. */
  readonly unreadBefore: boolean;
}

export type Question = AccountQuestion | CoinQuestion;

/** What a share ended at. */
export interface Ending {
  readonly kind: 'label';
  readonly category: Category;
  readonly entity: string;
  readonly confidence: number;
  readonly beforeDesignation: boolean;
}

export interface ExposureRow extends Ending {
  readonly layer: 'direct' | 'indirect';
  readonly share: Fraction;
}

/** Dollars of a direction. A price known for every record gives two equal bounds. */
export interface DollarBounds {
  readonly low: Fraction;
  readonly high: Fraction;
}

export interface DirectionExposure {
  readonly direction: 'incoming' | 'outgoing';
  /** Amount in base units that the shares are shares of. */
  readonly weight: Fraction;
  readonly dollars: DollarBounds | null;
  /** The same without what came directly from tier S, for where that is set aside. */
  readonly dollarsWithoutDirectS: DollarBounds | null;
  readonly rows: readonly ExposureRow[];
  readonly unknownOrigin: Fraction;
  readonly notFollowed: Fraction;
  readonly stillHeld: Fraction;
  readonly fee: Fraction;
}
