import type { NetworkId } from '@assay/domain';
import type { ExposureStore, LabelsOf, PartialHistory, RawTransaction, RawTransfer } from '@assay/exposure';
import type { HistoryGap } from './history-gaps.ts';
import type { SourceFault, SourceTip } from './sources.ports.ts';

/** The progress of a reading. */
export interface GatherProgress {
  readonly calls: { readonly made: number; readonly budget: number };
  /** Share of each direction that is not R; null before the first walk, and where nothing moved in that direction. */
  readonly explained: { readonly incoming: number | null; readonly outgoing: number | null };
  readonly providers: readonly string[];
}

/** Version of the stored form; a changed form gets another number. */
export const CUT_OFF_VERSION = 2;

/** How a result was read, and what is needed to compute the same bytes again. */
export interface OnDemandCutOff {
  readonly version: typeof CUT_OFF_VERSION;
  readonly network: NetworkId;
  readonly ticker: string;
  readonly subject: string;
  readonly tip: SourceTip;
  /** The providers of what was read. */
  readonly providers: readonly string[];
  /** Account networks: ranges of histories, by address. Coin networks: none. */
  readonly accounts: readonly CutOffAccount[];
  /** Accounts that were not read because a provider calls them contracts. */
  readonly contracts: readonly string[];
  /** Coin networks: what was read, by id; null on account networks. */
  readonly coins: CutOffCoins | null;
  /** Records above finality, which a reorganisation may remove: stored here. */
  readonly loose: string;
  /** The payment that was walked. Not there for a check of an address. */
  readonly payment?: {
    readonly transactionId: string;
    /** Account networks: its transfers. Coin networks: null, since the transaction is among `coins`. */
    readonly transfers: string | null;
    /** False where its native transfers lack receipts or traces; not there in cuts from before it was stored. */
    readonly isWhole?: boolean;
  };
}

export interface CutOffAccount {
  readonly address: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly opening: string | null;
  readonly counterparties: number | null;
  readonly isContract: boolean;
  readonly isWhole: boolean;
  readonly unread: { readonly received: string; readonly sent: string };
}

export interface CutOffCoins {
  /** False where the history of the subject is known to have gaps; not there in cuts from before it was stored. */
  readonly isWhole?: boolean;
  readonly own: readonly string[];
  readonly from: number | null;
  readonly unread: { readonly received: string; readonly sent: string };
  readonly transactions: readonly string[];
  /** Transactions whose spenders were requested, and the answer. */
  readonly spends: readonly (readonly [id: string, spends: readonly (string | null)[]])[];
}

/** Records of an on-demand read for one check, as a store for the engine. */
export interface OnDemandRecords {
  readonly tip: SourceTip;
  /** Records read, of the subject and around it. */
  readonly records: number;
  readonly calls: GatherProgress['calls'];
  readonly providers: readonly string[];
  /** What the history of the subject lacks; of one that was opened again, nothing is known any more. */
  readonly gaps: readonly HistoryGap[];
  readonly cut: OnDemandCutOff;
  /** What the transaction moved of the asset whose payment was walked; only of a cut that was opened again. */
  readonly paid?: PaidRecords;
  /** Account networks: what was read of each account, one list of transfers of the asset; empty on coin networks. */
  histories(): readonly PartialHistory[];
  /** The store with labels of the caller; every call makes a new one. */
  open(labelsOf: LabelsOf, options?: OpenOptions): ExposureStore;
}

/** The records of one asset in one transaction. */
export type PaidRecords =
  | { readonly ledger: 'account'; readonly transfers: readonly RawTransfer[]; readonly isWhole: boolean }
  | { readonly ledger: 'utxo'; readonly transaction: RawTransaction };

/** Records that were just read; those of a stored reading have no part of the subject alone. */
export interface ReadRecords extends OnDemandRecords {
  /** What was read of the subject itself. */
  own(): OwnRecords;
}

/** Records of one address, each once, and the totals of those that were not read, in base units. */
export type OwnRecords = { readonly unread: { readonly received: bigint; readonly sent: bigint } } & (
  | { readonly ledger: 'account'; readonly transfers: readonly RawTransfer[] }
  | { readonly ledger: 'utxo'; readonly transactions: readonly RawTransaction[] }
) & {
    /** Unix seconds of the oldest of them where older ones were not read; null where all were. */
    readonly since: number | null;
  };

export interface OpenOptions {
  /** Whether labels are derived from what was read, as version 1 of the method does. */
  readonly derive: boolean;
}

export type ReadGathering =
  | { readonly kind: 'records'; readonly live: ReadRecords; readonly faults: readonly SourceFault[] }
  | Extract<Gathering, { kind: 'failed' }>;

/** `failed`: no provider could answer anything about the address; `faults` say why. */
export type Gathering =
  | { readonly kind: 'records'; readonly live: OnDemandRecords; readonly faults: readonly SourceFault[] }
  | { readonly kind: 'failed'; readonly faults: readonly SourceFault[] };

/** Null for no record. */
export function oldestOf(records: readonly { readonly time: number }[]): number | null {
  return records.reduce<number | null>((oldest, { time }) => (oldest === null || time < oldest ? time : oldest), null);
}
