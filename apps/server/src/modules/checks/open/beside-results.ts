import { findAsset } from '@assay/domain';
import { METHOD_VERSION, type MethodVersion } from '@assay/exposure';
import { type Pool, transactionsOf, withinTime } from '../../../platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { besideLedger, inLedgerSnapshot } from '../../records/index.ts';
import type { ChecksService } from '../checks/checks.service.ts';
import { labelStates } from '../checks/compute/label-states.ts';
import type { OnDemandReader } from '../checks/compute/on-demand-reading.ts';
import type { CheckPrices } from '../checks/flows/value-flows.ts';
import { buildCounterpartiesService, type CounterpartiesService } from '../counterparties/counterparties.service.ts';
import { buildExplorerService, type ExplorerService } from '../explorer/explorer.service.ts';
import { newestBetween } from '../explorer/explorer.store.ts';
import { largestNeighbours, neighboursOnChain } from '../explorer/neighbours-on-chain.ts';

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
    clock: SYSTEM_CLOCK,
  });
}

/** Counterparties over one database, named by the labels that its checks use. */
export function wireCounterparties(
  pool: Pool,
  prices: CheckPrices,
  version: MethodVersion = METHOD_VERSION,
): CounterpartiesService {
  return buildCounterpartiesService({
    db: pool,
    transactionsOf: (asset, withinMs) => (work) =>
      besideLedger(pool, asset, (tx) => withinTime(tx, withinMs, () => work(tx))),
    labels: labelStates({ pool, version }),
    prices,
    clock: SYSTEM_CLOCK,
  });
}
