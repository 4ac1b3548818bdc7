import type { NodeId, TransactionRecord } from '../records/record.ts';
import { inputParts, outputParts } from '../records/utxo-flows.ts';
import { absorberOf } from './absorber.ts';
import type { EventLoopYield } from './options.ts';
import { AGAIN, BELOW, PROBES_PER_YIELD, SEEDS } from './prefetch-bounds.ts';
import type { UtxoWalk } from './utxo-state.ts';

/** A transaction that the walk may reach, and what one path alone carries there. */
interface Probe {
  readonly node: NodeId;
  readonly mass: number;
}

/** What it reads ahead in: transactions that are read, and those behind each of them. */
export interface TransactionGraph {
  /** Transactions per round trip. */
  readonly batchSize: number;
  /** Undefined while not asked for, null where the records do not hold it. */
  get(node: NodeId): TransactionRecord | null | undefined;
  load(nodes: readonly NodeId[]): Promise<void>;
  /** Where a walk goes on to from a transaction, with the share of its mass, 0..1. */
  beyond(transaction: TransactionRecord): readonly { readonly node: NodeId; readonly share: number }[];
}

/**
 * Reads ahead of a round over transactions, level by level from everything that waits, so that round trips follow the
 * depth of the walk and not its number of states. It holds no mass and changes nothing the result is made from; a wrong
 * guess costs a read.
 */
export class UtxoPrefetcher {
  readonly #graph: TransactionGraph;
  readonly #threshold: number;
  readonly #limit: number;
  /** Transactions explored, each with the largest mass it was explored with. */
  readonly #seen = new Map<NodeId, number>();
  #ahead: Probe[] = [];

  /** @param limit Transactions explored at most; beyond it only what the walk waits for is read. */
  constructor(graph: TransactionGraph, threshold: number, limit: number) {
    this.#graph = graph;
    this.#threshold = threshold / BELOW;
    this.#limit = limit;
  }

  /** One round trip of transactions and one of facts; afterwards the first of `waiting` can go on. */
  async read(waiting: readonly Probe[], yieldToEventLoop: EventLoopYield): Promise<void> {
    const probes = [...waiting.slice(0, SEEDS), ...this.#ahead];
    const missing = new Set<NodeId>();
    for (const { node } of probes) {
      if (missing.size >= Math.max(1, this.#graph.batchSize)) break;
      if (this.#graph.get(node) === undefined) missing.add(node);
    }
    await this.#graph.load([...missing]);
    this.#ahead = [];
    await this.#explore(probes.toReversed(), yieldToEventLoop);
  }

  /** Goes on through transactions that are read, to those that are not; the last of `left` first. */
  async #explore(left: Probe[], yieldToEventLoop: EventLoopYield): Promise<void> {
    let explored = 0;
    for (let probe = left.pop(); probe !== undefined; probe = left.pop()) {
      explored += 1;
      if (explored % PROBES_PER_YIELD === 0) await yieldToEventLoop(PROBES_PER_YIELD);
      const transaction = this.#graph.get(probe.node);
      if (transaction === undefined) this.#ahead.push(probe);
      if (transaction === undefined || transaction === null || this.#seen.size >= this.#limit) continue;
      if (probe.mass < AGAIN * (this.#seen.get(probe.node) ?? 0)) continue;
      this.#seen.set(probe.node, probe.mass);
      left.push(...this.#beyond(transaction, probe.mass));
    }
  }

  #beyond(transaction: TransactionRecord, mass: number): readonly Probe[] {
    return this.#graph
      .beyond(transaction)
      .filter(({ share }) => mass * share >= this.#threshold)
      .map(({ node, share }) => ({ node, mass: mass * share }));
  }
}

/** The transactions of a walk, in its direction. */
export function graphOf({ direction, facts, subject, settings, transactions }: UtxoWalk): TransactionGraph {
  return {
    batchSize: settings.batchSize,
    get: (node) => transactions.get(node),
    load: (nodes) => transactions.load(nodes),
    beyond: (transaction) => {
      const parts = direction === 'bwd' ? inputParts(transaction, null) : outputParts(transaction, null);
      return parts.flatMap(({ coin, share }) => {
        if (coin === 'fee' || coin === 'unknown') return [];
        const node = direction === 'bwd' ? coin.createdBy : coin.spentBy;
        if (node === null) return [];
        const owner = coin.owner === null ? null : facts.known(coin.owner);
        const isEnd =
          owner !== null && absorberOf(owner, transaction.time, subject, direction, settings.revision) !== null;
        return isEnd ? [] : [{ node, share }];
      });
    },
  };
}
