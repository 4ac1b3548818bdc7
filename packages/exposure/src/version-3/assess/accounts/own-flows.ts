import type { NodeId } from '../../../records/record.ts';
import { PageCache } from '../../../walk/pages.ts';
import type { Flow } from '../../flow.ts';
import type { FlowStore } from '../../store/flow-store.ts';
import type { FlowReading } from '../../walk/reading.ts';

/** All flows of the pool of a part, both ways, in order. */
interface PoolFlows {
  readonly into: readonly Flow[];
  readonly outOf: readonly Flow[];
}

/** The own flows of an account, in order. */
export interface OwnFlows {
  readonly into: readonly Flow[];
  /** Fees included. */
  readonly outOf: readonly Flow[];
  /** Of each pool at the other end of one of them. */
  readonly pools: ReadonlyMap<NodeId, PoolFlows>;
  /** Flows are there which nobody can read. */
  readonly isPartial: boolean;
}

const FLOWS_PER_PAGE = 1000;
const POOLS_PER_CALL = 128;
const FLOWS_OF_POOL = 64;

/** Reads the flows of the account that is asked about, and what is at their other ends. */
export async function readOwnFlows(store: FlowStore, reading: FlowReading): Promise<OwnFlows> {
  const { pages: back, subject, facts, parties, yieldToEventLoop } = reading;
  const ahead = new PageCache<Flow>(store, 'fwd');
  const into = await back.loadAll(subject, FLOWS_PER_PAGE, yieldToEventLoop);
  const outOf = await ahead.loadAll(subject, FLOWS_PER_PAGE, yieldToEventLoop);
  const ends = new Set([...into.records.map(({ from }) => from), ...outOf.records.map(({ to }) => to)]);
  await facts.load(ends, yieldToEventLoop);

  const poolNodes = [...ends].filter((node) => parties.isPool(node));
  for (let start = 0; start < poolNodes.length; start += POOLS_PER_CALL) {
    const asked = poolNodes.slice(start, start + POOLS_PER_CALL);
    await yieldToEventLoop(asked.length);
    await back.load(
      asked.map((node) => ({ node, key: Number.POSITIVE_INFINITY })),
      FLOWS_OF_POOL,
    );
    await ahead.load(
      asked.map((node) => ({ node, key: 0 })),
      FLOWS_OF_POOL,
    );
  }
  const pools = new Map<NodeId, PoolFlows>();
  for (const node of poolNodes) {
    const [given, taken] = [
      await back.loadAll(node, FLOWS_PER_PAGE, yieldToEventLoop),
      await ahead.loadAll(node, FLOWS_PER_PAGE, yieldToEventLoop),
    ];
    pools.set(node, { into: given.records.toReversed(), outOf: taken.records });
  }
  const farEnds = [...pools.values()].flatMap((pool) => [
    ...pool.into.map(({ from }) => from),
    ...pool.outOf.map(({ to }) => to),
  ]);
  await facts.load(farEnds, yieldToEventLoop);
  return {
    into: into.records.toReversed(),
    outOf: outOf.records,
    pools,
    isPartial: into.isPartial || outOf.isPartial,
  };
}
