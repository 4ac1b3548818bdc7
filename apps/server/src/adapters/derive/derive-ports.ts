import type { Pool } from '../../db/index.ts';
import { deriveSink, labelsOf } from '../../features/labels/index.ts';
import type { DerivePorts } from '../../features/transfers/index.ts';

/** Conclusions are drawn from labels that stand in a source, and are kept with the labels. */
export function derivePorts(pool: Pool): DerivePorts {
  return {
    given: { labelsOf: (network, addresses) => labelsOf(pool, network, addresses) },
    sink: deriveSink(pool),
  };
}
