import { tierOf } from './categories.ts';

/** A label that counts for an address at a time. */
export interface Label {
  readonly category: string;
  readonly entity: string;
  readonly confidence: number;
  readonly beforeDesignation: boolean;
}

/** The label of an address that counts at a time (Unix seconds), or null. */
export type LabelAt = (address: string, time: number) => Label | null;

/** Whether an entity is on the reviewed list on the day of that time (Unix seconds). */
export type OnReviewedList = (entity: string, time: number) => boolean;

const TIERS = ['S', 'A', 'B', 'C', 'D'];

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of section 2 without source and network, which no scene holds: the one that counts comes first. */
function byRank(a: Label, b: Label): number {
  return (
    Number(a.confidence < 50) - Number(b.confidence < 50) ||
    TIERS.indexOf(tierOf(a.category)) - TIERS.indexOf(tierOf(b.category)) ||
    b.confidence - a.confidence ||
    byText(a.category, b.category) ||
    byText(a.entity, b.entity)
  );
}

/** Which label counts, of several (section 2); null where none does. */
export function whichCounts(labels: readonly Label[]): Label | null {
  const competing = labels.filter(({ confidence }) => confidence >= 20);
  const named = competing.filter(({ category }) => category !== 'other_entities');
  return (named.length > 0 ? named : competing).toSorted(byRank)[0] ?? null;
}

/** The label of a mint or burn address, whatever any list says about it. */
export const ISSUER: Label = { category: 'issuer', entity: 'issuer', confidence: 100, beforeDesignation: false };
