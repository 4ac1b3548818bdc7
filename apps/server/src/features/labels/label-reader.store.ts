import type { Db } from '../../db/index.ts';
import type { LabelReader } from './labels.ports.ts';
import { labelSetVersion, labelsOf } from './labels.store.ts';

/** The labels on this database; inside a transaction, as that transaction sees them. */
export function labelsPort(db: Db): LabelReader {
  return {
    labelsOf: (network, addresses, asset) => labelsOf(db, network, addresses, asset ?? null),
    labelSetVersion: () => labelSetVersion(db),
  };
}
