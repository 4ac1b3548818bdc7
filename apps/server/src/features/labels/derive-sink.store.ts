import type { Pool } from '../../db/index.ts';
import { replaceDerivedLabels } from './derived-labels.store.ts';
import type { DeriveSink } from './labels.ports.ts';
import { givenLabelVersion } from './labels.store.ts';

/** The sink for derived labels on this database. */
export function deriveSink(pool: Pool): DeriveSink {
  return {
    givenVersion: () => givenLabelVersion(pool),
    replaceDerivedLabels: (network, asset, labels, givenVersion) =>
      replaceDerivedLabels(pool, network, asset, labels, givenVersion),
  };
}
