import { COINJOIN_OUTPUTS, COINJOIN_OWNERS } from '../method/label-numbers-2.ts';
import type { NodeId, TransactionRecord } from '../records/record.ts';

/**
 * The distinct owners of a transaction's inputs, where the transaction shows that they are one (docs/method/2, section
 * 5.3): at least two, in the order of the inputs. None where it looks like a coinjoin or a payjoin, where the value or
 * the owner of an input is unknown, or where the records say that several parties signed it.
 *
 * The rule is that of Meiklejohn et al. 2013 (https://doi.org/10.1145/2504730.2504747), with exceptions.
 */
export function jointOwners(transaction: TransactionRecord): readonly NodeId[] {
  if (transaction.coinbase || transaction.isSignedBySeveral === true) return [];
  if (transaction.unknownInputs > 0 || transaction.inputs.length < 2) return [];
  const owners = new Set<NodeId>();
  for (const { owner } of transaction.inputs) {
    if (owner === null) return [];
    owners.add(owner);
  }
  if (owners.size < 2 || looksLikeCoinjoin(transaction, owners.size) || looksLikePayjoin(transaction)) return [];
  return [...owners];
}

/** Several outputs of one value, paid for by several addresses. Coordinators' transactions all are of this form. */
function looksLikeCoinjoin(transaction: TransactionRecord, owners: number): boolean {
  return owners >= COINJOIN_OWNERS && hasEqualOutputs(transaction);
}

/** Whether at least three outputs have one value. */
export function hasEqualOutputs({ outputs }: Pick<TransactionRecord, 'outputs'>): boolean {
  const counts = new Map<bigint, number>();
  for (const { amount } of outputs) {
    const count = (counts.get(amount) ?? 0) + 1;
    if (count >= COINJOIN_OUTPUTS) return true;
    counts.set(amount, count);
  }
  return false;
}

/** Two outputs, of which even the larger is paid for without the smallest input: that one may be the receiver's. */
function looksLikePayjoin({ inputs, outputs }: TransactionRecord): boolean {
  const [one, other] = outputs;
  if (outputs.length !== 2 || one === undefined || other === undefined) return false;
  let [sum, smallest] = [0n, inputs[0]?.amount ?? 0n];
  for (const { amount } of inputs) {
    sum += amount;
    if (amount < smallest) smallest = amount;
  }
  return sum - smallest >= (one.amount > other.amount ? one.amount : other.amount);
}
