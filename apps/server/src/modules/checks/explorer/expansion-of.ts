import type { Expansion, GraphAsset, GraphEdge, GraphNode } from '@assay/contracts';
import { CATEGORIES } from '@assay/domain';
import { DIRECTIONS, type DirectionName } from '@assay/wording';
import type { Neighbour, NeighboursAnswer, NeighboursReading } from './explorer.ports.ts';
import { entityNodeId } from './graph-of-result.ts';

type Ready = Extract<NeighboursAnswer, { is: 'ready' }> & { readonly reading?: NeighboursReading };

/** The part of the graph that an expansion adds: the largest parties of an address, and one node for all others. */
export function expansionOf(address: string, asset: GraphAsset, found: Ready, now: Date): Expansion {
  const nodes: GraphNode[] = [addressNode(address, null)];
  const edges: GraphEdge[] = [];
  for (const direction of DIRECTIONS) {
    const { largest, parties, amount, unread } = found[direction];
    const shown = largest.filter((party) => party.address !== address);
    for (const party of shown) {
      const node = nodeOf(party, direction, `${asset.ticker}:${asset.parent ?? ''}:${address}`);
      nodes.push(node);
      const moved = node.kind === 'not_followed' ? { amount: party.amount } : party;
      edges.push(edgeBetween(direction, address, node.id, asset, moved));
    }
    const others = parties - largest.length;
    if (others > 0) {
      const id = `not_shown:${direction}:${asset.ticker}:${asset.parent ?? ''}:${address}`;
      nodes.push({ kind: 'not_followed', id, direction, reason: 'not_shown', others });
      const rest = amount - largest.reduce((sum, party) => sum + party.amount, 0n);
      edges.push(edgeBetween(direction, address, id, asset, { amount: rest }));
    }
    if (unread !== null) {
      const id = `not_read:${direction}:${asset.ticker}:${asset.parent ?? ''}:${address}`;
      nodes.push({ kind: 'not_followed', id, direction, reason: 'not_shown', others: null });
      const edge = edgeBetween(direction, address, id, asset, { amount: unread });
      // What a provider states no total of has an amount that nobody knows.
      edges.push(unread === 0n ? { ...edge, amount: null } : edge);
    }
  }
  const { reading } = found;
  return {
    address,
    asset,
    expanded_at: now.toISOString(),
    nodes,
    edges,
    reading:
      reading === undefined
        ? null
        : {
            ...reading,
            providers: [...reading.providers],
            since: reading.since === null ? null : isoTime(reading.since),
          },
    also_seen: found.alsoSeen.map(({ ticker, parent, records }) => ({ ticker, parent, records })),
  };
}

/** A party that nobody can be named for gets a node of its own for each expansion: it may be another one each time. */
function nodeOf({ address, role, label }: Neighbour, direction: DirectionName, of: string): GraphNode {
  if (address !== null) return addressNode(address, label);
  if (label !== null) {
    const group = CATEGORIES[label.category].group;
    return { kind: 'entity', id: entityNodeId(label), label: { ...label, group } };
  }
  const unnamed = direction === 'incoming' ? 'unknown_origin' : 'not_followed';
  const reason = role === 'fee' ? 'fee' : unnamed;
  return { kind: 'not_followed', id: `${reason}:${direction}:${of}`, direction, reason, others: null };
}

function addressNode(id: string, label: Neighbour['label']): GraphNode {
  const named = label === null ? null : { ...label, group: CATEGORIES[label.category].group };
  return { kind: 'address', id, is_subject: false, label: named, records_read: null };
}

function edgeBetween(
  direction: DirectionName,
  address: string,
  other: string,
  asset: GraphAsset,
  party: Pick<Neighbour, 'amount'> & Partial<Neighbour>,
): GraphEdge {
  const [from, to] = direction === 'incoming' ? [other, address] : [address, other];
  const { amount, transfers = null, firstTime, lastTime, transactions } = party;
  const basis = transfers === null ? 'share' : transactions === undefined ? 'records' : 'read';
  return {
    // Other assets between the same ends are edges of their own, and so are the sample paths.
    id: `${from}>${to}:${asset.ticker}:${asset.parent ?? ''}`,
    ...{ from, to, asset, basis, amount: amount.toString(), share: null },
    transfers,
    first_time: firstTime === undefined ? null : isoTime(firstTime),
    last_time: lastTime === undefined ? null : isoTime(lastTime),
    transactions: (transfers === null ? [] : (transactions ?? [])).map((one) => ({
      ...{ transaction_id: one.transactionId, amount: one.amount.toString(), time: isoTime(one.time) },
    })),
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
