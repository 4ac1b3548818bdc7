import type { Composition } from './composition.ts';
import type { Fraction } from './fraction.ts';

/** A record of an account network; `order` is its place, and a fee's receiver is FEE. */
export interface AccountRecord {
  readonly asset: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amount: bigint;
  readonly time: number;
  readonly order: number;
  readonly transaction: string;
}

/** The party of its own to which fees go. */
export const FEE = 'fee';

/** An output, or an input with what is known of it. */
export interface CoinInput {
  readonly previous: string;
  readonly owner: string | null;
  readonly value: bigint | null;
}

export interface CoinOutput {
  readonly owner: string;
  readonly value: bigint;
}

/** A transaction of a coin network; one without inputs makes new coins. */
export interface CoinTransaction {
  readonly id: string;
  readonly order: number;
  readonly time: number;
  readonly inputs: readonly CoinInput[];
  readonly outputs: readonly CoinOutput[];
}

/** What a payer paid by steps 1 and 2 of section 4, and what its part came from after step 3, by amount. */
export interface Payer {
  readonly paid: Fraction;
  readonly came: Composition;
  /** The same without what it only passed on, which it did not pay. */
  readonly own: Composition;
}

/** A net inflow: how much came, what from, and who paid it. */
export interface Inflow {
  /** The place of its transaction in the order of all transactions. */
  readonly at: number;
  readonly time: number;
  readonly transaction: string;
  readonly amount: Fraction;
  /** By amount, not by share. */
  readonly came: Composition;
  readonly payers: ReadonlyMap<string, Payer>;
  /** On coin networks: what is left unspent of the outputs it created; null on account networks. */
  readonly unspent: Fraction | null;
}

/** A net payment by steps 1 and 2 of section 4. */
export interface Payment {
  readonly at: number;
  readonly time: number;
  readonly payee: string;
  readonly amount: Fraction;
}

/** What was held at some time, and what it came from (by share). */
export interface Holding {
  readonly balance: Fraction;
  readonly composition: Composition;
}

/** All that a result reads of one address and asset, of either kind of network. */
export interface History {
  readonly inflows: readonly Inflow[];
  readonly payments: readonly Payment[];
  /** Right after the last net inflow; null where nothing came in. */
  readonly afterLastInflow: Holding | null;
  /** After the last record. */
  readonly atCutOff: Holding;
  /** The balance after each transaction that changed it; empty on coin networks. */
  readonly balances: ReadonlyArray<{ readonly at: number; readonly balance: Fraction }>;
  /** Places of transactions of which an outflow was not covered by what is known. */
  readonly shortfalls: readonly number[];
  /** Whether any record is held. */
  readonly hasRecords: boolean;
}
