/** The labels of an address: given, carried from another network, of its cluster (sections 5, 5.2 and 5.3). */
import { type Clusters, clustersOf } from './clusters.ts';
import type { HeldTransaction } from './coins.ts';
import { type Counted, countedLabel, type Label, tierOf } from './label-choice.ts';
import type { Question } from './question.ts';

export interface LabelSet {
  /** The given and carried labels of an address, which may govern it. */
  readonly ownLabel: (address: string, time: number | undefined) => Counted | undefined;
  /** These and the label of its cluster, which absorb. Without a time, every listing is open on both sides. */
  readonly labelOf: (address: string, time: number | undefined) => Counted | undefined;
  readonly isProtected: (address: string) => boolean;
  readonly refusedJoins: Clusters['refused'];
}

const CARRIED_TIERS = ['S', 'A', 'B'];
const LARGEST_CLUSTER = 1000;

export function labelSetOf(question: Question, transactions: readonly HeldTransaction[]): LabelSet {
  const { network, labels, isProtected, isContract, sameKeyNetworks } = question;

  const givenTo = (address: string): Label[] =>
    labels
      .filter((label) => label.network === network && label.address === address)
      .map((label) => ({ ...label, kind: 'given' }));

  const carriedTo = (address: string): Label[] => {
    if (!question.derives || !sameKeyNetworks.includes(network) || isContract(network, address)) return [];
    return labels
      .filter(
        (label) =>
          label.address === address &&
          label.network !== network &&
          sameKeyNetworks.includes(label.network) &&
          label.confidence >= 20 &&
          CARRIED_TIERS.includes(tierOf(label.category)) &&
          !isContract(label.network, address) &&
          !isProtected(label.network, address),
      )
      .map((label) => ({ ...label, confidence: Math.min(40, label.confidence), kind: 'carried' }));
  };

  const { fixed } = question;
  const clusters =
    fixed === undefined
      ? clustersOf(question.derives ? transactions : [], givenTo)
      : { membersOf: (address: string) => fixed.clusters.get(address) ?? [address], refused: [] };

  const ownLabel = (address: string, time: number | undefined) =>
    countedLabel([...givenTo(address), ...carriedTo(address)], time);

  const clusterLabel = (address: string, time: number | undefined): Counted | undefined => {
    const members = clusters.membersOf(address);
    const given = members.flatMap(givenTo);
    const able =
      members.length <= LARGEST_CLUSTER
        ? given
        : given.filter((label) => !CARRIED_TIERS.includes(tierOf(label.category)));
    const counted = countedLabel(able, time);
    if (counted === undefined) return undefined;
    const label: Label = {
      ...counted.label,
      confidence: Math.min(40, counted.label.confidence),
      kind: 'cluster',
    };
    return { label, beforeDesignation: counted.beforeDesignation };
  };

  return {
    ownLabel,
    labelOf: (address, time) => ownLabel(address, time) ?? clusterLabel(address, time),
    isProtected: (address) => isProtected(network, address),
    refusedJoins: clusters.refused,
  };
}
