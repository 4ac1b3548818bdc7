import type { CoverageData } from '@assay/contracts';
import type { NetworkId } from '@assay/domain';

/** What the labels' side tells of itself. */
export interface LabelFacts {
  readonly labels: number;
  readonly addresses: number;
  readonly derived: number;
  readonly sources: readonly {
    readonly key: string;
    readonly labels: number;
    readonly addresses: number;
    /** First and last day of its statements, `YYYY-MM-DD`; null where it dates none. */
    readonly oldest: string | null;
    readonly newest: string | null;
  }[];
  readonly categories: readonly { readonly key: string; readonly labels: number }[];
  readonly networks: readonly { readonly key: string; readonly labels: number; readonly addresses: number }[];
}

/** What the records' side tells of one asset. */
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

/** Where the facts about an installation come from. */
export interface CoveragePorts {
  /** Changes with every change of any label. Cheap. */
  labelSetVersion(): Promise<string>;
  /** Reads all labels: asked for once a version. */
  labelFacts(): Promise<LabelFacts>;
  labelSets(): Promise<CoverageData['sets']>;
  records(): Promise<readonly RecordFacts[]>;
  /** Chains read live, as the settings say. */
  readonly chains: readonly { readonly network: NetworkId; readonly providers: readonly string[] }[];
  prices(): Promise<CoverageData['prices']>;
}

export interface SiteBuildPort {
  /** The build of the site that is served now; null where none was made. */
  buildId(): Promise<string | null>;
}
