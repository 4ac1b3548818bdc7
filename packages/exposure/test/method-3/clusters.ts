import { tierOf } from './categories.ts';
import { type Label, whichCounts } from './labels.ts';
import type { CoinTransaction } from './model.ts';

/** Clusters of a coin network (section 2.3): for each address, a name of its cluster and the members of it. */
export interface Clusters {
  readonly nameOf: (address: string) => string;
  readonly membersOf: (address: string) => readonly string[];
}

/** The distinct owners of a transaction's inputs, sorted; null where one is unknown. */
function inputOwners({ inputs }: CoinTransaction): string[] | null {
  const owners = new Set<string>();
  for (const { owner, value } of inputs) {
    if (owner === null || value === null) return null;
    owners.add(owner);
  }
  return [...owners].toSorted();
}

/** How often the commonest value of a transaction's outputs occurs. */
export const equalOutputs = ({ outputs }: CoinTransaction): number =>
  Math.max(0, ...[...Map.groupBy(outputs, ({ value }) => value).values()].map((equal) => equal.length));

/** Exactly two outputs, and its inputs without the smallest one sum to at least the larger output. */
function looksLikePayjoin({ inputs, outputs }: CoinTransaction): boolean {
  const values = inputs.map(({ value }) => value ?? 0n).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const withoutSmallest = values.slice(1).reduce((a, b) => a + b, 0n);
  return outputs.length === 2 && inputs.length >= 2 && outputs.every(({ value }) => withoutSmallest >= value);
}

/** Joins addresses that signed together, by the given labels of each address. */
export function clustersOf(
  transactions: readonly CoinTransaction[],
  givenTo: (address: string) => readonly Label[],
): Clusters {
  const members = new Map<string, string[]>();
  const groupOf = (address: string): string[] => members.get(address) ?? [address];
  const entityOf = (address: string): string | null => {
    const label = whichCounts(givenTo(address));
    if (label === null || label.confidence < 50) return null;
    return ['C', 'D'].includes(tierOf(label.category)) ? label.entity : null;
  };
  const entitiesOf = (group: readonly string[]) => group.map(entityOf).filter((entity) => entity !== null);
  for (const transaction of transactions.toSorted((a, b) => a.order - b.order)) {
    const owners = inputOwners(transaction);
    const [first, ...others] = owners ?? [];
    if (owners === null || first === undefined || looksLikePayjoin(transaction)) continue;
    if (owners.length >= 3 && equalOutputs(transaction) >= 3) continue;
    for (const other of others) {
      const [a, b] = [groupOf(first), groupOf(other)];
      if (a === b || new Set(entitiesOf([...a, ...b])).size > 1) continue;
      const joined = [...a, ...b];
      for (const address of joined) members.set(address, joined);
    }
  }
  return { nameOf: (address) => groupOf(address)[0] ?? address, membersOf: groupOf };
}

/** The label that counts for an address: its own, else that of its cluster at 40 at most (section 2.3). */
export function labelWithCluster(
  address: string,
  clusters: Clusters,
  givenTo: (address: string) => readonly Label[],
): Label | null {
  const own = whichCounts(givenTo(address));
  if (own !== null) return own;
  const members = clusters.membersOf(address);
  const candidates = members
    .flatMap(givenTo)
    .filter(({ category }) => members.length <= 1000 || ['C', 'D'].includes(tierOf(category)));
  const label = whichCounts(candidates);
  return label === null ? null : { ...label, confidence: Math.min(40, label.confidence) };
}
