import { createHash } from 'node:crypto';
import type { RawTransaction } from '@assay/exposure';
import { Random } from '@assay/testkit';
import type { Payments } from './payments.ts';
import { type Coin, Wallets } from './wallets.ts';

/** What a transaction is before it is in a block. */
export type LooseTransaction = Pick<RawTransaction, 'transactionId' | 'coinbase' | 'inputs' | 'outputs'>;

const REWARD = 625_000_000n;
const FEE_A_COIN = 200n;
/** Less is left to the fee. */
const DUST = 600n;
/** Payments of one party in one transaction at most: one that follows another at once is in the same, as of a peel chain. */
const MOST_RECIPIENTS = 4;
/** Payments that a service waits for, at most so many payments of others long. */
const BATCH = 60;
const LONGEST_WAIT = 12_000;

interface Waiting {
  readonly payments: number[];
  readonly size: number;
}

/**
 * Payments as transactions of coins: users pay from several coins and get change, often at a new address; services pay
 * out to many at once and sweep their deposit addresses together; what a service lacks comes from a reward of its own.
 */
export class Transactions {
  readonly wallets: Wallets;
  readonly #payments: Payments;
  readonly #random = new Random(11);
  readonly #payouts = new Map<number, Waiting>();
  readonly #sweeps = new Map<number, Waiting>();
  readonly #ready: LooseTransaction[] = [];
  #next = 0;
  #count = 0;

  constructor(payments: Payments) {
    this.#payments = payments;
    this.wallets = new Wallets(this.#random);
  }

  /** The reward of a block, which is its first transaction. */
  reward(): LooseTransaction {
    return this.#mint(this.#random.pick(this.#payments.miners), REWARD);
  }

  /** @throws {RangeError} after the last payment */
  next(): LooseTransaction {
    for (;;) {
      const ready = this.#ready.shift();
      if (ready !== undefined) return ready;
      if (this.#next >= this.#payments.from.length) throw new RangeError('There are no more payments');
      this.#pay(this.#next);
      this.#next += 1;
      if (this.#next % 2_000 === 0) this.#endWaiting();
    }
  }

  #pay(payment: number): void {
    const [payer, payee] = this.#endsOf(payment);
    if (payer === payee) return;
    const { kindOf } = this.#payments;
    if (kindOf(payer) === 'service') {
      this.#wait(this.#payouts, payer, payment, () => this.#payOut(payer));
    } else if (kindOf(payer) === 'deposit' && kindOf(payee) === 'service') {
      this.#wait(this.#sweeps, payee, payment, () => this.#sweep(payee));
    } else {
      const all = [payment];
      while (all.length < MOST_RECIPIENTS && this.#endsOf(this.#next + 1)[0] === payer) {
        this.#next += 1;
        all.push(this.#next);
      }
      this.#spend(payer, all);
    }
  }

  #endsOf(payment: number): readonly [payer: number, payee: number] {
    return [this.#payments.from[payment] ?? -1, this.#payments.to[payment] ?? -1];
  }

  #wait(all: Map<number, Waiting>, service: number, payment: number, end: () => void): void {
    let waiting = all.get(service);
    if (waiting === undefined) {
      waiting = { payments: [], size: 1 + this.#random.below(BATCH, 2) };
      all.set(service, waiting);
    }
    waiting.payments.push(payment);
    if (waiting.payments.length >= waiting.size) end();
  }

  #endWaiting(): void {
    const isLate = ({ payments }: Waiting): boolean => (payments[0] ?? this.#next) < this.#next - LONGEST_WAIT;
    for (const [service, waiting] of this.#payouts) if (isLate(waiting)) this.#payOut(service);
    for (const [service, waiting] of this.#sweeps) if (isLate(waiting)) this.#sweep(service);
  }

  #payOut(service: number): void {
    const payments = this.#payouts.get(service)?.payments ?? [];
    this.#payouts.delete(service);
    this.#spend(service, payments);
  }

  /** Everything that waits at the deposit addresses of a service, in one output of its own. */
  #sweep(service: number): void {
    const payments = this.#sweeps.get(service)?.payments ?? [];
    this.#sweeps.delete(service);
    const deposits = new Set(payments.map((payment) => this.#endsOf(payment)[0]));
    const coins = [...deposits].flatMap((deposit) => this.wallets.take(deposit, REWARD * 1_000_000n, false));
    const fee = FEE_A_COIN * BigInt(coins.length + 1);
    const all = sum(coins);
    if (all > fee + DUST) this.#add(coins, [[service, all - fee]]);
  }

  /** Pays what a party has, at most; what is left is its change. */
  #spend(payer: number, payments: readonly number[]): void {
    const isUser = this.#payments.kindOf(payer) !== 'service';
    const wanted = payments.map((payment) => BigInt(this.#payments.amount[payment] ?? 0));
    const total = wanted.reduce((all, amount) => all + amount, 0n);
    const most = total + FEE_A_COIN * BigInt(payments.length + 12);
    let coins = this.wallets.take(payer, most, isUser);
    if (!isUser && sum(coins) < most) {
      this.#ready.push(this.#mint(payer, most * 20n));
      coins = [...coins, ...this.wallets.take(payer, most, false)];
    }
    let left = sum(coins) - FEE_A_COIN * BigInt(coins.length + payments.length + 1);
    const paid: (readonly [party: number, amount: bigint])[] = [];
    for (const [index, payment] of payments.entries()) {
      const amount = min(wanted[index] ?? 0n, left);
      if (amount < DUST) break;
      left -= amount;
      paid.push([this.#endsOf(payment)[1], amount]);
    }
    // Too little for any payment stays where it is.
    if (paid.length === 0) for (const coin of coins) this.wallets.receive(payer, coin);
    else this.#add(coins, paid, left >= DUST ? [payer, left] : null);
  }

  #mint(party: number, amount: bigint): LooseTransaction {
    return this.#made([], [[party, this.wallets.payTo(party, false), amount]]);
  }

  #add(
    coins: readonly Coin[],
    paid: readonly (readonly [party: number, amount: bigint])[],
    change: readonly [party: number, amount: bigint] | null = null,
  ): void {
    const isUser = (party: number): boolean => this.#payments.kindOf(party) === 'user';
    const outputs = paid.map(([party, amount]) => [party, this.wallets.payTo(party, isUser(party)), amount] as const);
    if (change !== null) {
      const [party, amount] = change;
      // As wallets do, so that its place does not say which output is the change.
      outputs.splice(this.#random.below(outputs.length + 1), 0, [
        party,
        this.wallets.changeTo(party, isUser(party)),
        amount,
      ]);
    }
    this.#ready.push(this.#made(coins, outputs));
  }

  #made(
    coins: readonly Coin[],
    outputs: readonly (readonly [party: number, address: string, amount: bigint])[],
  ): LooseTransaction {
    this.#count += 1;
    const transactionId = createHash('sha256').update(`transaction ${this.#count}`).digest('hex');
    for (const [index, [party, , amount]] of outputs.entries()) {
      this.wallets.receive(party, { transactionId, index, amount });
    }
    return {
      transactionId,
      coinbase: coins.length === 0,
      inputs: coins.map((coin) => ({
        transactionId: coin.transactionId,
        index: coin.index,
        owner: null,
        amount: null,
      })),
      outputs: outputs.map(([, owner, amount], index) => ({ index, owner, amount })),
    };
  }
}

function sum(coins: readonly Coin[]): bigint {
  return coins.reduce((all, { amount }) => all + amount, 0n);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
