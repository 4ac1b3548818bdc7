import { ASSETS, findAsset } from '@assay/domain';
import type { Direction } from '@assay/exposure';
import { inTransaction, type Pool } from '../db/index.ts';
import type { ChecksService } from '../features/checks/index.ts';
import { type CounterpartiesService, nameParty, type ReadyList } from '../features/counterparties/index.ts';
import {
  type BetweenPort,
  buildExplorerService,
  type ExplorerService,
  explorerStore,
  type FollowedAsset,
  type NeighboursOfDirection,
  type NeighboursPort,
} from '../features/explorer/index.ts';
import { findLedger, transfersBetween } from '../features/transfers/index.ts';

/** Two busy addresses may share few of very many records: the page is not worth more time. */
const TRANSFERS_WITHIN_MS = 5_000;

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
    neighbours: largestOf(counterparties),
    between: storedBetween(pool),
    findAsset,
    clock: { now: () => new Date() },
  });
}

/** One request sums up so long; the next one continues. */
const SUMMED_MS = 3_000;

function largestOf(counterparties: CounterpartiesService): NeighboursPort {
  const largestOn = async (list: ReadyList, direction: Direction, most: number): Promise<NeighboursOfDirection> => {
    const query = { direction, sort: 'amount', order: 'desc', limit: most, after: null } as const;
    const { items } = await counterparties.page(list, query);
    const { parties, amount } = list.totals[direction];
    const largest = items.map((party) => ({
      ...party,
      ...{ role: nameParty(party), transfers: party.records },
    }));
    return { largest, parties, amount };
  };
  return {
    async largest(asset, address, until, most) {
      const signal = new AbortController().signal;
      const state = await counterparties.open({ asset, address, until }, { withinMs: SUMMED_MS, signal });
      switch (state.is) {
        case 'ready':
          return {
            is: 'ready',
            incoming: await largestOn(state.list, 'bwd', most),
            outgoing: await largestOn(state.list, 'fwd', most),
            alsoSeen: await assetsBeside(counterparties, address, asset),
          };
        case 'building':
          return { is: 'building', progress: state.progress };
        case 'not built':
        case 'no records':
          return { is: 'no records' };
      }
    },
  };
}

/** Other assets that records name the address in, as the catalogue names them. */
async function assetsBeside(counterparties: CounterpartiesService, address: string, asset: FollowedAsset) {
  const seen = await counterparties.assetsOf(address);
  return seen.flatMap(({ network, ticker, records }) => {
    if (network === asset.network && ticker === asset.ticker) return [];
    const named = ASSETS.find((one) => one.network === network && one.ticker === ticker);
    return named === undefined ? [] : [{ ticker, parent: named.parent, records }];
  });
}

function storedBetween(pool: Pool): BetweenPort {
  return {
    newest: ({ network, ticker }, from, to, most) =>
      inTransaction(pool, async (tx) => {
        await tx.query(`SET LOCAL statement_timeout = ${TRANSFERS_WITHIN_MS}`);
        const ledger = await findLedger(tx, network, ticker);
        return ledger === null ? [] : transfersBetween(tx, ledger, from, to, most);
      }),
  };
}
