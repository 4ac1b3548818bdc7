import { findAsset } from '@assay/domain';
import { inTransaction, type Pool } from '../db/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import type { CounterpartiesService } from '../features/counterparties/index.ts';
import {
  buildExplorerService,
  type ExplorerService,
  explorerStore,
  largestNeighbours,
  newestBetween,
} from '../features/explorer/index.ts';

/** Constructs the explorer of results over one database. */
export function wireExplorer(
  pool: Pool,
  checks: Pick<ChecksService, 'openCheck'>,
  counterparties: CounterpartiesService,
): ExplorerService {
  return buildExplorerService({
    checks,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: explorerStore,
    neighbours: largestNeighbours(counterparties),
    between: { newest: (...asked) => inTransaction(pool, (tx) => newestBetween(tx, ...asked)) },
    findAsset,
    clock: { now: () => new Date() },
  });
}
