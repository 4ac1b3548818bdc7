import type { Asset } from '@assay/domain';
import { COINBASE_ABSORBER, type Direction, governingLabel, type LabelsOf } from '@assay/exposure';
import type { DirectionName } from '@assay/wording';
import { type OwnRecords, SourceError } from '../../chains/index.ts';
import type { OnDemandReader } from '../checks/compute/on-demand-reading.ts';
import type { ReadyList } from '../counterparties/counterparties.ports.ts';
import type { CounterpartiesService } from '../counterparties/counterparties.service.ts';
import type { FollowedAsset, Neighbour, NeighboursOfDirection, NeighboursPort, OnChainPort } from './explorer.ports.ts';
import { type ReadMove, readMovesOf } from './read-moves.ts';

/** Transactions of an edge that are kept with it: nothing else stores what was read for an expansion. */
const KEPT_TRANSACTIONS = 10;

/** One request sums up so long; the next one continues. */
const SUMMED_MS = 3_000;

/** The largest counterparties of an address among its newest records, read of its chain; null where none is read. */
export function neighboursOnChain(
  live: Pick<OnDemandReader, 'canAsk' | 'gatherOwn'> | null,
  labelsOf: (asset: Asset) => LabelsOf,
): OnChainPort | null {
  if (live === null) return null;
  return {
    canAsk: (asset) => live.canAsk(asset),

    async largest(asset, address, until, { most, signal }) {
      const gathering = await live.gatherOwn(asset, address, signal);
      if (gathering.kind === 'failed') {
        const faults = [...new Set(gathering.faults.map((fault) => new SourceError(fault).message))];
        return { is: 'unanswered', faults };
      }
      const { calls, providers } = gathering.live;
      const own = gathering.live.own();
      const parties = sumMoves(readMovesOf(address, own, until));
      const named = await nameAll(parties, labelsOf(asset));
      const partiesOf = (name: DirectionName): NeighboursOfDirection => {
        const all = named.filter(({ direction }) => direction === name).sort(byAmount);
        const amount = all.reduce((sum, party) => sum + party.amount, 0n);
        return { largest: all.slice(0, most), parties: all.length, amount, unread: unreadOf(own, name) };
      };
      return {
        ...{ is: 'ready', incoming: partiesOf('incoming'), outgoing: partiesOf('outgoing'), alsoSeen: [] },
        reading: { providers, calls: calls.made, since: own.since },
      };
    },
  };
}

interface Party extends Neighbour {
  readonly direction: DirectionName;
  readonly transactions: NonNullable<Neighbour['transactions']>;
}

function sumMoves(moves: readonly ReadMove[]): readonly Party[] {
  const parties = new Map<string, Party>();
  for (const { direction, party, amount, time, transactionId } of moves.toSorted((a, b) => b.time - a.time)) {
    const key = `${direction} ${party.role} ${party.address ?? ''}`;
    const known = parties.get(key);
    const moved = { transactionId, amount, time };
    const transactions = [...(known?.transactions ?? []), moved].slice(0, KEPT_TRANSACTIONS);
    parties.set(key, {
      ...{ ...party, direction, label: null, transactions, firstTime: time },
      amount: (known?.amount ?? 0n) + amount,
      transfers: (known?.transfers ?? 0) + 1,
      lastTime: known?.lastTime ?? time,
    });
  }
  return [...parties.values()];
}

/** The label that counted at the last record of each. */
async function nameAll(parties: readonly Party[], labelsOf: LabelsOf): Promise<readonly Party[]> {
  const addresses = [...new Set(parties.flatMap(({ address }) => address ?? []))];
  const labels = await labelsOf(addresses);
  const known = new Map(addresses.map((address, at) => [address, labels[at] ?? []]));
  return parties.map((party) => {
    const { address, role, lastTime } = party;
    const label =
      role === 'coinbase' ? COINBASE_ABSORBER.label : governingLabel(known.get(address ?? '') ?? [], lastTime)?.label;
    return label === undefined ? party : { ...party, label: { entity: label.entity, category: label.category } };
  });
}

function unreadOf({ since, unread }: OwnRecords, direction: DirectionName): NeighboursOfDirection['unread'] {
  if (since === null) return null;
  return direction === 'incoming' ? unread.received : unread.sent;
}

function byAmount(one: Party, other: Party): number {
  return one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1;
}

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
