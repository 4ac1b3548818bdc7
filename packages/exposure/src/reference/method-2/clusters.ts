import type { CoinQuestion, CoinTransaction, RefusedJoin } from './input.ts';
import { tierOf } from './labels.ts';

/** Clusters of UTXO networks by section 1 of method version 2, which is in preparation. */
export interface Clusters {
  /** Members of a cluster of two or more, by each of its members. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly refused: readonly RefusedJoin[];
}

function looksLikeCoinjoin(transaction: CoinTransaction, owners: readonly string[]): boolean {
  if (transaction.coordinatorForm) return true;
  const values = transaction.outputs.map((output) => output.value);
  return owners.length >= 3 && values.some((value) => values.filter((other) => other === value).length >= 3);
}

/** Two outputs, and the inputs without one of them still cover the larger. Unknown values decide nothing away. */
function looksLikePayjoin({ inputs, outputs }: CoinTransaction): boolean {
  const [one, other] = outputs;
  if (outputs.length !== 2 || one === undefined || other === undefined) return false;
  const greater = one.value > other.value ? one.value : other.value;
  const values = inputs.map((input) => input.value);
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return true;
  const total = known.reduce((sum, value) => sum + value, 0n);
  return known.some((value) => total - value >= greater);
}

function ownersToJoin(transaction: CoinTransaction): readonly string[] {
  const owners = [...new Set(transaction.inputs.map((input) => input.owner))].toSorted();
  if (transaction.coinbase || owners.length < 2) return [];
  if (transaction.inputs.some((input) => input.openSignature)) return [];
  return looksLikeCoinjoin(transaction, owners) || looksLikePayjoin(transaction) ? [] : owners;
}

export function clustersOf(question: CoinQuestion): Clusters {
  const clusters = new Map<string, readonly string[]>();
  const refused: RefusedJoin[] = [];
  const of = (address: string): readonly string[] => clusters.get(address) ?? [address];
  const services = (addresses: readonly string[]): Set<string> =>
    new Set(
      question.labels
        .filter((label) => label.network === question.network && addresses.includes(label.address))
        .filter((label) => label.confidence >= 50 && ['C', 'D'].includes(tierOf(label.category)))
        .map((label) => label.entity),
    );
  const join = (transaction: CoinTransaction, one: string, other: string): void => {
    const [left, right] = [of(one), of(other)];
    if (left.includes(other)) return;
    const entities = services([...left, ...right]);
    if (entities.size > 1 && services(left).size > 0 && services(right).size > 0) {
      refused.push({ transaction: transaction.id, addresses: [one, other] });
      return;
    }
    const joined = [...left, ...right].toSorted();
    for (const member of joined) clusters.set(member, joined);
  };
  for (const transaction of question.transactions.toSorted((a, b) => a.position - b.position)) {
    const [first, ...others] = ownersToJoin(transaction);
    if (first !== undefined) for (const other of others) join(transaction, first, other);
  }
  return { members: clusters, refused };
}
