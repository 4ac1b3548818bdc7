import type { Category, NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';

/** What this feature asks of labels; the labels feature answers it. */
export interface LabelsPort {
  /** Every label of each address, in the order asked; an empty list where none is known. */
  labelsOf(network: NetworkId, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
}

/** Where the labels concluded from records go. */
export interface DerivedSink {
  /** Version of the given labels now standing. */
  givenVersion(): Promise<string>;
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
    givenVersion: string,
  ): Promise<unknown>;
}
