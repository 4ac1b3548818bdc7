/** Clusters by common inputs (section 5.3). */

import type { HeldInput } from './coins.ts';
import { countedLabel, type Label, tierOf } from './label-choice.ts';
import { byText, type CoinTransaction } from './question.ts';

export interface Clusters {
  /** The members of the cluster of an address, itself among them. */
  readonly membersOf: (address: string) => readonly string[];
  readonly refused: readonly { readonly first: string; readonly second: string }[];
}

type Joining = Pick<CoinTransaction, 'outputs' | 'severalParties'> & { readonly inputs: readonly HeldInput[] };

function looksLikeCoinjoin({ inputs, outputs }: Joining): boolean {
  const times = new Map<bigint, number>();
  for (const { value } of outputs) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times.values()].some((count) => count >= 3) && new Set(inputs.map((input) => input.owner)).size >= 3;
}

function looksLikePayjoin({ inputs, outputs }: Joining): boolean {
  const [one, two] = outputs;
  if (one === undefined || two === undefined || outputs.length !== 2 || inputs.length < 2) return false;
  const values = inputs.map((input) => input.value ?? 0n);
  const all = values.reduce((total, value) => total + value, 0n);
  const smallest = values.reduce((least, value) => (value < least ? value : least));
  return all - smallest >= (one.value > two.value ? one.value : two.value);
}

function joins(transaction: Joining): boolean {
  const known = transaction.inputs.every((input) => input.owner !== undefined && input.value !== undefined);
  return (
    known && transaction.severalParties !== true && !looksLikeCoinjoin(transaction) && !looksLikePayjoin(transaction)
  );
}

/** Transactions in the order of records; the given labels of an address. */
export function clustersOf(transactions: readonly Joining[], givenTo: (address: string) => readonly Label[]): Clusters {
  const clusterOf = new Map<string, { members: string[]; entity: string | undefined }>();
  const refused: { first: string; second: string }[] = [];

  const clusterAt = (address: string) => {
    const held = clusterOf.get(address);
    if (held !== undefined) return held;
    const label = countedLabel(givenTo(address), undefined)?.label;
    const names = label !== undefined && label.confidence >= 50 && ['C', 'D'].includes(tierOf(label.category));
    const made = { members: [address], entity: names ? label.entity : undefined };
    clusterOf.set(address, made);
    return made;
  };

  for (const transaction of transactions) {
    if (!joins(transaction)) continue;
    const owners = [...new Set(transaction.inputs.map((input) => input.owner ?? ''))].toSorted(byText);
    const [first, ...others] = owners;
    if (first === undefined) continue;
    for (const second of others) {
      const [into, from] = [clusterAt(first), clusterAt(second)];
      if (into === from) continue;
      if (into.entity !== undefined && from.entity !== undefined && into.entity !== from.entity) {
        refused.push({ first, second });
        continue;
      }
      into.entity ??= from.entity;
      for (const member of from.members) {
        into.members.push(member);
        clusterOf.set(member, into);
      }
    }
  }
  return { membersOf: (address) => clusterAt(address).members, refused };
}
