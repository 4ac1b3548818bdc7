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

/**
 * Reads ahead of a round over transactions, level by level from everything that waits, so that round trips follow the
 * depth of the walk and not its number of states. It holds no mass and changes nothing the result is made from; a wrong
 * guess costs a read.
 */
export class UtxoPrefetcher {
  readonly #walk: UtxoWalk;
  readonly #threshold: number;
  readonly #limit: number;
  /** Transactions explored, each with the largest mass it was explored with. */
  readonly #seen = new Map<NodeId, number>();
  #ahead: Probe[] = [];

  /** @param limit Transactions explored at most; beyond it only what the walk waits for is read. */
  constructor(walk: UtxoWalk, threshold: number, limit: number) {
    this.#walk = walk;
    this.#threshold = threshold / BELOW;
    this.#limit = limit;
  }

  /** One round trip of transactions and one of facts; afterwards the first of `waiting` can go on. */
  async read(waiting: readonly Probe[], yieldToEventLoop: EventLoopYield): Promise<void> {
    const { transactions, settings } = this.#walk;
    const probes = [...waiting.slice(0, SEEDS), ...this.#ahead];
    const missing = new Set<NodeId>();
    for (const { node } of probes) {
      if (missing.size >= Math.max(1, settings.batchSize)) break;
      if (transactions.get(node) === undefined) missing.add(node);
    }
    await transactions.load([...missing]);
    this.#ahead = [];
    await this.#explore(probes.toReversed(), yieldToEventLoop);
  }

  /** Goes on through transactions that are read, to those that are not; the last of `left` first. */
  async #explore(left: Probe[], yieldToEventLoop: EventLoopYield): Promise<void> {
    let explored = 0;
    for (let probe = left.pop(); probe !== undefined; probe = left.pop()) {
      explored += 1;
      if (explored % PROBES_PER_YIELD === 0) await yieldToEventLoop(PROBES_PER_YIELD);
      const transaction = this.#walk.transactions.get(probe.node);
      if (transaction === undefined) this.#ahead.push(probe);
      if (transaction === undefined || transaction === null || this.#seen.size >= this.#limit) continue;
      if (probe.mass < AGAIN * (this.#seen.get(probe.node) ?? 0)) continue;
      this.#seen.set(probe.node, probe.mass);
      left.push(...this.#beyond(transaction, probe.mass));
    }
  }

  #beyond(transaction: TransactionRecord, mass: number): readonly Probe[] {
    const { direction, facts, subject, settings } = this.#walk;
    const parts = direction === 'bwd' ? inputParts(transaction, null) : outputParts(transaction, null);
    return parts.flatMap(({ coin, share }) => {
      if (coin === 'fee' || coin === 'unknown' || mass * share < this.#threshold) return [];
      const node = direction === 'bwd' ? coin.createdBy : coin.spentBy;
      if (node === null) return [];
      const owner = coin.owner === null ? null : facts.known(coin.owner);
      if (owner !== null && absorberOf(owner, transaction.time, subject, direction, settings.revision) !== null)
        return [];
      return [{ node, mass: mass * share }];
    });
  }
}
