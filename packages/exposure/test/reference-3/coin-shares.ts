/** Exposure on UTXO networks: transactions mix their inputs in proportion and spend everything (section 3). */
import type { Absorbs } from './absorb.ts';
import type { HeldTransaction } from './coins.ts';
import { fraction } from './fraction.ts';
import {
  averaged,
  type Carried,
  type Direction,
  EMPTY,
  type Landing,
  type Mix,
  mixed,
  NOT_FOLLOWED,
  pure,
  STILL_HELD,
  UNKNOWN,
} from './mix.ts';

const MINER: Landing = { category: 'miner', entity: 'miner', confidence: 100, beforeDesignation: false };

interface Weighed {
  readonly value: bigint;
  readonly landing: Landing | undefined;
  readonly behind: Mix;
}

/** The parts in proportion to their value, by layer: what ends here, and what goes on. */
function layers(parts: readonly Weighed[]): { direct: Mix; indirect: Mix } {
  const whole = parts.reduce((total, part) => total + part.value, 0n);
  const of = (take: (part: Weighed) => Mix) =>
    whole === 0n ? EMPTY : mixed(parts.map((part) => [fraction(part.value, whole), take(part)]));
  return {
    direct: of((part) => (part.landing === undefined ? EMPTY : pure(part.landing))),
    indirect: of((part) => (part.landing === undefined ? part.behind : EMPTY)),
  };
}

function both({ direct, indirect }: { direct: Mix; indirect: Mix }): Mix {
  const one = fraction(1n);
  return mixed([
    [one, direct],
    [one, indirect],
  ]);
}

function paidTo(transaction: HeldTransaction, address: string): bigint {
  return transaction.outputs.reduce((all, output) => (output.owner === address ? all + output.value : all), 0n);
}

function spentBy(transaction: HeldTransaction, address: string): bigint {
  return transaction.inputs.reduce((all, input) => (input.owner === address ? all + (input.value ?? 0n) : all), 0n);
}

/** Averages over all transactions of the address asked for, or over the one that is named. */
export function incomingCoinShares(
  transactions: readonly HeldTransaction[],
  subject: string,
  absorbs: Absorbs,
  only?: string,
): Direction {
  const compositions = new Map<string, Mix>();
  const received: Carried[] = [];
  for (const transaction of transactions) {
    const { id, time, coinbase, unknownIn, outputs } = transaction;
    const parts = transaction.inputs
      .filter((input) => input.value !== undefined)
      .map((input) => ({
        owner: input.owner,
        value: input.value ?? 0n,
        landing: absorbs(input.owner, time, 'incoming'),
        // A coin of known value was created by a transaction; where that is not held, it was not read.
        behind: compositions.get(input.creator ?? '') ?? pure(NOT_FOLLOWED),
      }));
    const unknown = { owner: undefined, value: unknownIn, landing: undefined, behind: pure(UNKNOWN) };
    const minted = { owner: undefined, value: 1n, landing: MINER, behind: EMPTY };
    const all = coinbase ? [minted] : [...parts, unknown];
    compositions.set(id, both(layers(all)));
    const amount = paidTo(transaction, subject) - spentBy(transaction, subject);
    if (amount > 0n && outputs.length > 0 && (only ?? id) === id) {
      received.push({ time, amount, ...layers(all.filter((part) => part.owner !== subject)) });
    }
  }
  return averaged(received);
}

export function outgoingCoinShares(
  transactions: readonly HeldTransaction[],
  subject: string,
  absorbs: Absorbs,
  only?: string,
): Direction {
  const destinations = new Map<string, Mix>();
  const sent: Carried[] = [];
  for (const transaction of transactions.toReversed()) {
    const { id, time, fee, outputs, spentBy: spenders } = transaction;
    const parts = outputs.map((output, index) => ({
      owner: output.owner,
      value: output.value,
      landing: absorbs(output.owner, time, 'outgoing'),
      behind: destinations.get(spenders[index] ?? '') ?? pure(STILL_HELD),
    }));
    const toFee = { owner: undefined, value: fee, landing: { residual: 'fee' } as const, behind: EMPTY };
    const all = [...parts, toFee];
    destinations.set(id, both(layers(all)));
    const amount = spentBy(transaction, subject) - paidTo(transaction, subject);
    if (amount > 0n && (only ?? id) === id) {
      sent.push({ time, amount, ...layers(all.filter((part) => part.owner !== subject)) });
    }
  }
  return averaged(sent.reverse());
}
