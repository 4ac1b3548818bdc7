import type { NodeId } from '../../records/record.ts';
import type { PathStep } from '../../walk/exposure.ts';
import type { EvidenceRow, FoundPath } from './found-rows.ts';
import type { Trail } from './lanes.ts';
import type { Parties } from './parties.ts';

const IDS_PER_CALL = 1000;

/** A path of money to what is asked about, in the order money moved. */
export interface SharePath {
  readonly steps: readonly PathStep[];
  /** What it alone carries, 0..1. */
  readonly share: number;
}

/** Rows with their paths as addresses and transaction ids, in the order money moved; few round trips. */
export async function readPaths(
  rows: readonly EvidenceRow<FoundPath>[],
  parties: Parties,
): Promise<readonly EvidenceRow<SharePath>[]> {
  const owners = new Set<NodeId>();
  const transactions = new Set<NodeId>();
  for (const { paths } of rows) {
    for (const { end } of paths) {
      for (let trail: Trail | null = end; trail !== null; trail = trail.previous) {
        if (trail.owner !== null) owners.add(trail.owner);
        if (trail.spentIn !== null) transactions.add(trail.spentIn.node);
      }
    }
  }
  // Both at once: a store may answer them in one round trip.
  const [, ids] = await Promise.all([parties.facts.name(owners), readIds([...transactions], parties)]);
  /** An input nobody can be named for has no address. */
  const addressOf = (owner: NodeId | null): string => (owner === null ? '' : parties.facts.addressOf(owner));
  const stepsOf = (end: Trail): readonly PathStep[] => {
    const steps: PathStep[] = [];
    for (let { owner, spentIn, previous } = end; spentIn !== null && previous !== null; ) {
      const { node, time } = spentIn;
      const transactionId = ids.get(node) ?? '';
      steps.push({
        from: addressOf(owner),
        to: addressOf(previous.owner),
        transactionId,
        amount: previous.amount,
        time,
      });
      ({ owner, spentIn, previous } = previous);
    }
    return steps;
  };
  return rows.map((row) => ({ ...row, paths: row.paths.map(({ end, share }) => ({ steps: stepsOf(end), share })) }));
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
