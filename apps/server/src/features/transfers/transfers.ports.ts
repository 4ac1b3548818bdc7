import type { NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';

/** What this feature asks of labels; the labels feature answers it. */
export interface LabelsPort {
  /** Every label of each address, in the order asked; an empty list where none is known. */
  labelsOf(network: NetworkId, addresses: readonly string[]): Promise<readonly (readonly Label[])[]>;
}
