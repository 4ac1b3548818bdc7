import type { OutputRecord, TransactionRecord } from '../records/record.ts';

/** A transaction of a test, without what clusters do not depend on. */
export interface Spend {
  /** Number of the owner, or null for one that cannot be named, and base units. */
  readonly inputs: readonly (readonly [number | null, number])[];
  readonly outputs: readonly number[];
  readonly coinbase?: boolean;
  readonly unknownInputs?: number;
}

const outputOf = (owner: number | null, amount: number): OutputRecord => ({
  createdBy: 0,
  index: 0,
  owner,
  amount: BigInt(amount),
  spentBy: null,
});

export function transactionOf(spend: Spend, at = 0): TransactionRecord {
  return {
    node: at,
    position: at,
    time: at,
    coinbase: spend.coinbase ?? false,
    inputs: spend.inputs.map(([owner, amount]) => outputOf(owner, amount)),
    unknownInputs: spend.unknownInputs ?? 0,
    outputs: spend.outputs.map((amount) => outputOf(99, amount)),
    fee: null,
  };
}
