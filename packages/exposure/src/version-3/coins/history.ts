import type { NodeId, OutputRecord, Position, TransactionRecord } from '../../records/record.ts';
import { feeOf, netFlowsOf, netOf, unknownInputValue } from '../../records/utxo-flows.ts';
import type { EventLoopYield } from '../../walk/options.ts';
import type { CoinStore } from './coin-store.ts';

const PAGE = 256;

/** What an owner of inputs paid of an inflow, by the value of its inputs. */
export interface CoinPayer {
  readonly payer: NodeId;
  /** Base units, more than 0; rounded down. */
  readonly amount: bigint;
}

/** A transaction that paid the address more than it spent of its coins. */
export interface CoinInflow {
  readonly transaction: TransactionRecord;
  /** Net; base units, more than 0. */
  readonly amount: bigint;
  /** In order of inputs, each once; what nobody can be named for is not among them. */
  readonly payers: readonly CoinPayer[];
  /** What was never spent of the outputs that it created for the address, its net amount at most. */
  readonly unspent: bigint;
}

/** What the address paid to another in one transaction, net (docs/method/3, section 9); fees are none. */
export interface CoinPayment {
  readonly position: Position;
  /** Unix seconds. */
  readonly time: number;
  readonly transaction: NodeId;
  /** Null for outputs that nobody can be named for. */
  readonly payee: NodeId | null;
  /** Base units, more than 0; rounded down. */
  readonly amount: bigint;
}

/** The own records of an address on a UTXO network, as a result reads them. */
export interface CoinHistory {
  readonly node: NodeId;
  /** In order. */
  readonly inflows: readonly CoinInflow[];
  /** In order of transactions, then as the transaction lists its receivers. */
  readonly payments: readonly CoinPayment[];
  /** Its outputs that were unspent right after the last net inflow; none where nothing came in. */
  readonly heldAfterLastInflow: readonly OutputRecord[];
  /** Its outputs that are unspent after the last record held. */
  readonly heldNow: readonly OutputRecord[];
  /** Transactions in which it spent a coin whose making is not held: its history is not whole. In order. */
  readonly shortfalls: readonly NodeId[];
  /** Transactions that pay it or that it pays. */
  readonly transactions: number;
}

/**
 * Reads the records of one address (docs/method/3, sections 6, 8 and 9).
 *
 * @example
 * const history = await coinHistoryOf(store, subject.node);
 * amountOf(history.heldNow); // its balance
 */
export async function coinHistoryOf(
  store: CoinStore,
  node: NodeId,
  yieldToEventLoop?: EventLoopYield,
): Promise<CoinHistory> {
  const own = await transactionsOf(store, node, yieldToEventLoop);
  const positions = new Map(own.map((transaction) => [transaction.node, transaction.position]));
  const inflows: CoinInflow[] = [];
  const payments: CoinPayment[] = [];
  const shortfalls: NodeId[] = [];
  for (const transaction of own) {
    const net = netOf(transaction, node);
    if (net > 0n) inflows.push(inflowOf(transaction, node, net));
    else payments.push(...paymentsOf(transaction, -net));
    const spent = transaction.inputs.filter(({ owner }) => owner === node);
    if (spent.some(({ createdBy }) => !positions.has(createdBy))) shortfalls.push(transaction.node);
  }
  const coins = own.flatMap(({ outputs }) => outputs.filter(({ owner, amount }) => owner === node && amount > 0n));
  const last = inflows.at(-1)?.transaction.position ?? Number.NEGATIVE_INFINITY;
  const positionOf = (transaction: NodeId | null): Position =>
    transaction === null ? Number.POSITIVE_INFINITY : (positions.get(transaction) ?? Number.POSITIVE_INFINITY);
  return {
    node,
    inflows,
    payments,
    heldAfterLastInflow: coins.filter(
      ({ createdBy, spentBy }) => positionOf(createdBy) <= last && positionOf(spentBy) > last,
    ),
    heldNow: coins.filter(({ spentBy }) => spentBy === null),
    shortfalls,
    transactions: own.length,
  };
}

/** Base units. */
export function amountOf(coins: readonly { readonly amount: bigint }[]): bigint {
  return coins.reduce((sum, { amount }) => sum + amount, 0n);
}

function inflowOf(transaction: TransactionRecord, node: NodeId, net: bigint): CoinInflow {
  const created = transaction.outputs.filter(({ owner, spentBy }) => owner === node && spentBy === null);
  const unspent = amountOf(created);
  const paid = new Map<NodeId, bigint>();
  let all = unknownInputValue(transaction);
  for (const { owner, amount } of transaction.inputs) {
    if (owner === node || amount === 0n) continue;
    all += amount;
    if (owner !== null) paid.set(owner, (paid.get(owner) ?? 0n) + amount);
  }
  return {
    transaction,
    amount: net,
    payers: [...paid]
      .map(([payer, value]) => ({ payer, amount: (net * value) / all }))
      .filter(({ amount }) => amount > 0n),
    unspent: unspent < net ? unspent : net,
  };
}

/** What is spent is shared among all other receivers by their net amounts; the fee is one of them (section 3). */
function paymentsOf(transaction: TransactionRecord, spent: bigint): readonly CoinPayment[] {
  if (spent === 0n) return [];
  const receivers = netFlowsOf(transaction).payees;
  const all = amountOf(receivers) + feeOf(transaction);
  if (all === 0n) return [];
  const { position, time } = transaction;
  return receivers
    .map(({ owner, amount }) => ({
      ...{ position, time },
      transaction: transaction.node,
      payee: owner,
      amount: (spent * amount) / all,
    }))
    .filter(({ amount }) => amount > 0n);
}

async function transactionsOf(
  store: CoinStore,
  node: NodeId,
  yieldToEventLoop?: EventLoopYield,
): Promise<readonly TransactionRecord[]> {
  const all: TransactionRecord[] = [];
  for (let more = true; more; ) {
    await yieldToEventLoop?.(PAGE);
    const page = await store.transactionsOf(node, all.at(-1)?.position ?? null, PAGE);
    all.push(...page.transactions);
    more = page.more && page.transactions.length > 0;
  }
  return all;
}
