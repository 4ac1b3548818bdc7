import type { Pool } from '../../../platform/db/index.ts';
import { changeDerivedLabels, derivedBasis, replaceDerivedLabels } from './derived-labels.store.ts';
import type { DeriveSink } from './labels.ports.ts';

/** The sink for derived labels on this database. */
export function deriveSink(pool: Pool): DeriveSink {
  return {
    basisOf: (network, asset) => derivedBasis(pool, network, asset),
    replaceDerivedLabels: (network, asset, labels, basis) => replaceDerivedLabels(pool, network, asset, labels, basis),
    changeDerivedLabels: (network, asset, change, basis) => changeDerivedLabels(pool, network, asset, change, basis),
  };
}
