import {
  COUNTED_PARTS,
  LARGEST_PARTIES,
  SERVICE_DAYS,
  SERVICE_PARTIES,
  SERVICE_TRANSACTIONS,
} from '../method/label-numbers-2.ts';
import type { NodeId } from '../records/record.ts';
import { Emptying } from './emptying.ts';
import type { Movement } from './movement.ts';

const DAY_SECONDS = 86_400;

/** What went one way between an account and others. */
class Side {
  #flow = 0n;
  readonly #amounts = new Map<NodeId, bigint>();

  add({ flow, parties }: Movement): void {
    this.#flow += flow;
    for (const { party, amount } of parties) this.#amounts.set(party, (this.#amounts.get(party) ?? 0n) + amount);
  }

  /** Accounts whose part is large enough to count. */
  counted(): readonly NodeId[] {
    const parties: NodeId[] = [];
    for (const [party, amount] of this.#amounts) {
      if (amount * BigInt(COUNTED_PARTS) >= this.#flow) parties.push(party);
    }
    return parties;
  }

  /** Whether the largest parties leave enough to others. */
  get isSpread(): boolean {
    const largest: bigint[] = [];
    for (const amount of this.#amounts.values()) {
      if (largest.length === LARGEST_PARTIES.count && amount <= (largest.at(-1) ?? 0n)) continue;
      largest.push(amount);
      largest.sort((a, b) => (a === b ? 0 : a > b ? -1 : 1));
      largest.length = Math.min(largest.length, LARGEST_PARTIES.count);
    }
    const sum = largest.reduce((total, amount) => total + amount, 0n);
    return sum * 100n <= this.#flow * BigInt(LARGEST_PARTIES.percent);
  }
}

/**
 * Whether an account is an unlabelled service (docs/method/2, section 3.2): many senders and receivers that matter, on
 * many occasions, none of which holds most, and it does not pass on what it receives. Movements come in the order of
 * records. The caller leaves out accounts with a label that counts, with a protected role, and deposit addresses. Memory
 * is in the number of accounts it dealt with.
 */
export class ServiceConduct {
  readonly #senders = new Side();
  readonly #receivers = new Side();
  readonly #transactions = new Set<string | number>();
  readonly #days = new Set<number>();
  readonly #emptying: Emptying;

  /** @param opening known balance before the first record, base units; 0 where none is known */
  constructor(opening: bigint) {
    this.#emptying = new Emptying(opening);
  }

  add(movement: Movement): void {
    const { direction, amount, flow, transaction, time } = movement;
    if (direction === 'in') this.#emptying.receive(amount);
    else this.#emptying.spend(amount, flow > 0n);
    if (flow === 0n) return;
    if (this.#transactions.size < SERVICE_TRANSACTIONS) this.#transactions.add(transaction);
    if (this.#days.size < SERVICE_DAYS) this.#days.add(Math.floor(time / DAY_SECONDS));
    (direction === 'in' ? this.#senders : this.#receivers).add(movement);
  }

  get isService(): boolean {
    if (this.#transactions.size < SERVICE_TRANSACTIONS || this.#days.size < SERVICE_DAYS) return false;
    if (this.#emptying.passesOn) return false;
    const [sending, receiving] = [this.#senders.counted(), this.#receivers.counted()];
    if (sending.length < SERVICE_PARTIES.sending || receiving.length < SERVICE_PARTIES.receiving) return false;
    if (new Set([...sending, ...receiving]).size <= SERVICE_PARTIES.either) return false;
    return this.#senders.isSpread && this.#receivers.isSpread;
  }
}
