import { ASSETS, type NetworkId } from '@assay/domain';
import type { Label } from '@assay/exposure';
import { inTransaction, type Pool, withinTime } from '../../../../platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import type { LabelState } from '../../checks/compute/label-states.ts';
import type { CounterpartiesDeps, FollowedAsset, PageQuery, ReadyList } from '../counterparties.ports.ts';
import { buildCounterpartiesService, type CounterpartiesService } from '../counterparties.service.ts';

/** An asset of a network under a ticker of a test's own, priced as none is. */
export function assetOf(network: NetworkId, ticker: string): FollowedAsset {
  const [one] = ASSETS.filter((asset) => asset.network === network);
  if (one === undefined) throw new Error(`no asset is on ${network}`);
  return { ...one, network, ticker, decimals: 6 };
}

/** The labels of a map as if they were those of the database, in the state that `digest` names. */
export function labelsOfMap(labels: ReadonlyMap<string, readonly Label[]>, digest = 'labels'): LabelState {
  return {
    digest,
    version: digest,
    sets: [],
    hasDerived: true,
    labelsOf: async (_network, addresses) => addresses.map((address) => [...(labels.get(address) ?? [])]),
    labelled: async () => null,
  };
}

export function serviceOver(pool: Pool, overrides: Partial<CounterpartiesDeps> = {}): CounterpartiesService {
  return buildCounterpartiesService({
    db: pool,
    transactionsOf: (_asset, withinMs) => (work) =>
      inTransaction(pool, (tx) => withinTime(tx, withinMs, () => work(tx))),
    labels: async () => labelsOfMap(new Map()),
    prices: undefined,
    clock: SYSTEM_CLOCK,
    ...overrides,
  });
}

const NEVER = new AbortController().signal;

/** The list of an address, computed to its end. */
export async function listOf(
  service: CounterpartiesService,
  asset: FollowedAsset,
  address: string,
  until: { readonly time: Date; readonly block: string | null } | null = null,
): Promise<ReadyList> {
  for (;;) {
    const state = await service.open({ asset, address, until }, { withinMs: 60_000, signal: NEVER });
    if (state.is === 'ready') return state.list;
    if (state.is !== 'building') throw new Error(`the list of ${address} is: ${state.is}`);
  }
}

export const FIRST_PAGE = {
  direction: 'bwd',
  sort: 'amount',
  order: 'desc',
  limit: 1_000,
  after: null,
} as const satisfies PageQuery;
