import type { Direction } from '@assay/exposure';
import type { ReadyList } from '../counterparties/counterparties.ports.ts';
import type { CounterpartiesService } from '../counterparties/counterparties.service.ts';
import type { FollowedAsset, NeighboursOfDirection, NeighboursPort } from './explorer.ports.ts';

/** One request sums up so long; the next one continues. */
const SUMMED_MS = 3_000;

/** The largest counterparties of an address, from the lists of counterparties. */
export function largestNeighbours(counterparties: CounterpartiesService): NeighboursPort {
  const largestOn = async (list: ReadyList, direction: Direction, most: number): Promise<NeighboursOfDirection> => {
    const query = { direction, sort: 'amount', order: 'desc', limit: most, after: null } as const;
    const { items } = await counterparties.page(list, query);
    const { parties, amount } = list.totals[direction];
    const largest = items.map(({ records, ...party }) => ({ ...party, transfers: records }));
    return { largest, parties, amount, unread: null };
  };
  return {
    async largest(asset, address, until, { most, signal }) {
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

/** Other assets that records name the address in. */
async function assetsBeside(counterparties: CounterpartiesService, address: string, asset: FollowedAsset) {
  const seen = await counterparties.assetsOf(address);
  return seen
    .filter(({ network, ticker }) => network !== asset.network || ticker !== asset.ticker)
    .map(({ ticker, parent, records }) => ({ ticker, parent, records }));
}
