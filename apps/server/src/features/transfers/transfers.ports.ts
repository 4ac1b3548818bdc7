import type { Category, NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { PoolClient } from '../../db/index.ts';

/** What this feature asks of labels; the labels feature answers it. */
export interface LabelsPort {
  /** Every label of each address, in the order asked; an empty list where none is known. */
  labelsOf(network: NetworkId, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
  /**
   * Every address of the network with any label: the same set as long as none changes. Null where there are too many;
   * not there where nobody remembers them.
   */
  labelled?(network: NetworkId): Promise<ReadonlySet<string> | null>;
}

/** Where the labels concluded from records go. A basis is all that they were concluded from, in one text. */
export interface DerivedSink {
  /** The basis of the standing labels; null where none were drawn yet. */
  basisOf(network: string, asset: string): Promise<string | null>;
  /** Replaces all derived labels of one asset on one network at once. */
  replaceDerivedLabels(
    network: string,
    asset: string,
    labels: readonly {
      readonly address: string;
      readonly entity: string;
      readonly category: Category;
      readonly confidence: number;
      readonly source: string;
    }[],
    basis: string,
  ): Promise<unknown>;
}

/** Labels that stand in a source, never derived ones. */
export interface GivenLabelsPort extends LabelsPort {
  /** Changes with every change of any of them. */
  version(): Promise<string>;
}

/** Where the labels concluded from the records come from and go to. */
export interface DerivePorts {
  /** On the state of the database that `client` reads. */
  readonly given: (client: PoolClient) => GivenLabelsPort;
  readonly sink: DerivedSink;
}
