import type { Category, NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { PoolClient } from '../../../platform/db/index.ts';

/** What this feature needs of labels; the labels feature provides it. */
export interface LabelsPort {
  /** Every label of each address, in the order of `addresses`; an empty list where none is known. */
  labelsOf(network: NetworkId, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
  /**
   * Every address of the network with any label: the same set as long as none changes. Null where there are too many;
   * absent where they are not cached.
   */
  labelled?(network: NetworkId): Promise<ReadonlySet<string> | null>;
}

/** Stores derived labels. A basis is one text of everything that they were derived from. */
export interface DerivedSink {
  /** The basis of the stored derived labels; null where none were derived yet. */
  basisOf(network: string, asset: string): Promise<string | null>;
  /** Replaces all derived labels of one asset on one network at once. */
  replaceDerivedLabels(
    network: string,
    asset: string,
    labels: readonly LabelToStore[],
    basis: string,
  ): Promise<unknown>;
  /**
   * Replaces the derived labels of some addresses of one asset. False, and nothing is done, where the basis of the stored
   * ones is no longer `former`.
   */
  changeDerivedLabels(
    network: string,
    asset: string,
    change: {
      readonly addresses: readonly string[];
      readonly labels: readonly LabelToStore[];
      readonly former: string;
    },
    basis: string,
  ): Promise<boolean>;
}

/** A derived label as it is stored. */
export interface LabelToStore {
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  readonly source: string;
}

/** A step from one version of the given labels to the next. */
export interface LabelChange {
  /** The version before it. */
  readonly former: string;
  /** Addresses, of whatever network, whose labels may differ; null where they are too many to list. */
  readonly addresses: readonly string[] | null;
}

/** Labels that a source published, never derived ones. */
export interface GivenLabelsPort extends LabelsPort {
  /** Changes whenever any of them changes. */
  version(): Promise<string>;
  /** How the present ones came about, the last change first, as far back as is known. */
  changes(): Promise<readonly LabelChange[]>;
}

/** Access to the given labels, and the store of the derived ones. */
export interface DerivePorts {
  /** Given labels in the state of the database that `client` reads. */
  readonly given: (client: PoolClient) => GivenLabelsPort;
  readonly sink: DerivedSink;
}
