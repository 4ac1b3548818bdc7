import type { NodeId } from '../../records/record.ts';
import type { EvidencePath, PathStep } from '../../walk/exposure.ts';
import type { RowPath } from '../walk/rows/collector.ts';
import type { FoundPath } from './found-rows.ts';
import type { Trail } from './lanes.ts';
import type { Parties } from './parties.ts';

const IDS_PER_CALL = 1000;

/**
 * Reads the addresses and transaction ids that paths need, in few round trips, and gives what writes a path: its steps
 * in the order money moved. Its hops are the owners of its share.
 */
export async function coinPathWriter(
  paths: Iterable<RowPath<FoundPath>>,
  parties: Parties,
): Promise<(path: RowPath<FoundPath>) => EvidencePath> {
  const owners = new Set<NodeId>();
  const transactions = new Set<NodeId>();
  for (const { path } of paths) {
    for (let trail: Trail | null = path.end; trail !== null; trail = trail.previous) {
      if (trail.owner !== null) owners.add(trail.owner);
      if (trail.spentIn !== null) transactions.add(trail.spentIn.node);
    }
  }
  // Both at once: a store may answer them in one round trip.
  const [, ids] = await Promise.all([parties.facts.name(owners), readIds([...transactions], parties)]);
  /** What nobody can be named for has no address: an input without an owner, a block, what a coinjoin mixed. */
  const addressOf = (owner: NodeId | null): string => (owner === null ? '' : parties.facts.addressOf(owner));
  const stepsOf = (end: Trail): readonly PathStep[] => {
    const steps: PathStep[] = [];
    for (let { owner, spentIn, previous } = end; spentIn !== null && previous !== null; ) {
      const { node, time } = spentIn;
      const to = addressOf(previous.owner);
      steps.push({ from: addressOf(owner), to, transactionId: ids.get(node) ?? '', amount: previous.amount, time });
      ({ owner, spentIn, previous } = previous);
    }
    return steps;
  };
  return ({ best, path }) => ({ steps: stepsOf(path.end), hops: path.owners, share: best });
}

async function readIds(nodes: readonly NodeId[], { store }: Parties): Promise<ReadonlyMap<NodeId, string>> {
  const ids = new Map<NodeId, string>();
  for (let start = 0; start < nodes.length; start += IDS_PER_CALL) {
    const asked = nodes.slice(start, start + IDS_PER_CALL);
    const answers = await store.transactionIds(asked);
    for (const [index, node] of asked.entries()) {
      const id = answers[index];
      if (id === undefined) throw new Error('the store left a transaction without its id');
      ids.set(node, id);
    }
  }
  return ids;
}
