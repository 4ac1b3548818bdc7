import { depositOf, depositService, type Movement, meetsService } from './derive.ts';
import { fraction } from './fraction.ts';
import { type DerivedSet, type Ending, FEE_SINK, type GivenLabel, type Question } from './input.ts';
import { countingLabel, endingOf, ISSUER, isProtected, labelsOf, tierOf } from './labels.ts';

/** Which accounts absorb, by section 2 of method version 2, which is in preparation. */
export type Direction = 'incoming' | 'outgoing';

/** What an address absorbs value as, for a record of a time in a direction; null where it is looked through. */
export type AbsorbedAs = (address: string, time: number, direction: Direction) => Ending | null;

const LARGEST_CLUSTER_WITH_RISK = 1000;

export interface History {
  readonly opening: bigint;
  readonly movements: readonly Movement[];
}

type LabelsOfAddress = (address: string) => readonly GivenLabel[];

function labelLookup(question: Question): LabelsOfAddress {
  const known = new Map<string, readonly GivenLabel[]>();
  return (address) => {
    const labels = known.get(address) ?? labelsOf(question.labels, question.contracts, question.network, address);
    known.set(address, labels);
    return labels;
  };
}

/** What a cluster lends its members: its members' labels, S, A and B only where it is small enough. */
function lent(members: readonly string[], labelsAt: LabelsOfAddress): GivenLabel[] {
  return members
    .flatMap((member) => labelsAt(member))
    .filter(
      (label) => members.length <= LARGEST_CLUSTER_WITH_RISK || !['S', 'A', 'B'].includes(tierOf(label.category)),
    );
}

/** Derived labels of all addresses except the subject, which counts as unlabelled throughout. */
export function deriveSet(
  question: Question,
  histories: ReadonlyMap<string, History>,
  clusters: ReadonlyMap<string, readonly string[]>,
): DerivedSet {
  if (question.derivation.kind === 'fixed') return question.derivation.set;
  const labelsAt = labelLookup(question);
  const deposits = new Map<string, { entity: string; category: Ending['category'] }>();
  const services = new Set<string>();
  for (const [address, { opening, movements }] of histories) {
    if (address === FEE_SINK || isProtected(question.network, address)) continue;
    if (labelsAt(address).some((label) => label.confidence >= 20)) continue;
    const deposit = depositOf(fraction(opening), movements, (party, time) => {
      const counting = countingLabel(labelsAt(party), time);
      return counting === null ? null : depositService(counting.label.category, counting.label.entity);
    });
    if (deposit !== null) deposits.set(address, deposit);
    else if (meetsService(fraction(opening), movements)) services.add(address);
  }
  return { deposits, services, clusters };
}

export function absorbing(question: Question, derived: DerivedSet): AbsorbedAs {
  const labelsAt = labelLookup(question);
  return (address, time, direction) => {
    if (isProtected(question.network, address)) return ISSUER;
    if (address === question.subject) return null;
    const own = countingLabel(labelsAt(address), time);
    if (own !== null) return endingOf(own);
    const members = derived.clusters.get(address);
    const shared = members === undefined ? null : countingLabel(lent(members, labelsAt), time);
    if (shared !== null) {
      const atForty = { ...shared.label, confidence: Math.min(40, shared.label.confidence) };
      return endingOf({ ...shared, label: atForty });
    }
    const deposit = derived.deposits.get(address);
    if (deposit !== undefined)
      return direction === 'outgoing' ? { kind: 'label', ...deposit, confidence: 40, beforeDesignation: false } : null;
    if (!derived.services.has(address)) return null;
    return {
      kind: 'label',
      category: 'unlabelled_service',
      entity: 'unlabelled service',
      confidence: 40,
      beforeDesignation: false,
    };
  };
}
