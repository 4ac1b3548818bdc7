import { tierOf } from './categories.ts';
import { type Clusters, equalOutputs } from './clusters.ts';
import {
  allOf,
  type Composition,
  canBeExchanged,
  changeSource,
  fromLabel,
  MIXED_IN_COINJOIN,
  merge,
  NEWLY_MINED,
  R,
  type Source,
  scale,
  shares,
  UNKNOWN_ORIGIN,
  withOneOwnerMore,
} from './composition.ts';
import { divide, type Fraction, fraction, multiply, smaller, sum } from './fraction.ts';
import type { LabelAt, OnReviewedList } from './labels.ts';
import type { CoinInput, CoinTransaction, History, Holding, Inflow, Payer, Payment } from './model.ts';

/** What the walk of a coin network reads. */
export interface CoinWorld {
  readonly transactions: readonly CoinTransaction[];
  readonly labelAt: LabelAt;
  readonly onReviewedList: OnReviewedList;
  readonly clusters: Clusters;
}

interface Coin {
  readonly owner: string;
  readonly value: bigint;
  readonly composition: Composition;
  spent: boolean;
}

/** What an input brought, by share, before an owner is added; none is where it is `labelled` or newly mined. */
interface Brought {
  readonly owner: string | null;
  readonly value: bigint;
  readonly composition: Composition;
  readonly labelled: boolean;
}

/** Walks all transactions for the address that is asked about, which counts as unlabelled throughout. */
export function coinHistory(world: CoinWorld, asked: string): History {
  return new CoinWalk(world, asked).history();
}

const total = (all: ReadonlyArray<{ readonly value: bigint }>): bigint => all.reduce((a, { value }) => a + value, 0n);

class CoinWalk {
  readonly #world: CoinWorld;
  readonly #asked: string;
  readonly #labelAt: LabelAt;
  readonly #coins = new Map<string, Coin>();
  readonly #inflows: { inflow: Inflow; created: Coin[] }[] = [];
  readonly #payments: Payment[] = [];
  #afterLastInflow: Holding | null = null;
  readonly #shortfalls = new Set<number>();
  #hasRecords = false;

  constructor(world: CoinWorld, asked: string) {
    this.#world = world;
    this.#asked = asked;
    this.#labelAt = (address, time) => (address === asked ? null : world.labelAt(address, time));
  }

  history(): History {
    const ordered = this.#world.transactions.toSorted((a, b) => a.order - b.order);
    for (const [at, transaction] of ordered.entries()) this.#take(at, transaction);
    return {
      inflows: this.#inflows.map(({ inflow, created }) => ({
        ...inflow,
        unspent: smaller(inflow.amount, fraction(total(created.filter(({ spent }) => !spent)))),
      })),
      payments: this.#payments,
      afterLastInflow: this.#afterLastInflow,
      atCutOff: this.#held(),
      balances: [],
      shortfalls: [...this.#shortfalls],
      hasRecords: this.#hasRecords,
    };
  }

  /** All unspent outputs of the address, by value. */
  #held(): Holding {
    const own = [...this.#coins.values()].filter(({ owner, spent }) => owner === this.#asked && !spent);
    return {
      balance: fraction(total(own)),
      composition: shares(merge(...own.map(({ composition, value }) => scale(composition, fraction(value))))),
    };
  }

  #take(at: number, transaction: CoinTransaction): void {
    const brought = this.#bringAll(at, transaction);
    const isCoinjoin = this.#isCoinjoin(transaction);
    const created = transaction.outputs.map(({ owner, value }, index) => {
      const isChange = brought.some((input) => input.owner === owner);
      const composition = this.#seenBy(owner, brought, { isChange, isCoinjoin });
      const coin = { owner, value, composition, spent: false };
      this.#coins.set(`${transaction.id}:${index}`, coin);
      return coin;
    });
    this.#hasRecords ||= [...brought, ...created].some(({ owner }) => owner === this.#asked);

    const owned = (all: ReadonlyArray<{ owner: string | null; value: bigint }>) =>
      total(all.filter(({ owner }) => owner === this.#asked));
    const net = owned(created) - owned(brought);
    if (net > 0n) {
      const others = brought.filter(({ owner }) => owner !== this.#asked);
      const isChange = others.length < brought.length;
      const amount = fraction(net);
      const came = scale(this.#seenBy(this.#asked, others, { isChange, isCoinjoin }), amount);
      const payers = new Map<string, Payer>();
      for (const [payer, inputs] of Map.groupBy(others, (input) => input.owner)) {
        const paid = divide(multiply(amount, fraction(total(inputs))), fraction(total(others)));
        const seen = this.#seenBy(this.#asked, inputs, { isChange, isCoinjoin });
        const came = scale(seen, paid);
        if (payer !== null) payers.set(payer, { paid, came, own: came });
      }
      const own = created.filter(({ owner }) => owner === this.#asked);
      this.#inflows.push({
        inflow: {
          at,
          time: transaction.time,
          transaction: transaction.id,
          amount,
          came,
          payers,
          unspent: null,
        },
        created: own,
      });
      this.#afterLastInflow = this.#held();
    }
    if (net < 0n) this.#pay(at, transaction, fraction(-net), brought);
  }

  /** What a net spend paid to each other address, fees left out: in proportion, since a transaction mixes. */
  #pay(at: number, { time, outputs }: CoinTransaction, spent: Fraction, brought: readonly Brought[]): void {
    const nets = new Map<string | null, bigint>();
    for (const { owner, value } of outputs) nets.set(owner, (nets.get(owner) ?? 0n) + value);
    for (const { owner, value } of brought) nets.set(owner, (nets.get(owner) ?? 0n) - value);
    const spenders = sum([...nets.values()].filter((value) => value < 0n).map((value) => fraction(-value)));
    for (const [payee, value] of nets) {
      if (payee === null || value <= 0n) continue;
      this.#payments.push({ at, time, payee, amount: divide(multiply(fraction(value), spent), spenders) });
    }
  }

  /** What the inputs brought; a transaction without inputs makes new coins. */
  #bringAll(at: number, transaction: CoinTransaction): Brought[] {
    const { inputs, outputs } = transaction;
    if (inputs.length === 0) {
      return [{ owner: null, value: total(outputs), composition: allOf(NEWLY_MINED), labelled: true }];
    }
    const known = inputs.filter((input) => input.value !== null);
    const excess = total(outputs) - known.reduce((a, { value }) => a + (value ?? 0n), 0n);
    const missing = known.length === inputs.length || excess < 0n ? 0n : excess;
    const brought = known.map((input) => this.#bring(at, input, transaction.time));
    return missing === 0n
      ? brought
      : [...brought, { owner: null, value: missing, composition: allOf(UNKNOWN_ORIGIN), labelled: false }];
  }

  #bring(at: number, { previous, owner, value: known }: CoinInput, time: number): Brought {
    const value = known ?? 0n;
    const coin = this.#coins.get(previous);
    if (coin !== undefined) coin.spent = true;
    if (owner === this.#asked && coin === undefined) this.#shortfalls.add(at);
    const label = owner === null ? null : this.#labelAt(owner, time);
    if (label !== null) {
      return { owner, value, composition: allOf(fromLabel(label, time, this.#world.onReviewedList)), labelled: true };
    }
    if (owner === null || known === null) return { owner, value, composition: allOf(UNKNOWN_ORIGIN), labelled: false };
    if (coin === undefined) return { owner, value, composition: allOf(R), labelled: false };
    const covered = smaller(fraction(value), fraction(coin.value));
    const more = fraction(value - coin.value < 0n ? 0n : value - coin.value);
    const composition = shares(merge(scale(coin.composition, covered), scale(allOf(UNKNOWN_ORIGIN), more)));
    return { owner, value, composition, labelled: false };
  }

  /** The composition of an output of that owner: change adds no owner, and a coinjoin mixes (section 5.2). */
  #seenBy(
    owner: string,
    brought: readonly Brought[],
    { isChange, isCoinjoin }: { isChange: boolean; isCoinjoin: boolean },
  ): Composition {
    const { nameOf } = this.#world.clusters;
    const isClustered = brought.some((input) => input.owner !== null && nameOf(input.owner) === nameOf(owner));
    const seen = (source: Source): Source => {
      if (isCoinjoin && canBeExchanged(source)) return MIXED_IN_COINJOIN;
      return isChange || (isClustered && source.explained) ? source : withOneOwnerMore(source);
    };
    const parts = brought.map(({ composition, value, labelled }) =>
      scale(labelled ? composition : changeSource(composition, seen), fraction(value)),
    );
    return shares(merge(...parts));
  }

  /** Inputs of three owners, three outputs of one value, and no named service among the owners. */
  #isCoinjoin(transaction: CoinTransaction): boolean {
    const owners = transaction.inputs.flatMap(({ owner }) => (owner === null ? [] : [owner]));
    const isService = owners.some((owner) => {
      const label = this.#labelAt(owner, transaction.time);
      return label !== null && label.category !== 'other_entities' && ['C', 'D'].includes(tierOf(label.category));
    });
    return new Set(owners.map(this.#world.clusters.nameOf)).size >= 3 && equalOutputs(transaction) >= 3 && !isService;
  }
}
