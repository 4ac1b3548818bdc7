import { ClusterUnion, carriedEntity, compareLabels, jointOwners, type NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { labelsInCluster } from '../clusters/cluster-labels.ts';
import { readAllWork } from '../clusters/cluster-work.store.ts';
import { readTransactions } from '../coin-records.store.ts';
import type { Known } from '../derive/read-known.ts';
import type { Counts } from './counts.ts';
import { HALVES, type Half, type LabelledNode, repeatedEntities } from './labelled-nodes.ts';

const TRANSACTIONS_PER_READ = 2_000;

/**
 * Judges clusters by the held-out half: they are joined with the labels of the other half alone. Transactions are
 * streamed; memory is in the number of addresses that a join names.
 */
export async function measureClusters(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  counts: Counts,
  signal: AbortSignal,
): Promise<void> {
  for (const half of HALVES) judge(await joinWithout(client, known, labelled, half, signal), labelled, half, counts);
}

async function joinWithout(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  held: Half,
  signal: AbortSignal,
): Promise<ClusterUnion> {
  const entityOf = (node: NodeId): string | null =>
    labelled.get(node)?.half === held ? null : carriedEntity(known.facts(node).labels);
  const union = new ClusterUnion((node) => ({ id: node, size: 1, entity: entityOf(node) }));
  const addressOf = (node: NodeId): string => known.addresses.get(node) ?? '';
  for (let after = { position: -1, id: 0 }; ; ) {
    signal.throwIfAborted();
    const page = await readAllWork(client, known.ledger.id, after, TRANSACTIONS_PER_READ);
    const last = page.at(-1);
    if (last === undefined) return union;
    const nodes = page.map(({ id }) => id);
    for (const transaction of await readTransactions(client, nodes)) {
      if (transaction === null) continue;
      const owners = jointOwners(transaction).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
      union.join(transaction.node, owners);
    }
    after = last;
  }
}

function judge(union: ClusterUnion, labelled: ReadonlyMap<NodeId, LabelledNode>, held: Half, counts: Counts): void {
  const sizes = new Map(union.clusters().map(({ id, size }) => [id, size]));
  const byCluster = Map.groupBy(labelled.values(), ({ node }) => union.idOf(node));
  const repeated = repeatedEntities(labelled);
  for (const [id, members] of byCluster) {
    const size = sizes.get(id) ?? 1;
    const [stranger] = ranked(
      members.filter(({ half }) => half !== held),
      size,
    );
    const own = members.filter(({ half }) => half === held);
    const [first, second] = ranked(own, size);
    for (const one of own) {
      if (size > 1) counts.add('cluster', 'strangers', stranger === undefined || stranger.entity === one.entity);
      const found = first === one ? second : first;
      if (found !== undefined) counts.add('cluster', 'precision', found.entity === one.entity);
      if (repeated.has(one.entity)) counts.add('cluster', 'recall', found?.entity === one.entity);
    }
  }
}

/** Members by the labels that a cluster of this size takes from them, the one that counts first. */
function ranked(members: readonly LabelledNode[], size: number): readonly LabelledNode[] {
  return members
    .flatMap((one) => labelsInCluster([one.label], size).map((label) => ({ one, label })))
    .sort((a, b) => compareLabels(a.label, b.label))
    .map(({ one }) => one);
}
