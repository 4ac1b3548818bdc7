import type { Counterparties, CounterpartyRow } from '@assay/contracts';
import { NETWORKS } from '@assay/domain';
import type {
  Counterparty,
  CounterpartyPage,
  DirectionTotals,
  FollowedAsset,
  ReadyList,
  SeenAsset,
  Sort,
} from './counterparties.ports.ts';
import { writeCursor } from './read-query.ts';

type Ready = Extract<Counterparties, { readonly status: 'ready' }>;

export function presentPage(
  asset: FollowedAsset,
  list: ReadyList,
  { items, next }: CounterpartyPage,
  sort: Sort,
): Omit<Ready, 'also_seen'> {
  return {
    status: 'ready',
    ticker: asset.ticker,
    decimals: asset.decimals,
    is_shared_out: NETWORKS[asset.network].ledger === 'utxo',
    until: timeText(list.untilTime),
    totals: { incoming: presentTotals(list.totals.bwd), outgoing: presentTotals(list.totals.fwd) },
    items: items.map(presentParty),
    next: next === null ? null : writeCursor(sort, next),
  };
}

export function presentSeen(seen: readonly SeenAsset[]): Counterparties['also_seen'] {
  return seen.map(({ ticker, network, parent, records, firstTime, lastTime }) => ({
    ...{ ticker, network, parent, records, first_time: timeText(firstTime), last_time: timeText(lastTime) },
  }));
}

export function presentParty(party: Counterparty): CounterpartyRow {
  const { role, address, amount, records, firstTime, lastTime, share, usd, label } = party;
  return {
    ...{ role, address, amount: amount.toString(), records, share, usd },
    first_time: timeText(firstTime),
    last_time: timeText(lastTime),
    label:
      label === null
        ? null
        : {
            ...{ entity: label.entity, category: label.category, source: label.source, confidence: label.confidence },
            is_derived: label.isDerived,
          },
  };
}

function presentTotals({ amount, records, usd, parties }: DirectionTotals): Ready['totals']['incoming'] {
  return { amount: amount.toString(), records, usd, parties };
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
