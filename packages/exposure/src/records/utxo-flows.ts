import { ratio } from './ratios.ts';
import type { NodeId, OutputRecord, TransactionRecord } from './record.ts';

/** One party's net side of a transaction, base units, more than 0. */
export interface NetFlow {
  readonly owner: NodeId | null;
  readonly amount: bigint;
}

/** A part of a transaction's value: a coin, the fee, or value nobody can name an origin for. */
export interface Part {
  /** Share of the value looked at, 0..1. */
  readonly share: number;
  readonly coin: OutputRecord | 'fee' | 'unknown';
}

/**
 * Value of the inputs that are in no record: what the outputs exceed the known inputs by (docs/method, section 2). Base
 * units; 0 for a coinbase, which has none.
 */
export function unknownInputValue(transaction: TransactionRecord): bigint {
  if (transaction.coinbase) return 0n;
  const missing = sumOf(transaction.outputs) - sumOf(transaction.inputs);
  return missing > 0n ? missing : 0n;
}

/**
 * What a transaction's value came from, in input order; `without` leaves out one owner's coins. Empty for a coinbase.
 */
export function inputParts(transaction: TransactionRecord, without: NodeId | null): readonly Part[] {
  const coins = othersOf(transaction.inputs, without);
  const unknown = unknownInputValue(transaction);
  const total = sumOf(coins) + unknown;
  if (total === 0n) return transaction.coinbase ? [] : [{ share: 1, coin: 'unknown' }];
  const parts: Part[] = coins.map((coin) => ({ share: ratio(coin.amount, total), coin }));
  if (unknown > 0n) parts.push({ share: ratio(unknown, total), coin: 'unknown' });
  return parts;
}

/** Where a transaction's value went, in output order, the fee last; `without` leaves out one owner's coins. */
export function outputParts(transaction: TransactionRecord, without: NodeId | null): readonly Part[] {
  const coins = othersOf(transaction.outputs, without);
  const fee = feeOf(transaction);
  const total = sumOf(coins) + fee;
  if (total === 0n) return [{ share: 1, coin: 'fee' }];
  const parts: Part[] = coins.map((coin) => ({ share: ratio(coin.amount, total), coin }));
  if (fee > 0n) parts.push({ share: ratio(fee, total), coin: 'fee' });
  return parts;
}

/** Where the value of some input is in no record, the fee is at least what the known inputs exceed the outputs by. */
export function feeOf(transaction: TransactionRecord): bigint {
  if (transaction.fee !== null) return transaction.fee;
  const excess = sumOf(transaction.inputs) - sumOf(transaction.outputs);
  return excess > 0n ? excess : 0n;
}

/** What a transaction pays to an owner less what it spends of its coins: base units, negative when it pays more. */
export function netOf(transaction: TransactionRecord, owner: NodeId): bigint {
  return sumOf(ownedBy(transaction.outputs, owner)) - sumOf(ownedBy(transaction.inputs, owner));
}

/**
 * Who paid whom, net of change (docs/method, section 3): m + n parties, never m times n pairs. Coins nobody can be
 * named for have no common owner, so one is never the change of another.
 */
export function netFlowsOf(transaction: TransactionRecord): {
  readonly payers: readonly NetFlow[];
  readonly payees: readonly NetFlow[];
} {
  const payers: NetFlow[] = [];
  const payees: NetFlow[] = [];
  const net = new Map<NodeId, bigint>();
  for (const { owner, amount } of transaction.outputs) {
    if (owner !== null) net.set(owner, (net.get(owner) ?? 0n) + amount);
    else if (amount > 0n) payees.push({ owner, amount });
  }
  for (const { owner, amount } of transaction.inputs) {
    if (owner !== null) net.set(owner, (net.get(owner) ?? 0n) - amount);
    else if (amount > 0n) payers.push({ owner, amount });
  }
  for (const [owner, amount] of net) {
    if (amount > 0n) payees.push({ owner, amount });
    else if (amount < 0n) payers.push({ owner, amount: -amount });
  }
  return { payers, payees };
}

/** Owners of the coins a transaction spends: an output back to one of them is the same hop. */
export function spendersOf(transaction: TransactionRecord): ReadonlySet<NodeId> {
  return new Set(transaction.inputs.map((input) => input.owner).filter((owner) => owner !== null));
}

function sumOf(coins: readonly OutputRecord[]): bigint {
  return coins.reduce((sum, coin) => sum + coin.amount, 0n);
}

function ownedBy(coins: readonly OutputRecord[], owner: NodeId): readonly OutputRecord[] {
  return coins.filter((coin) => coin.owner === owner);
}

function othersOf(coins: readonly OutputRecord[], without: NodeId | null): readonly OutputRecord[] {
  return coins.filter((coin) => coin.amount > 0n && (without === null || coin.owner !== without));
}
