import {
  CATEGORIES,
  type Category,
  isProtectedAddress,
  NETWORKS,
  type NetworkId,
  PROTECTED_ADDRESSES,
  type RiskTier,
} from '@assay/domain';
import type { ContractAttribute, Ending, GivenLabel } from './input.ts';

/** Labels by the text of method version 2, which is in preparation: sections 1 and 5 of version 1, and section 1. */
const DAY = 86_400_000;
const TIER_ORDER: readonly RiskTier[] = ['S', 'A', 'B', 'C', 'D'];
const WITH_VALIDITY: readonly Category[] = ['sanctions', 'issuer_frozen'];
const DELEGATION = '0xef0100';

/** The networks that share addresses with Ethereum are those that share its burn addresses. */
const EVM: readonly NetworkId[] = (Object.keys(NETWORKS) as NetworkId[]).filter(
  (network) => PROTECTED_ADDRESSES[network] === PROTECTED_ADDRESSES.ETH,
);

export function tierOf(category: Category): RiskTier {
  return CATEGORIES[category].tier;
}

type Standing = 'in force' | 'before' | 'ended';

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

function standingAt(label: GivenLabel, time: number): Standing {
  if (!WITH_VALIDITY.includes(label.category)) return 'in force';
  if (label.validTo !== null) {
    // A day includes its last moment, UTC.
    const end = Date.parse(label.validTo) + (isDay(label.validTo) ? DAY - 1 : 0);
    if (time > end) return 'ended';
  }
  return label.validFrom !== null && time < Date.parse(label.validFrom) ? 'before' : 'in force';
}

export interface CountingLabel {
  readonly label: GivenLabel;
  readonly beforeDesignation: boolean;
}

function before(a: GivenLabel, b: GivenLabel): number {
  const sure = (label: GivenLabel): number => (label.confidence >= 50 ? 0 : 1);
  const rank = (label: GivenLabel): number => TIER_ORDER.indexOf(tierOf(label.category));
  const text = (x: string, y: string): number => (x === y ? 0 : x < y ? -1 : 1);
  return (
    sure(a) - sure(b) ||
    rank(a) - rank(b) ||
    b.confidence - a.confidence ||
    text(a.source, b.source) ||
    text(a.category, b.category) ||
    text(a.entity, b.entity)
  );
}

/** The label that counts at a time, of all that an address has. */
export function countingLabel(labels: readonly GivenLabel[], time: number): CountingLabel | null {
  const competing = labels.filter((label) => label.confidence >= 20 && standingAt(label, time) !== 'ended');
  const named = competing.filter((label) => label.category !== 'other_entities');
  const [decisive] = (named.length > 0 ? named : competing).toSorted(before);
  // The category is decided over all that have not ended; of its listings, one in force comes first.
  const [inForce] = competing
    .filter((label) => label.category === decisive?.category && standingAt(label, time) === 'in force')
    .toSorted(before);
  const first = decisive !== undefined && standingAt(decisive, time) === 'before' ? (inForce ?? decisive) : decisive;
  return first === undefined ? null : { label: first, beforeDesignation: standingAt(first, time) === 'before' };
}

function isContract(contracts: readonly ContractAttribute[], network: string, address: string): boolean {
  return contracts.some(
    (one) => one.network === network && one.address === address && !one.code.toLowerCase().startsWith(DELEGATION),
  );
}

/** Labels given elsewhere to the same key, as they hold on this network. */
function sameKeyLabels(
  labels: readonly GivenLabel[],
  contracts: readonly ContractAttribute[],
  network: string,
  address: string,
): GivenLabel[] {
  const here = EVM.find((id) => id === network);
  if (here === undefined || isContract(contracts, network, address)) return [];
  return labels
    .filter(
      (label) =>
        label.network !== network &&
        EVM.some((id) => id === label.network) &&
        label.address === address &&
        label.confidence >= 20 &&
        ['S', 'A', 'B'].includes(tierOf(label.category)) &&
        !isContract(contracts, label.network, address),
    )
    .map((label) => ({ ...label, network, confidence: Math.min(40, label.confidence) }));
}

/** Labels given to an address on its network, and those carried there from the same key. */
export function labelsOf(
  labels: readonly GivenLabel[],
  contracts: readonly ContractAttribute[],
  network: string,
  address: string,
): GivenLabel[] {
  const given = labels.filter((label) => label.network === network && label.address === address);
  return [...given, ...sameKeyLabels(labels, contracts, network, address)];
}

export function endingOf(counting: CountingLabel): Ending {
  const { category, entity, confidence } = counting.label;
  return { kind: 'label', category, entity, confidence, beforeDesignation: counting.beforeDesignation };
}

export const ISSUER: Ending = {
  kind: 'label',
  category: 'issuer',
  entity: 'issuer',
  confidence: 100,
  beforeDesignation: false,
};

export const MINER: Ending = { ...ISSUER, category: 'miner', entity: 'miner' };

export function isProtected(network: string, address: string): boolean {
  return isProtectedAddress(network, address);
}
