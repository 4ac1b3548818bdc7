/** Transactions of a UTXO network in order, with the value and owner of each input where it is known (section 2). */
import type { CoinOutput, CoinTransaction } from './question.ts';

export interface HeldInput {
  readonly owner: string | undefined;
  /** Undefined where it is not known. */
  readonly value: bigint | undefined;
  /** The transaction held that created the coin. */
  readonly creator: string | undefined;
}

export interface HeldTransaction {
  readonly id: string;
  readonly time: number;
  readonly coinbase: boolean;
  readonly severalParties: boolean;
  readonly inputs: readonly HeldInput[];
  readonly outputs: readonly CoinOutput[];
  readonly fee: bigint;
  /** What the inputs without a known value share. */
  readonly unknownIn: bigint;
  /** For each output the transaction held that spends it. */
  readonly spentBy: readonly (string | undefined)[];
}

/** Inside a block a transaction comes after those it spends from; else by its position. */
function inOrder(transactions: readonly CoinTransaction[]): CoinTransaction[] {
  const waiting = transactions.toSorted((a, b) => a.block - b.block || a.position - b.position);
  const ordered: CoinTransaction[] = [];
  while (waiting.length > 0) {
    const block = waiting[0]?.block;
    const next = waiting.findIndex(
      (one) =>
        one.block === block &&
        !one.inputs.some((input) =>
          waiting.some((other) => other.block === block && other.id === input.spends?.transaction),
        ),
    );
    ordered.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

export function heldTransactions(transactions: readonly CoinTransaction[]): HeldTransaction[] {
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const spenders = new Map<string, string>();
  for (const { id, inputs } of transactions) {
    for (const { spends } of inputs)
      if (spends !== undefined) spenders.set(`${spends.transaction}:${spends.output}`, id);
  }
  return inOrder(transactions).map((transaction) => {
    const inputs = transaction.inputs.map((input): HeldInput => {
      const creator = input.spends === undefined ? undefined : byId.get(input.spends.transaction);
      const coin = creator?.outputs[input.spends?.output ?? -1];
      return { owner: input.owner ?? coin?.owner, value: input.value ?? coin?.value, creator: creator?.id };
    });
    const known = inputs.reduce((total, input) => total + (input.value ?? 0n), 0n);
    const paid = transaction.outputs.reduce((total, output) => total + output.value, 0n);
    const short = !transaction.coinbase && inputs.some((input) => input.value === undefined);
    return {
      id: transaction.id,
      time: transaction.time,
      coinbase: transaction.coinbase,
      severalParties: transaction.severalParties === true,
      inputs,
      outputs: transaction.outputs,
      fee: transaction.coinbase || known < paid ? 0n : known - paid,
      unknownIn: short && paid > known ? paid - known : 0n,
      spentBy: transaction.outputs.map((_, index) => spenders.get(`${transaction.id}:${index}`)),
    };
  });
}
