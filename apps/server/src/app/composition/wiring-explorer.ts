import { findAsset } from '@assay/domain';
import type { MethodVersion } from '@assay/exposure';
import {
  buildExplorerService,
  type ChecksService,
  type CounterpartiesService,
  type ExplorerService,
  explorerStore,
  labelStates,
  largestNeighbours,
  neighboursOnChain,
  newestBetween,
  type OnDemandReader,
} from '../../modules/checks/index.ts';
import { inLedgerSnapshot } from '../../modules/records/index.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';

/** Constructs the explorer of results over one database. */
export function wireExplorer(
  pool: Pool,
  checks: Pick<ChecksService, 'openCheck'>,
  counterparties: CounterpartiesService,
  { live, version }: { readonly live: OnDemandReader | null; readonly version: MethodVersion },
): ExplorerService {
  const labels = labelStates({ pool, version });
  return buildExplorerService({
    checks,
    db: pool,
    transaction: transactionsOf(pool),
    store: explorerStore,
    neighbours: largestNeighbours(counterparties),
    onChain: neighboursOnChain(
      live,
      (asset) => (addresses) =>
        inLedgerSnapshot(pool, { network: asset.network ?? '', ticker: asset.ticker }, async (client) =>
          (await labels(client, asset)).labelsOf(asset.network ?? asset.ticker, addresses),
        ),
    ),
    between: {
      newest: (asset, ...asked) => inLedgerSnapshot(pool, asset, (tx) => newestBetween(tx, asset, ...asked)),
    },
    findAsset,
    clock: { now: () => new Date() },
  });
}
