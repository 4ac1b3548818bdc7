import type { CoverageData } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';
import type { LabelConflicts } from '../../labels/index.ts';

/** Facts about the labels. */
export interface LabelFacts {
  readonly labels: number;
  readonly addresses: number;
  readonly derived: number;
  readonly sources: readonly {
    readonly key: string;
    readonly labels: number;
    readonly addresses: number;
    /** First and last day of its statements, `YYYY-MM-DD`; null where it has no dates. */
    readonly oldest: string | null;
    readonly newest: string | null;
  }[];
  readonly categories: readonly { readonly key: string; readonly labels: number }[];
  readonly networks: readonly { readonly key: string; readonly labels: number; readonly addresses: number }[];
  /** Addresses that labels call both illicit and an ordinary service. */
  readonly conflicts: LabelConflicts;
}

/** Facts about the records of one asset. */
export interface RecordFacts {
  readonly network: NetworkId;
  readonly ticker: string;
  readonly records: number;
  readonly addresses: number;
  /** Unix seconds. */
  readonly firstTime: number;
  readonly lastTime: number;
  readonly tipBlock: number | null;
  readonly fromBeginning: boolean;
}

/** Providers of the facts about an installation. */
export interface CoveragePorts {
  /** Changes with every change of any label. Cheap. */
  labelSetVersion(): Promise<string>;
  /** Reads all labels: called once a version. */
  labelFacts(): Promise<LabelFacts>;
  labelSets(): Promise<CoverageData['sets']>;
  /** Lists of sanctions, stored or not, and how old they are. */
  sanctionsLists(): Promise<CoverageData['sanctionsLists']>;
  /** How often lists are fetched from their publishers, in hours; 0 for never. */
  readonly updateHours: number;
  records(): Promise<readonly RecordFacts[]>;
  /** Chains with on-demand reads, by the settings. */
  readonly chains: readonly { readonly network: NetworkId; readonly providers: readonly string[] }[];
  prices(): Promise<CoverageData['prices']>;
}

export interface SiteBuildPort {
  /** The build of the site that is served now; null where there is none. */
  buildId(): Promise<string | null>;
}
