import type { History } from './absorb.ts';
import type { Movement } from './derive.ts';
import { type Fraction, fraction, over, sum, times, ZERO } from './fraction.ts';
import { COINBASE, type CoinQuestion, type CoinTransaction } from './input.ts';

/** UTXO records with every value stated, by section 2 of version 1; method version 2 is in preparation. */
export interface ValuedInput {
  readonly owner: string;
  readonly value: Fraction;
  /** Transaction that created it; null where the records do not hold it. */
  readonly createdBy: string | null;
  /** Its value was not stated, so that its origin is unknown, also where its owner is labelled. */
  readonly guessed: boolean;
}

export interface ValuedTransaction {
  readonly transaction: CoinTransaction;
  readonly inputs: readonly ValuedInput[];
  readonly outputs: readonly { readonly id: string; readonly owner: string; readonly value: Fraction }[];
  readonly fee: Fraction;
}

function valued(transaction: CoinTransaction, creators: ReadonlyMap<string, string>): ValuedTransaction {
  const outputs = transaction.outputs.map((output) => ({ ...output, value: fraction(output.value) }));
  const paid = transaction.outputs.reduce((total, output) => total + output.value, 0n);
  const known = transaction.inputs.reduce((total, input) => total + (input.value ?? 0n), 0n);
  const unknown = transaction.inputs.filter((input) => input.value === null).length;
  const each = unknown > 0 && paid > known ? fraction(paid - known, BigInt(unknown)) : ZERO;
  const fee = !transaction.coinbase && known > paid ? fraction(known - paid) : ZERO;
  const inputs = transaction.inputs.map(({ owner, value, output }) => ({
    owner,
    value: value === null ? each : fraction(value),
    createdBy: creators.get(output) ?? null,
    guessed: value === null,
  }));
  return { transaction, inputs, outputs, fee };
}

export function valuedTransactions(question: CoinQuestion): ValuedTransaction[] {
  const ordered = question.transactions.toSorted((a, b) => a.position - b.position);
  const creators = new Map(ordered.flatMap((one) => one.outputs.map((output) => [output.id, one.id] as const)));
  return ordered.map((transaction) => valued(transaction, creators));
}

const total = (parts: readonly { readonly value: Fraction }[]): Fraction => sum(parts.map((part) => part.value));

/** Net of what a transaction paid to an address and spent from it; above zero came in, below went out. */
export function netOf(one: ValuedTransaction, address: string): Fraction {
  const paid = total(one.outputs.filter((output) => output.owner === address));
  const spent = total(one.inputs.filter((input) => input.owner === address));
  return fraction(paid.n * spent.d - spent.n * paid.d, paid.d * spent.d);
}

function movementOf(one: ValuedTransaction, address: string): Movement | null {
  const net = netOf(one, address);
  if (net.n === 0n) return null;
  const { id, time, coinbase } = one.transaction;
  if (net.n > 0n) {
    const others = one.inputs.filter((input) => input.owner !== address);
    const all = total(others);
    const parties = others.map(({ owner, value }) => ({ address: owner, amount: times(net, over(value, all)) }));
    const payers = coinbase ? [{ address: COINBASE, amount: net }] : parties;
    return { transaction: id, time, direction: 'in', amount: net, parties: payers };
  }
  const sent = fraction(-net.n, net.d);
  const others = one.outputs.filter((output) => output.owner !== address);
  const all = sum([total(others), one.fee]);
  const parties = others.map(({ owner, value }) => ({ address: owner, amount: times(sent, over(value, all)) }));
  return { transaction: id, time, direction: 'out', amount: sent, parties };
}

/** Net movements of every address, for the derived labels. */
export function coinHistories(transactions: readonly ValuedTransaction[]): Map<string, History> {
  const found = new Map<string, { opening: bigint; movements: Movement[] }>();
  for (const one of transactions)
    for (const address of new Set([...one.inputs, ...one.outputs].map((part) => part.owner))) {
      const movement = movementOf(one, address);
      if (movement === null) continue;
      const history = found.get(address) ?? { opening: 0n, movements: [] };
      history.movements.push(movement);
      found.set(address, history);
    }
  return found;
}
