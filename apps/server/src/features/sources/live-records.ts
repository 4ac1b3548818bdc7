import type { NetworkId } from '@assay/domain';
import type { ExposureStore, LabelsOf } from '@assay/exposure';
import type { SourceFault, SourceTip } from './sources.ports.ts';

/** How far reading has come. */
export interface GatherProgress {
  readonly calls: { readonly made: number; readonly budget: number };
  /** Share of each direction that is not R; null before anything was walked, and where nothing moved that way. */
  readonly explained: { readonly incoming: number | null; readonly outgoing: number | null };
  readonly providers: readonly string[];
}

/** Of the stored form; another one is another number. */
export const CUT_VERSION = 2;

/** What a result says of how it was read, and what it takes to come to the same bytes again. */
export interface LiveCut {
  readonly version: typeof CUT_VERSION;
  readonly network: NetworkId;
  readonly ticker: string;
  readonly subject: string;
  readonly tip: SourceTip;
  /** Who told what was held. */
  readonly providers: readonly string[];
  /** Account networks: stretches of histories, by address. Coin networks: none. */
  readonly accounts: readonly CutAccount[];
  /** Accounts that were not read because a provider calls them contracts. */
  readonly contracts: readonly string[];
  /** Coin networks: what was held, by id; null on account networks. */
  readonly coins: CutCoins | null;
  /** Records above finality, which may be gone tomorrow: kept here. */
  readonly loose: string;
}

export interface CutAccount {
  readonly address: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly opening: string | null;
  readonly counterparties: number | null;
  readonly isContract: boolean;
  readonly isWhole: boolean;
  readonly unread: { readonly received: string; readonly sent: string };
}

export interface CutCoins {
  readonly own: readonly string[];
  readonly from: number | null;
  readonly unread: { readonly received: string; readonly sent: string };
  readonly transactions: readonly string[];
  /** Transactions whose spenders were asked about, and what the answer was. */
  readonly spends: readonly (readonly [id: string, spends: readonly (string | null)[]])[];
}

/** Records read live for one question, as a store the engine walks. */
export interface LiveRecords {
  readonly tip: SourceTip;
  /** Records held, of the subject and around it. */
  readonly records: number;
  readonly calls: GatherProgress['calls'];
  readonly providers: readonly string[];
  readonly cut: LiveCut;
  /** The store with labels of the caller's; every call makes a new one. */
  open(labelsOf: LabelsOf): ExposureStore;
}

/** `failed`: nobody could tell anything of the address; `faults` say why. */
export type Gathering =
  | { readonly kind: 'records'; readonly live: LiveRecords; readonly faults: readonly SourceFault[] }
  | { readonly kind: 'failed'; readonly faults: readonly SourceFault[] };
