import type { NodeId, Position } from '../../../records/record.ts';
import type { EvidencePath, PathStep } from '../../../walk/exposure.ts';
import type { FactsCache } from '../../../walk/facts.ts';
import type { FlowParty, FlowStore } from '../../store/flow-store.ts';
import type { RowPath } from './collector.ts';
import type { PathLink } from './path-link.ts';

const IDS_PER_CALL = 1000;

/** Reads the addresses and transaction ids that paths need, and gives what writes a path. */
export async function pathWriter(
  paths: Iterable<RowPath<PathLink>>,
  facts: FactsCache<FlowParty>,
  store: Pick<FlowStore, 'transactionIds'>,
): Promise<(path: RowPath<PathLink>) => EvidencePath> {
  const positions = new Set<Position>();
  const nodes = new Set<NodeId>();
  for (const { path } of paths) {
    for (const { position, from, to } of linksOf(path)) {
      positions.add(position);
      nodes.add(from).add(to);
    }
  }
  // Both at once: a store may answer them in one round trip.
  const [ids] = await Promise.all([idsOf([...positions], store), facts.name(nodes)]);
  return ({ best, path }) => {
    const steps = [...linksOf(path)].map(
      ({ from, to, amount, time, position }): PathStep => ({
        from: facts.addressOf(from),
        to: facts.addressOf(to),
        transactionId: ids.get(position) ?? '',
        amount,
        time,
      }),
    );
    return { steps, hops: steps.length, share: best };
  };
}

/** The steps of a path in the order money moved. */
function* linksOf(path: PathLink): Iterable<PathLink> {
  for (let link: PathLink | null = path; link !== null; link = link.previous) yield link;
}

async function idsOf(
  positions: readonly Position[],
  store: Pick<FlowStore, 'transactionIds'>,
): Promise<ReadonlyMap<Position, string>> {
  const ids = new Map<Position, string>();
  for (let start = 0; start < positions.length; start += IDS_PER_CALL) {
    const asked = positions.slice(start, start + IDS_PER_CALL);
    const answers = await store.transactionIds(asked);
    for (const [index, position] of asked.entries()) {
      const id = answers[index];
      if (id === undefined) throw new Error('the store left a transaction without its id');
      ids.set(position, id);
    }
  }
  return ids;
}
