import { CATEGORIES, type Category, isCategory, type RiskTier } from '@assay/domain';
import { compareLabels, LARGEST_RISKY_CLUSTER, type Label } from '@assay/exposure';

/** Labels below this confidence never compete (docs/method/2, section 5). */
const COMPETING_CONFIDENCE = 20;
const HAS_VALIDITY: ReadonlySet<Category> = new Set(['sanctions', 'issuer_frozen']);
const RISKY: ReadonlySet<RiskTier> = new Set(['S', 'A', 'B']);

/** The labels of an address that its cluster may take: those that compete, in their order. */
export function takenLabels(given: readonly Label[]): readonly Label[] {
  return given
    .filter(({ confidence, origin }) => origin === 'given' && confidence >= COMPETING_CONFIDENCE)
    .toSorted(compareLabels);
}

/** All of these labels, each once, in their order. */
export function unionOf(lists: readonly (readonly Label[])[]): readonly Label[] {
  const labels = new Map<string, Label>();
  for (const label of lists.flat()) labels.set(textOf(label), label);
  return [...labels.values()].sort(compareLabels);
}

export function sameLabels(left: readonly Label[], right: readonly Label[]): boolean {
  return left.map(textOf).join('\n') === right.map(textOf).join('\n');
}

function textOf(label: Label): string {
  const { entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo } = label;
  return JSON.stringify([entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo]);
}

/**
 * What an address of a cluster takes of its members' labels (docs/method/2, section 5.3), those of tier S, A and B only
 * where the cluster is small enough. They have the confidence that they were given with, as that decides which of them
 * counts at a time; `absorbingLabel` lowers the one that does.
 *
 * @param members `lendable` labels of all members
 * @param size number of the cluster's addresses
 */
export function labelsInCluster(members: readonly Label[], size: number): Label[] {
  return members
    .filter((label) => size <= LARGEST_RISKY_CLUSTER || !isRisky(label))
    .map((label): Label => ({ ...label, origin: 'derived', derivedBy: 'cluster' }))
    .sort(compareLabels);
}

/**
 * Of the labels of a cluster's members, those that can ever count: sanctions and freezes, which begin and end, and the
 * first of the others, with and without those that a large cluster does not take. What the union of two lists can lend
 * is what the union of their lendable labels can.
 */
export function lendable(labels: readonly Label[]): readonly Label[] {
  const sorted = unionOf([labels]);
  const lasting = sorted.filter((label) => !HAS_VALIDITY.has(label.category));
  const [first, firstOfAnySize] = [lasting[0], lasting.find((label) => !isRisky(label))];
  return sorted.filter((label) => HAS_VALIDITY.has(label.category) || label === first || label === firstOfAnySize);
}

/**
 * Labels as clusters and their members have them stored; none where nothing is.
 *
 * @throws Error for JSON of another form
 */
export function storedLabels(json: unknown): readonly Label[] {
  const labels = json ?? [];
  if (!Array.isArray(labels) || !labels.every(isLabel)) throw new Error('A cluster has labels of an unknown form');
  return labels;
}

function isLabel(json: unknown): json is Label {
  if (typeof json !== 'object' || json === null) return false;
  const { entity, category, confidence, source, ...rest }: { readonly [Part in keyof Label]?: unknown } = json;
  const { sourceUrl, sourceDate, validFrom, validTo, origin, carriedFrom, derivedBy } = rest;
  const isNamed = typeof entity === 'string' && typeof category === 'string' && isCategory(category);
  const isSourced = typeof source === 'string' && isNullOr('string', sourceUrl) && isNullOr('string', sourceDate);
  // A cluster keeps what was given to its members on its own network.
  const isGiven = origin === 'given' && carriedFrom === undefined && derivedBy === undefined;
  const isDated = isNullOr('number', validFrom) && isNullOr('number', validTo);
  return isNamed && isSourced && isGiven && isDated && typeof confidence === 'number';
}

const isNullOr = (type: 'string' | 'number', value: unknown): boolean => value === null || typeof value === type;

function isRisky({ category }: Label): boolean {
  return RISKY.has(CATEGORIES[category].tier);
}
